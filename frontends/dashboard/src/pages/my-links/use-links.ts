import { api, body, type Link } from '@linkway/kit/api';
import { keepPreviousData, useQuery, useQueryClient } from '@linkway/kit/query';
import { useLiveClicks } from '../../data/live-clicks';
import type { ListQuery } from './list-query';

export const PAGE_SIZE = 10;

export interface LinkPage {
  data: Link[];
  pagination: { page: number; limit: number; total: number; total_pages: number };
}

/** One page of links; the one before stays on the screen until the next is there. */
export function useLinks({ page, search, status, sort }: ListQuery) {
  const refetchInterval = useLiveClicks<LinkPage>('links', null, ({ data }) =>
    data.some((link) => link.clicks_count === null),
  );
  return useQuery<LinkPage>({
    queryKey: ['links', { page, search, status, sort }],
    queryFn: ({ signal }) =>
      body(
        api.GET('/api/links', {
          params: {
            query: {
              page,
              limit: PAGE_SIZE,
              sort,
              ...(search && { search }),
              ...(status !== 'all' && { status }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

/** Shows a changed link in every list at once, before the API has answered. */
export function useLinkOnScreen(): (id: string, change: Partial<Link>) => Promise<void> {
  const client = useQueryClient();
  return async (id, change) => {
    // An answer that is on its way would bring the old state back.
    await client.cancelQueries({ queryKey: ['links'] });
    client.setQueriesData<LinkPage>({ queryKey: ['links'] }, (page) =>
      page && 'pagination' in page
        ? { ...page, data: page.data.map((link) => (link.id === id ? { ...link, ...change } : link)) }
        : page,
    );
  };
}
