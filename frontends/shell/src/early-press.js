// In the page itself, behind what the build has drawn: what is pressed before its script is there is done once it is, be it a button or
// Enter in a form.
(() => {
  const AGAIN_MS = 50;
  const root = document.querySelector('#root[data-drawn]');
  if (!root) return;
  /** The last one counts: `of`, a button or a form, and what it does. */
  let pressed = null;
  /** React leaves a mark of its own at what it has taken over; it does so part by part, as scripts come. */
  const isAlive = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const watch = {
    click: ({ target }) => {
      const button = target.closest('button[type=button]');
      if (button) pressed = { of: button, go: () => button.click() };
    },
    keydown: ({ key, target }) => {
      const form = target.matches('input') && target.form;
      if (form && key === 'Enter') pressed = { of: form, go: () => form.requestSubmit() };
    },
    // Not sent yet, then: it is still being written.
    input: () => {
      pressed = null;
    },
  };
  const press = () => {
    if (!pressed?.of.isConnected) return;
    const { of, go } = pressed;
    const alive = isAlive(of);
    setTimeout(() => (alive ? go() : press()), AGAIN_MS);
  };
  for (const [name, listener] of Object.entries(watch)) root.addEventListener(name, listener);
  new MutationObserver((_, observer) => {
    // Taken off by the app, whose handlers are there by then.
    if ('drawn' in root.dataset) return;
    observer.disconnect();
    for (const [name, listener] of Object.entries(watch)) root.removeEventListener(name, listener);
    press();
  }).observe(root, { attributes: true, attributeFilter: ['data-drawn'] });
})();
