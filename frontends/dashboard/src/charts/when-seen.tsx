import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Props {
  /** Pixels that are kept free until then. */
  height: number;
  children: ReactNode;
}

const NEAR = '240px';

/** Mounts its children when they come near the view, and before a page is printed. */
export function WhenSeen({ height, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !place.current) return;
    const show = (): void => setSeen(true);
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show(), {
      rootMargin: NEAR,
    });
    observer.observe(place.current);
    const paper = window.matchMedia('print');
    if (paper.matches) show();
    paper.addEventListener('change', show);
    window.addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      paper.removeEventListener('change', show);
      window.removeEventListener('beforeprint', show);
    };
  }, [seen]);
  return (
    <div ref={place} style={{ minHeight: height }}>
      {seen && children}
    </div>
  );
}
