import { useEffect, useEffectEvent, useRef } from 'react';

const TAB_CHANGES = ['dashboardTabChange', 'quickCreateLink'];

/** Where the browser is in what was opened one after the other, as the router counts. */
const place = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/**
 * While something is typed that is kept nowhere, neither the page is left nor another tab of the dashboard opened, by Back neither,
 * without a question. `ask` gets what goes on where that was meant.
 */
export function useUnsaved(unsaved: boolean, ask: (goOn: () => void) => void): void {
  const here = useRef(0);
  const passing = useRef(0);

  // The browser has gone already; it is led back before the router hears of it.
  const goneBack = (event: Event): void => {
    if (passing.current > 0) {
      passing.current -= 1;
      if (place() === here.current) event.stopImmediatePropagation();
      return;
    }
    const steps = here.current - place();
    if (steps === 0) return;
    event.stopImmediatePropagation();
    passing.current += 1;
    window.history.go(steps);
    ask(() => {
      passing.current += 1;
      window.history.go(-steps);
    });
  };
  const hold = useEffectEvent((event: Event) => {
    if (event.type === 'popstate') {
      goneBack(event);
      return;
    }
    event.preventDefault();
    if (event.type === 'beforeunload') return;
    event.stopImmediatePropagation();
    const again = event instanceof CustomEvent ? new CustomEvent(event.type, { detail: event.detail }) : event;
    ask(() => window.dispatchEvent(again));
  });
  useEffect(() => {
    if (!unsaved) return;
    here.current = place();
    const listener = (event: Event): void => hold(event);
    const names = ['beforeunload', 'popstate', ...TAB_CHANGES];
    for (const name of names) window.addEventListener(name, listener, { capture: true });
    return () => {
      for (const name of names) window.removeEventListener(name, listener, { capture: true });
    };
  }, [unsaved]);
}
