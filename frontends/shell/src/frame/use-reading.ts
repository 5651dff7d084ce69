import { useEffect, useRef, useState } from 'react';

/** A finger never rests. */
const SLACK = 8;

/** Whether the page was last scrolled down: what is read next comes up from below. */
export function useReading(): boolean {
  const [reading, setReading] = useState(false);
  const at = useRef(0);
  useEffect(() => {
    const look = (): void => {
      const moved = window.scrollY - at.current;
      if (window.scrollY > 0 && Math.abs(moved) < SLACK) return;
      at.current = window.scrollY;
      setReading(moved > 0 && window.scrollY > 0);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return reading;
}
