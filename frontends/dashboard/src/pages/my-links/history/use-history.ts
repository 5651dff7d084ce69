import { api, body, type LinkDifference, type LinkVersion, type ScheduledChange } from '@linkway/kit/api';
import { useInfiniteQuery, usePageQuery, useQueryClient } from '@linkway/kit/query';
import { useEffect, useRef } from 'react';
import { useLinksChanged } from '../../../data/queries';

const VERSIONS = 'link-versions';
const SCHEDULED = 'scheduled-changes';
const PAGE = 20;
/** What is due within a minute is looked at so often. */
const SOON_MS = 2_000;

/** Newest first, page by page. */
export function useVersions(id: string) {
  const query = useInfiniteQuery({
    queryKey: [VERSIONS, id],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) =>
      body(
        api.GET('/api/links/{id}/versions', {
          params: { path: { id }, query: { limit: PAGE, ...(pageParam !== null && { starting_after: pageParam }) } },
        }),
      ),
    getNextPageParam: (last) => last.next_starting_after,
  });
  return { ...query, rows: query.data?.pages.flatMap(({ data }): LinkVersion[] => data) };
}

/** Changes that are planned; once one is done, the link and its history are asked for again. */
export function useScheduled(id: string) {
  const renew = useRenew(id);
  const query = usePageQuery<{ data: ScheduledChange[] }>({
    queryKey: [SCHEDULED, id],
    queryFn: () => body(api.GET('/api/links/{id}/scheduled-changes', { params: { path: { id } } })),
    refetchInterval: (told) => (told?.data.some(isSoon) ? SOON_MS : 0),
  });
  const over = query.data?.data.filter(({ state }) => state !== 'coming').length;
  const before = useRef(over);
  useEffect(() => {
    if (before.current !== undefined && over !== undefined && over > before.current) renew();
    before.current = over;
  });
  return query;
}

const isSoon = ({ state, due_at }: ScheduledChange): boolean =>
  state === 'coming' && Date.parse(due_at) - Date.now() < 60_000;

export interface Compared {
  restorable: LinkDifference[];
  others: LinkDifference[];
}

export const useCompared = (id: string, version: number) =>
  usePageQuery<Compared>({
    queryKey: [VERSIONS, id, 'compared', version],
    queryFn: () => body(api.GET('/api/links/{id}/versions/{version}', { params: { path: { id, version } } })),
    staleTime: 0,
  });

/** Everything that shows the link or its history is asked for again. */
export function useRenew(id: string): () => void {
  const client = useQueryClient();
  const changed = useLinksChanged();
  return () => {
    void client.invalidateQueries({ queryKey: [VERSIONS, id] });
    void client.invalidateQueries({ queryKey: [SCHEDULED, id] });
    void changed();
  };
}
