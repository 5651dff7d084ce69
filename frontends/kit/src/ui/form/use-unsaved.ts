import { useEffect, useEffectEvent } from 'react';

const TAB_CHANGES = ['dashboardTabChange', 'quickCreateLink'];

/**
 * While something is typed that is kept nowhere, neither the page is left nor another tab of the dashboard opened without a question.
 * `ask` gets what goes on where that was meant. Back cannot be held up.
 */
export function useUnsaved(unsaved: boolean, ask: (goOn: () => void) => void): void {
  const hold = useEffectEvent((event: Event) => {
    if (event.type === 'beforeunload') {
      event.preventDefault();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    const again = event instanceof CustomEvent ? new CustomEvent(event.type, { detail: event.detail }) : event;
    ask(() => window.dispatchEvent(again));
  });
  useEffect(() => {
    if (!unsaved) return;
    const listener = (event: Event): void => hold(event);
    const names = ['beforeunload', ...TAB_CHANGES];
    for (const name of names) window.addEventListener(name, listener, { capture: true });
    return () => {
      for (const name of names) window.removeEventListener(name, listener, { capture: true });
    };
  }, [unsaved]);
}
