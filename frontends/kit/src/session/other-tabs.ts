// The tabs of a browser share one session cookie, and each believes that it knows whose it is.
const channel = globalThis.BroadcastChannel && new BroadcastChannel('linkway_session');

/** Somebody signed in or out here: the other tabs may belong to somebody else now. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
export const tellOtherTabs = (): void => channel?.postMessage(null);

/** Calls back when another tab told that, and when this one is looked at again. */
export function watchOtherTabs(changed: () => void): void {
  channel?.addEventListener('message', changed);
  window.addEventListener('focus', changed);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') changed();
  });
}
