import { useEffect, useEffectEvent } from 'react';

interface Actions {
  search: () => void;
  create: () => void;
  help: () => void;
  palette: () => void;
  toasts: () => void;
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
export const paletteKeys = (): string => (isMac() ? '⌘ K' : 'Ctrl K');

const types = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], [role="combobox"]'));

/** A dialog has the keys to itself. */
const dialogOpen = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].some((dialog) => dialog.checkVisibility());

/** The dashboard's keys: single letters outside of fields and dialogs, Ctrl or Cmd K everywhere. */
export function useKeys(actions: Actions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      actions.palette();
      return;
    }
    if (event.key === 'F6' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      actions.toasts();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || types(event.target) || dialogOpen()) return;
    const action = { '/': actions.search, c: actions.create, '?': actions.help }[event.key];
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
