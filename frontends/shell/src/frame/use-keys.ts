import { useEffect, useEffectEvent } from 'react';

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
export const paletteKeys = (): string => (isMac() ? '⌘ K' : 'Ctrl K');

/** What the frame does at a key. */
type Action = 'search' | 'create' | 'help' | 'palette' | 'toasts';
/** What antd, the browser, or the part that has the focus does at a key. */
type Elsewhere = 'close' | 'move' | 'open' | 'chart';

interface Key {
  /** `frame:keys.<name>` says what it does. */
  name: Action | Elsewhere;
  shown: () => readonly string[];
  /** For a key of the frame's own: a single letter, outside of fields and dialogs; with Ctrl or Cmd everywhere. */
  letter?: string;
  withCtrl?: true;
  /** In fields and dialogs, too: a key that types nothing. */
  anywhere?: true;
}

/** All keys of the dashboard, in the order of their help. Those of the frame are bound from here. */
export const keys: readonly Key[] = [
  { name: 'palette', shown: () => [paletteKeys()], letter: 'k', withCtrl: true },
  { name: 'search', shown: () => ['/'], letter: '/' },
  { name: 'create', shown: () => ['c'], letter: 'c' },
  { name: 'help', shown: () => ['?'], letter: '?' },
  { name: 'move', shown: () => ['↑', '↓'] },
  { name: 'open', shown: () => ['Enter'] },
  { name: 'chart', shown: () => ['←', '→', 'Home', 'End'] },
  { name: 'toasts', shown: () => ['F6'], letter: 'F6', anywhere: true },
  { name: 'close', shown: () => ['Esc'] },
];

const types = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], [role="combobox"]'));

/** A dialog has the keys to itself. */
const dialogOpen = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].some((dialog) => dialog.checkVisibility());

/** The dashboard's keys: single letters outside of fields and dialogs, Ctrl or Cmd K everywhere. */
export function useKeys(actions: Record<Action, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const withCtrl = event.ctrlKey || event.metaKey;
    const isBusy = types(event.target) || dialogOpen();
    // What the page itself does at a key comes first.
    if (event.altKey || event.defaultPrevented) return;
    const key = keys.find(
      ({ letter, withCtrl: wantsCtrl = false, anywhere = wantsCtrl }) =>
        wantsCtrl === withCtrl && (anywhere || !isBusy) && letter === (withCtrl ? event.key.toLowerCase() : event.key),
    );
    const action = key && key.name in actions && actions[key.name as Action];
    if (!action) return;
    // The character must not be typed into the field that gets the focus.
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** The page's own search field, if it has one. */
export function focusSearch(page: HTMLElement | null): boolean {
  const field = page?.querySelector<HTMLElement>('input[type="search"], [role="searchbox"]');
  field?.focus();
  return Boolean(field);
}

export function focusFirstField(page: HTMLElement | null): void {
  page?.querySelector<HTMLElement>('form :is(input, textarea)')?.focus();
}

let cameFrom: Element | null = null;

/** To the button of the message at the foot of the window, and back to where one was. */
export function switchToToasts(): void {
  const now = document.activeElement;
  const buttons = document.querySelectorAll<HTMLElement>('[data-toasts] button');
  if (now?.closest('[data-toasts]')) {
    if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus();
    return;
  }
  if (buttons.length > 0) cameFrom = now;
  [...buttons].at(-1)?.focus();
}
