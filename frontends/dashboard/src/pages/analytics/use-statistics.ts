import { type Analytics, api, body } from '@linkway/kit/api';
import { keepPreviousData, useQuery } from '@linkway/kit/query';
import { type Filter, rangeOf } from './filter';

/** A click is on the page within 2 s, the time to count it included. Nothing is asked while the page is out of sight. */
const LIVE = 800;

export function useStatistics(filter: Filter) {
  const range = rangeOf(filter);
  const { link } = filter;
  return useQuery<Analytics>({
    queryKey: ['statistics', link, range],
    queryFn: ({ signal }) =>
      link === null
        ? body(api.GET('/api/analytics/overview', { params: { query: range }, signal }))
        : body(api.GET('/api/links/{id}/analytics', { params: { path: { id: link }, query: range }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: LIVE,
    refetchOnWindowFocus: 'always',
  });
}

/** The link that the page is about. */
export function useLink(id: string | null) {
  return useQuery({
    queryKey: ['link', id],
    queryFn: () => body(api.GET('/api/links/{id}', { params: { path: { id: id ?? '' } } })),
    enabled: id !== null,
  });
}
