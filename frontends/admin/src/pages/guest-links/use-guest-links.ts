import { api, body, type ExpiredGuestLinksDeletion, type ListedGuestLink } from '@linkway/kit/api';
import { keepPreviousData, usePageQuery, useQueryClient } from '@linkway/kit/query';
import { askedOf, isFiltered, type ListQuery } from './list-query';

export interface GuestLinkPage {
  data: ListedGuestLink[];
  pagination: { total: number; total_is_least: boolean; next_starting_after: string | null };
  /** Whether it was asked for some of them alone. */
  filtered: boolean;
}

const GUEST_LINKS = ['guest-links'];
/** What was told is fresh for two minutes; who deletes or presses refresh asks anew. */
const FRESH_MS = 120_000;
/** Clicks that could not be told are asked for again. */
const AGAIN_MS = 10_000;
/** A search that found nothing among the links that it looked at is taken on so often by itself. */
const MORE_LOOKS = 5;

/** One page; the one before stays on the screen until the next is there. */
export const useGuestLinks = (asked: ListQuery) => {
  const { search, sort, cursor, created, clicks, expired } = asked;
  return usePageQuery<GuestLinkPage>({
    queryKey: [...GUEST_LINKS, { search, sort, cursor, created, clicks, expired }],
    queryFn: async ({ signal }) => {
      const wanted = askedOf(asked);
      const ask = (more: { starting_after?: string }) =>
        body(api.GET('/api/admin/guest-links', { params: { query: { ...wanted, ...more } }, signal }));
      let answer = await ask({});
      for (let looks = 0; looks < MORE_LOOKS && answer.data.length === 0; looks += 1) {
        const { next_starting_after } = answer.pagination;
        if (next_starting_after === null) break;
        answer = await ask({ starting_after: next_starting_after });
      }
      return { ...answer, filtered: isFiltered(asked) };
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: (page) => (page?.data.some(({ clicks_count }) => clicks_count === null) ? AGAIN_MS : 0),
  });
};

/** Whatever was answered, the list is asked for anew. */
export function useGuestLinkActs() {
  const client = useQueryClient();
  const anew = (): void => void client.invalidateQueries({ queryKey: GUEST_LINKS });
  return {
    remove: (id: string): Promise<unknown> =>
      body(api.DELETE('/api/admin/guest-links/{id}', { params: { path: { id } } })).finally(anew),
    removeExpired: (): Promise<ExpiredGuestLinksDeletion> =>
      body(api.POST('/api/admin/guest-links/expired-deletion')).finally(anew),
  };
}
