/** So long after a press what opens is its doing. */
const RECENT_MS = 1_000;
const CONTROL = 'button, a[href], [role="button"]';

let pressed: { target: Element; at: number } | null = null;

// By a key, too: it is a click where it presses something.
document.addEventListener(
  'click',
  ({ target }) => {
    pressed = target instanceof Element ? { target, at: Date.now() } : null;
  },
  true,
);

/**
 * The control that was pressed just now: what has the focus, where an entry of a menu was and has given it back. null: a key of the page
 * did it, or what was pressed is gone.
 */
export function pressedControl(): HTMLElement | null {
  if (!pressed || Date.now() - pressed.at > RECENT_MS) return null;
  const control = pressed.target.closest<HTMLElement>(CONTROL) ?? document.activeElement?.closest<HTMLElement>(CONTROL);
  return control?.isConnected ? control : null;
}
