import { api, body, type Link } from '@linkway/kit/api';
import { keepPreviousData, usePageQuery, useQueryClient } from '@linkway/kit/query';
import { useLiveClicks } from '../../data/live-clicks';
import { createdBetween, type ListQuery, PAGE_SIZE, wantedOf } from './list-query';

export interface LinkPage {
  data: Link[];
  pagination: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    total_is_least?: boolean;
    next_starting_after?: string | null;
    clicks_as_of?: string | null;
  };
}

/** A search that found nothing among the newest links is taken on so often before it is given up. */
const MORE_LOOKS = 5;

/** One page of links; the one before stays on the screen until the next is there. */
export function useLinks(query: ListQuery) {
  const { page, search, status, sort, tags, campaign } = query;
  const between = createdBetween(query);
  const refetchInterval = useLiveClicks<LinkPage>('links', null, ({ data }) =>
    data.some((link) => link.clicks_count === null),
  );
  return usePageQuery<LinkPage>({
    queryKey: ['links', { page, search, status, sort, tags, campaign, ...between }],
    queryFn: async ({ signal }) => {
      const wanted = wantedOf(query);
      const ask = (after: { starting_after?: string }): Promise<LinkPage> =>
        body(api.GET('/api/links', { params: { query: { ...wanted, ...after } }, signal }));
      const first = await ask({});
      if (page === 1 && first.data.length === 0) return goOn(first, (starting_after) => ask({ starting_after }));
      return endedAt(page, first);
    },
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

/** The first links that a search finds further on, where there are none among those that it looked at; their pages are not numbered. */
async function goOn(first: LinkPage, ask: (after: string) => Promise<LinkPage>): Promise<LinkPage> {
  let found = first;
  for (let looks = 0; looks < MORE_LOOKS && found.data.length === 0; looks += 1) {
    const next = found.pagination.next_starting_after;
    if (!next) return found;
    found = await ask(next);
  }
  return { ...found, pagination: { ...found.pagination, total: found.data.length, total_pages: 1 } };
}

/** A search that looked at some of the links alone has no numbered page after one that is not full, however many it finds in all. */
function endedAt(page: number, found: LinkPage): LinkPage {
  const { data, pagination } = found;
  if (data.length === PAGE_SIZE || !pagination.next_starting_after) return found;
  // Nor is there this one: the first leads to what there is.
  const total = data.length === 0 ? 0 : (page - 1) * PAGE_SIZE + data.length;
  return { data, pagination: { ...pagination, total, total_pages: data.length === 0 ? 1 : page } };
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
