import { api, body, type Link } from '@linkway/kit/api';
import { useQuery } from '@linkway/kit/query';

export type Site = NonNullable<Link['site']>;

/** The page of a link that was just made is read meanwhile; who has not seen it by then finds it in the list. */
const LOOKS_AFTER_MS = [1_500, 2_500, 4_000, 8_000];

/** What is known of the page that a link leads to; null: nothing, or nothing yet. */
export function useSite(link: Link): Site | null {
  const { data } = useQuery<{ site?: Site | null }>({
    queryKey: ['site', link.id],
    queryFn: async ({ signal }) => {
      const { site } = await body(api.GET('/api/links/{id}', { params: { path: { id: link.id } }, signal }));
      return site === undefined ? {} : { site };
    },
    enabled: link.site === undefined,
    initialData: { site: null },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Where pages are not read at all, the answer has no word of it.
    refetchInterval: ({ state }) =>
      (state.data?.site === null && LOOKS_AFTER_MS[state.dataUpdateCount + state.errorUpdateCount]) || false,
  });
  return link.site ?? data.site ?? null;
}
