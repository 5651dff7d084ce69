import { type RefCallback, useCallback, useEffect, useRef } from 'react';

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[role="dialog"]') !== null;

/**
 * `/` goes to the search field in the box that is given to the answer, as soon as there is one. Taken before the frame hears
 * of it, which opens its palette over a page that has no search field yet.
 */
export function useSearchKey(): RefCallback<HTMLElement> {
  const box = useRef<HTMLElement | null>(null);
  const isWaiting = useRef(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (writes(event.target) || isInDialog(event.target)) return;
      event.preventDefault();
      isWaiting.current = !box.current;
      box.current?.querySelector('input')?.focus();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);

  return useCallback((element) => {
    box.current = element;
    if (element && isWaiting.current) element.querySelector('input')?.focus();
  }, []);
}
