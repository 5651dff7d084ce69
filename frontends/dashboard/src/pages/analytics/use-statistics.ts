import { type Analytics, api, body } from '@linkway/kit/api';
import { keepPreviousData, usePageQuery } from '@linkway/kit/query';
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
