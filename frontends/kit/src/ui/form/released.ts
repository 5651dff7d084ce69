let down = false;
/** Until the click is there, too. */
let pressed = false;
const waiting = new Set<() => void>();
const leaving = new Set<() => void>();

function runAll(of: Set<() => void>): void {
  const all = [...of];
  of.clear();
  for (const go of all) go();
}

function release(): void {
  down = false;
  // What is clicked finds the field left, as it would without waiting; where the pointer was released is known by now.
  runAll(leaving);
  // The click comes after it, in the same turn.
  window.setTimeout(() => {
    pressed = down;
    if (!pressed) runAll(waiting);
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener(
    'pointerdown',
    () => {
      down = true;
      pressed = true;
    },
    true,
  );
  for (const name of ['pointerup', 'pointercancel', 'dragend']) window.addEventListener(name, release, true);
  // Of the window itself, not of the field that is left.
  window.addEventListener('blur', release);
}

/** Whether a pointer is pressed; then `go` follows as soon as it is released, before its click. */
export function isAfterPress(go: () => void): boolean {
  if (down) leaving.add(go);
  return down;
}

/**
 * Once no pointer is pressed. A message that appears under one moves the button away that is being clicked, and the click is lost.
 */
export const released = (): Promise<void> =>
  pressed ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve();
