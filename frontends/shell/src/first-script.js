// In the page itself, before the first script: what that one would do for any other part of the app, nobody does for it. It is asked for
// once more; where it is gone, since a newer build is served, the page is loaded anew; else a card says so, and its button asks again.
/* global TEXTS -- from the build, in the page's language: title, network, server, retry */
(() => {
  const AGAIN_AFTER_MS = 500;
  const REST_MS = 60_000;
  const MARK = 'reloaded_for_first';
  const CARD = `position:fixed;z-index:2000;inset:auto 16px 16px;max-width:520px;margin:0 auto;padding:24px;display:grid;gap:12px;
    justify-items:start;border:1px solid var(--lw-line);border-radius:var(--lw-radius-card);background:var(--lw-surface);
    color:var(--lw-ink);box-shadow:var(--lw-shadow);font:16px/24px var(--lw-font)`;
  const BUTTON = `min-height:44px;padding:0 20px;border:0;border-radius:var(--lw-radius);background:var(--lw-primary-solid);
    color:var(--lw-on-primary);font:inherit;cursor:pointer`;
  const FIRST = /\/assets\/main\.[^/]*\.js$/;
  let failures = 0;
  let asking = false;

  const card = () => document.getElementById('first-script-down');
  /** Once at a time, as the app must not start twice. The card stays until the script is there. */
  const askAgain = (src) => {
    if (asking) return;
    asking = true;
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => card()?.remove());
    document.head.append(script);
  };
  const statusOf = (src) =>
    fetch(src, { method: 'HEAD', cache: 'no-store' }).then(
      ({ status }) => status,
      () => 0,
    );
  const reloadOnce = () => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(MARK)) < REST_MS) return false;
      sessionStorage.setItem(MARK, String(Date.now()));
    } catch {
      // Where nothing is kept, nothing would end a loop.
      return false;
    }
    location.reload();
    return true;
  };
  const tell = (src, text) => {
    card()?.remove();
    const box = document.createElement('div');
    box.id = 'first-script-down';
    box.setAttribute('role', 'alert');
    // Set by script, as the page's policy allows no style in its HTML.
    box.style.cssText = CARD;
    const [title, words, button] = ['strong', 'p', 'button'].map((name) => document.createElement(name));
    title.textContent = TEXTS.title;
    words.textContent = text;
    words.style.margin = '0';
    button.style.cssText = BUTTON;
    button.type = 'button';
    button.textContent = TEXTS.retry;
    button.addEventListener('click', () => askAgain(src));
    // A network that is back is noticed by the page itself.
    addEventListener('online', () => askAgain(src), { once: true });
    box.append(title, words, button);
    document.body.append(box);
    // Where somebody is typing already, they go on.
    if (document.activeElement === document.body) button.focus();
  };

  const failed = async (src) => {
    failures += 1;
    asking = false;
    if (failures === 1) {
      setTimeout(askAgain, AGAIN_AFTER_MS, src);
      return;
    }
    const status = await statusOf(src);
    if ((status === 404 || status === 410) && reloadOnce()) return;
    tell(src, status === 0 ? TEXTS.network : TEXTS.server);
  };

  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && FIRST.test(target.src)) void failed(target.src);
    },
    // A script's failure does not bubble.
    true,
  );
})();
