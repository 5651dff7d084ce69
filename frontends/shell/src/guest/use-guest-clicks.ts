import { api, body } from '@linkway/kit/api';
import { useEffect, useState } from 'react';
import { guestDeviceId } from './device';
import type { GuestLink } from './guest-links';

/** Clicks of people by link; null: they cannot be told now. A link that is not there was not answered yet, or is nobody's any more. */
export type Clicks = ReadonlyMap<string, number | null>;

const NONE: Clicks = new Map();
/** Whoever looks at the page again is told anew, not more often. */
const AGAIN_MS = 10_000;

/** Asked for when the list is shown, when it changes, and when somebody comes back to the page. */
export function useGuestClicks(links: readonly GuestLink[]): Clicks {
  const [clicks, setClicks] = useState(NONE);
  const ids = links.map(({ id }) => id).join(',');
  useEffect(() => {
    if (ids === '') return;
    const gone = new AbortController();
    let askedAt = 0;
    const ask = async (): Promise<void> => {
      if (document.hidden || Date.now() - askedAt < AGAIN_MS) return;
      askedAt = Date.now();
      try {
        const params = { query: { ids }, header: { 'X-Linkway-Device': guestDeviceId() } };
        const { data } = await body(api.GET('/api/guest/links', { params, signal: gone.signal }));
        if (!gone.signal.aborted) setClicks(new Map(data.map(({ id, clicks_count }) => [id, clicks_count])));
      } catch {
        // What was told before stays.
        if (!gone.signal.aborted)
          setClicks((before) => new Map(ids.split(',').map((id) => [id, before.get(id) ?? null])));
      }
    };
    void ask();
    const onChange = (): void => void ask();
    document.addEventListener('visibilitychange', onChange);
    return () => {
      gone.abort();
      document.removeEventListener('visibilitychange', onChange);
    };
  }, [ids]);
  return clicks;
}
