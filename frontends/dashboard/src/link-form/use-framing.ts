import { isHttpUrl } from '@linkway/contracts/rules';
import { api, body } from '@linkway/kit/api';
import { useQuery } from '@linkway/kit/query';
import { useEffect, useState } from 'react';

/** Whoever types is asked nothing about half of an address. */
const TYPED_AFTER_MS = 700;
const KEPT_MS = 600_000;

/**
 * Whether the page of an address may be framed by links of a domain; `unknown` while that is not known, and where nobody can tell. It counts as a
 * change: it is asked once for an address that stays for a moment, and only where a link is to frame it.
 */
export function useFraming(url: string, domainId?: string): 'allowed' | 'forbidden' | 'unknown' {
  const address = useSettled(url.trim());
  const { data } = useQuery({
    queryKey: ['framing', address, domainId],
    queryFn: ({ signal }) => {
      const asked = { url: address, ...(domainId && { domain_id: domainId }) };
      return body(api.POST('/api/links/check-destination', { body: asked, signal }));
    },
    enabled: isHttpUrl(address),
    staleTime: KEPT_MS,
    retry: false,
    refetchInterval: false,
    refetchOnReconnect: false,
  });
  return address === url.trim() && data ? data.framing : 'unknown';
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), TYPED_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
