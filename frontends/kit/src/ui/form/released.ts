let pressed = false;
const waiting = new Set<() => void>();

function release(): void {
  // The click comes after it, in the same turn.
  window.setTimeout(() => {
    pressed = false;
    for (const go of waiting) go();
    waiting.clear();
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener(
    'pointerdown',
    () => {
      pressed = true;
    },
    true,
  );
  for (const name of ['pointerup', 'pointercancel', 'dragend']) window.addEventListener(name, release, true);
  // Of the window itself, not of the field that is left.
  window.addEventListener('blur', release);
}

export const isPressed = (): boolean => pressed;

/** Once no pointer is pressed, after its click. */
export const afterPress = (go: () => void): void => void (pressed ? waiting.add(go) : go());

/**
 * Once no pointer is pressed. A message that appears under one moves the button away that is being clicked, and the click is lost.
 */
export const released = (): Promise<void> => new Promise(afterPress);
