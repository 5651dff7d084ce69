import { type PointerEvent, type RefObject, useCallback, useState } from 'react';
import { useDismiss } from './readout';

/**
 * What is pointed at: by a mouse while it is there, by a finger or pen until Escape or a tap elsewhere.
 * `find` gives what is at a place of the element, which is told as parts of its width and height.
 */
export function usePointed<T>(place: RefObject<HTMLElement | null>, find: (x: number, y: number) => T | null) {
  const [pointed, setPointed] = useState<T | null>(null);
  const close = useCallback(() => setPointed(null), []);
  useDismiss(place, pointed !== null, close);
  const point = (event: PointerEvent<HTMLElement>): void => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    setPointed(find((event.clientX - left) / width, (event.clientY - top) / height));
  };
  return {
    pointed,
    handlers: {
      onPointerDown: point,
      onPointerMove: point,
      // A finger that is lifted leaves too; what it asked for stays.
      onPointerLeave: (event: PointerEvent<HTMLElement>) => event.pointerType === 'mouse' && close(),
    },
  };
}
