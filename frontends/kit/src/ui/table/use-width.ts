import { type RefObject, useLayoutEffect, useState } from 'react';

/** The px that an element has for what is in it, whatever the window has; 0 before that is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    // Before the first drawing, so that nothing jumps.
    // oxlint-disable-next-line react/set-state-in-effect -- what is measured is known after the drawing alone
    setWidth(watched.clientWidth);
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
