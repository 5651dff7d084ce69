import { useEffect, useEffectEvent, useRef } from 'react';

const TAB_CHANGES = ['dashboardTabChange', 'quickCreateLink'];

/**
 * While something is typed that is kept nowhere, neither the page is left nor another tab of the dashboard opened without a question,
 * by a link neither, nor by Back where the browser lets it be held up. `ask` gets what goes on where that was meant; where that leads
 * nowhere, the next way out is asked about again.
 */
export function useUnsaved(unsaved: boolean, ask: (goOn: () => void) => void): void {
  const passing = useRef(false);
  const hold = useEffectEvent((event: Event) => {
    if (passing.current || !event.cancelable) return;
    const goOn = onwards(event);
    if (!goOn) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'beforeunload') return;
    ask(() => {
      passing.current = true;
      const again = (): void => {
        passing.current = false;
      };
      goOn().then(again, again);
    });
  });
  useEffect(() => {
    if (!unsaved) return;
    passing.current = false;
    const listener = (event: Event): void => hold(event);
    const names = ['beforeunload', ...TAB_CHANGES];
    for (const name of names) window.addEventListener(name, listener);
    // Before the router hears of it.
    window.addEventListener('click', listener, true);
    // popstate would be too late: the router hears of it first, and the browser has gone already.
    const { navigation } = window as Partial<Pick<Window, 'navigation'>>;
    navigation?.addEventListener('navigate', listener);
    return () => {
      for (const name of names) window.removeEventListener(name, listener);
      window.removeEventListener('click', listener, true);
      navigation?.removeEventListener('navigate', listener);
    };
  }, [unsaved]);
}

/** What an event was about to do, until that has or has not been done; null: nothing that leaves the page. */
function onwards(event: Event): (() => Promise<unknown>) | null {
  if (event instanceof CustomEvent) {
    const { type, detail } = event;
    return async () => window.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
  }
  if (event.type === 'beforeunload') return async () => {};
  if (event instanceof MouseEvent) {
    const link = pressedLink(event);
    return link && (async () => link.click());
  }
  const { navigationType, destination } = event as NavigateEvent;
  // The same page again is the way out of a dialog over it, which asks for itself.
  if (navigationType !== 'traverse' || destination.url === window.location.href) return null;
  return async () => window.navigation.traverseTo(destination.key).committed;
}

/** A link that was pressed as usual and leads to another page in this window. */
function pressedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download')) return null;
  const { origin, pathname, search } = window.location;
  return link.origin === origin && link.pathname + link.search !== pathname + search ? link : null;
}
