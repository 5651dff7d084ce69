import { api, body } from '@linkway/kit/api';
import { type RefObject, useEffect, useState } from 'react';

export interface Example {
  short_url: string;
  /** null: they cannot be told now. */
  clicks_count: number | null;
}

/** As long as somebody looks at it. */
const EVERY_MS = 5_000;
/** Where nothing has changed for so long it is asked for so often. */
const STILL_MS = 120_000;
const SLOW_MS = 30_000;
/** Twice as long after each failure, up to this. */
const MOST_MS = 60_000;
/** A failure that passes at once is nothing to tell of. */
const TOLD_FAILURES = 2;

interface Shown {
  example: Example | null;
  none: boolean;
  failed: boolean;
}

/**
 * The installation's own link with its clicks: asked for once, then again and again while its place is in view. `none`: there is
 * none, and its place is below what is seen, so that nothing moves when it goes. `failed`: it cannot be told now, and is asked for
 * nevertheless.
 */
export function useExample(place: RefObject<HTMLElement | null>): Shown {
  const [example, setExample] = useState<Example | null>(null);
  const [none, setNone] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const gone = new AbortController();
    const { signal } = gone;
    let timer: number | undefined;
    let inView = false;
    let isBelow = false;
    let isNone = false;
    let isAsking = false;
    let failures = 0;
    let nextAt = 0;
    let told = '';
    let changedAt = Date.now();
    const collapse = (): void => {
      if (isNone && isBelow) setNone(true);
    };
    const plan = (): void => {
      window.clearTimeout(timer);
      // Wherever it is the first time, as it may have to be drawn before it is seen.
      if ((inView || nextAt === 0) && !isNone && !isAsking && !document.hidden && !signal.aborted)
        timer = window.setTimeout(ask, Math.max(0, nextAt - Date.now()));
    };
    const ask = async (): Promise<void> => {
      isAsking = true;
      let wait = EVERY_MS;
      try {
        const { link } = await body(api.GET('/api/example', { signal }));
        if (signal.aborted) return;
        failures = 0;
        setFailed(false);
        isNone = !link;
        const telling = JSON.stringify(link);
        if (telling !== told) changedAt = Date.now();
        else if (Date.now() - changedAt >= STILL_MS) wait = SLOW_MS;
        told = telling;
        // What was told before stays while the clicks cannot be told.
        setExample((before) => link && { ...link, clicks_count: link.clicks_count ?? before?.clicks_count ?? null });
        collapse();
      } catch {
        failures += 1;
        if (failures >= TOLD_FAILURES && !signal.aborted) setFailed(true);
        wait = Math.min(MOST_MS, EVERY_MS * 2 ** failures);
      }
      nextAt = Date.now() + wait;
      isAsking = false;
      plan();
    };
    /** Who comes back to it has not seen it stand still; a failure's wait stays. */
    const comeBack = (): void => {
      changedAt = Date.now();
      if (failures === 0) nextAt = Math.min(nextAt, Date.now() + EVERY_MS);
      plan();
    };
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry) return;
      inView = entry.isIntersecting;
      isBelow = !inView && entry.boundingClientRect.top > 0;
      collapse();
      comeBack();
    });
    seen.observe(place.current);
    document.addEventListener('visibilitychange', comeBack);
    plan();
    return () => {
      gone.abort();
      window.clearTimeout(timer);
      seen.disconnect();
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [place]);
  return { example, none, failed };
}
