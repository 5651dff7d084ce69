let waiting: MutationObserver | undefined;

/**
 * Leads to the page that was just opened whoever reads by ear or goes by keys: to its heading, as soon as it is there, or to what
 * failed in its place. A page that puts the focus into a field of its own, and a person who went on meanwhile, keep theirs.
 */
export function focusPage(): void {
  waiting?.disconnect();
  const before = document.activeElement;
  // It was there before this.
  if (before?.matches('main :is(input, textarea, select)')) return;
  const isDone = (): boolean => {
    const now = document.activeElement;
    if (now !== before && now !== document.body) return true;
    const target = document.querySelector<HTMLElement>('main h1, main [role="alert"]');
    if (!target) return false;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    return document.activeElement === target;
  };
  if (isDone()) return;
  waiting = new MutationObserver(() => {
    if (isDone()) waiting?.disconnect();
  });
  waiting.observe(document.body, { childList: true, subtree: true });
}
