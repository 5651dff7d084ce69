import { api, body, type Me } from '@linkway/kit/api';
import { useSession } from '@linkway/kit/session';
import { useEffect, useState } from 'react';
import { guestDeviceId } from '../../guest/device';

export interface Quota {
  limit: number;
  remaining: number;
  period: 'day' | 'month';
}

function quotaOf({ monthly_links_limit: limit, monthly_links_used: used }: Me): Quota | null {
  if (limit === null || used === null) return null;
  return { limit, remaining: Math.max(0, limit - used), period: 'month' };
}

/** How many links this visitor may still make; null while unknown: then the API decides when one is made. */
export function useQuota(): [Quota | null, (quota: Quota) => void] {
  const session = useSession();
  const [known, setKnown] = useState<Quota | null>(null);
  const guest = session.state === 'signed-out';
  useEffect(() => {
    if (!guest) return;
    let current = true;
    const header = { 'X-Linkway-Device': guestDeviceId() };
    body(api.GET('/api/guest/quota', { params: { header } })).then(
      ({ limit, remaining }) => {
        if (current) setKnown({ limit, remaining, period: 'day' });
      },
      // Not worth a word: the form works without the count.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [guest]);
  // What a visitor had left says nothing about the member that they became.
  const period = session.state === 'signed-in' ? 'month' : 'day';
  const told = known?.period === period ? known : null;
  return [told ?? (session.state === 'signed-in' ? quotaOf(session.me) : null), setKnown];
}
