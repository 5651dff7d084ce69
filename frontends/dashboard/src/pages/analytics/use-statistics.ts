import { type Analytics, api, body } from '@linkway/kit/api';
import { keepPreviousData, usePageQuery, useQuery } from '@linkway/kit/query';
import { useLiveClicks } from '../../data/live-clicks';
import { type Filter, rangeOf } from './filter';

export function useStatistics(filter: Filter) {
  const range = rangeOf(filter);
  const { link } = filter;
  const refetchInterval = useLiveClicks<Analytics>('statistics', link);
  return usePageQuery<Analytics>({
    queryKey: ['statistics', link, range],
    queryFn: ({ signal }) =>
      link === null
        ? body(api.GET('/api/analytics/overview', { params: { query: range }, signal }))
        : body(api.GET('/api/links/{id}/analytics', { params: { path: { id: link }, query: range }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
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
