import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Closes what floats: by Escape, by a press outside of it, and when the focus leaves it. */
export function useDismiss(box: RefObject<HTMLElement | null>, open: boolean, close: (byKey: boolean) => void): void {
  const dismiss = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') dismiss(true);
    };
    const onElsewhere = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) dismiss(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [box, open]);
}
