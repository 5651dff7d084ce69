import { type RefCallback, useCallback, useEffect, useRef } from 'react';

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** `/` goes to the search field in the box that is given to the answer, as soon as there is one. */
export function useSearchKey(): RefCallback<HTMLElement> {
  const box = useRef<HTMLElement | null>(null);
  const isWaiting = useRef(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return;
      event.preventDefault();
      isWaiting.current = !box.current;
      box.current?.querySelector('input')?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return useCallback((element) => {
    box.current = element;
    if (element && isWaiting.current) element.querySelector('input')?.focus();
  }, []);
}
