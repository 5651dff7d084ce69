import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width and height of an element in whole pixels, [0, 0] until it is laid out. */
export function useSize(place: RefObject<HTMLElement | null>): readonly [width: number, height: number] {
  const [size, setSize] = useState<readonly [number, number]>([0, 0]);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = (): void => {
      const next = [Math.floor(element.clientWidth), Math.floor(element.clientHeight)] as const;
      setSize((last) => (last[0] === next[0] && last[1] === next[1] ? last : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return size;
}
