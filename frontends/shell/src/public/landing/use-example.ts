import { api, body } from '@linkway/kit/api';
import { type RefObject, useEffect, useState } from 'react';

export interface Example {
  short_url: string;
  /** null: they cannot be told now. */
  clicks_count: number | null;
}

/** As long as somebody looks at it. */
const EVERY_MS = 3_000;

/** The installation's own link with its clicks: asked for once, then again and again while it is in view; null where there is none. */
export function useExample(place: RefObject<HTMLElement | null>): Example | null {
  const [example, setExample] = useState<Example | null>(null);
  const isThere = example !== null;
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    let timer: number | undefined;
    let inView = !isThere;
    const ask = async (): Promise<void> => {
      window.clearTimeout(timer);
      if (!inView || document.hidden) return;
      try {
        const { link } = await body(api.GET('/api/example', { signal }));
        // What was told before stays while the clicks cannot be told.
        if (!signal.aborted)
          setExample((before) => link && { ...link, clicks_count: link.clicks_count ?? before?.clicks_count ?? null });
      } catch {
        // It is asked for again where it is shown already.
      }
      if (isThere && !signal.aborted) timer = window.setTimeout(ask, EVERY_MS);
    };
    const seen = new IntersectionObserver(([entry]) => {
      inView = entry?.isIntersecting ?? false;
      void ask();
    });
    if (place.current) seen.observe(place.current);
    else void ask();
    const onChange = (): void => void ask();
    document.addEventListener('visibilitychange', onChange);
    return () => {
      gone.abort();
      window.clearTimeout(timer);
      seen.disconnect();
      document.removeEventListener('visibilitychange', onChange);
    };
  }, [place, isThere]);
  return example;
}
