import { api, body, type Overview } from '@linkway/kit/api';
import { usePageQuery } from '@linkway/kit/query';
import { useEffect, useState } from 'react';
import { useLiveClicks } from '../../data/live-clicks';
import { timezone } from '../../data/queries';

/** Statistics may take longer than anybody wants to look at an empty page. */
const PATIENCE = 3_000;

/** The figures of the overview. `late`: they are not there and nobody waits any longer, though they are still asked for. */
export function useOverview() {
  const refetchInterval = useLiveClicks<Overview>('overview', null, ({ total_links }) => total_links === null);
  const { data, failure, stale, isFetching, refresh } = usePageQuery<Overview>({
    queryKey: ['overview', timezone()],
    queryFn: () =>
      body(api.GET('/api/analytics/overview', { params: { query: { timezone: timezone(), kind: 'human' } } })),
    refetchInterval,
  });
  const waiting = data === undefined;
  const [overdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setOverdue(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [waiting]);
  return { data, late: waiting && (overdue || failure !== null), failure, stale, isFetching, refresh };
}
