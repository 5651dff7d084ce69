import {
  hashKey,
  type QueryFunction,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { failuresOf, pauseOf } from './back-off';
import { retry } from './client';

/** What a page shows is not what it would be told now. */
export interface Stale {
  /** When it was told, in ms since 1970. */
  since: number;
  error: unknown;
  again: () => void;
  /** It is asked for again just now. */
  busy: boolean;
}

interface Asked<Data>
  extends Pick<
    UseQueryOptions<Data>,
    'initialData' | 'initialDataUpdatedAt' | 'placeholderData' | 'staleTime' | 'enabled' | 'refetchOnWindowFocus'
  > {
  queryKey: QueryKey;
  queryFn: QueryFunction<Data>;
  /** In ms; while it fails, it is asked for ever more rarely instead. */
  refetchInterval?: (data: Data | undefined) => number;
}

/**
 * What a page shows of the API. `failure`: there is nothing to show, and why; it stays until there is an answer, however often it is
 * asked for meanwhile. `stale`: what is shown could not be renewed, said at once where a person asked for it. `old`: it is
 * the answer to an earlier question.
 */
export function usePageQuery<Data>({ refetchInterval, ...asked }: Asked<Data>) {
  const client = useQueryClient();
  const key = hashKey(asked.queryKey);
  const result = useQuery<Data>({
    ...asked,
    // The first tries of a question are quick; one that fails anyway is not asked three times each time.
    retry: (count, error) => {
      const query = client.getQueryCache().find({ queryKey: asked.queryKey, exact: true });
      return (!query || failuresOf(query) === 0) && retry(count, error);
    },
    refetchInterval: (query) => pauseOf(query, refetchInterval ? refetchInterval(query.state.data) : false),
  });
  const { data, error, failureReason, isPlaceholderData, isFetching, dataUpdatedAt } = result;
  const answered = data !== undefined && !isPlaceholderData;

  // Each new attempt forgets the error of the last one; the page goes on telling it.
  const [told, setTold] = useState<{ key: string; error: Error } | null>(null);
  const last = told?.key === key ? told.error : null;
  if (error && error !== last) setTold({ key, error });
  else if (answered && !error && last) setTold(null);

  const [pressed, setPressed] = useState<string | null>(null);
  const refresh = (): void => {
    setPressed(key);
    // One that is under way answers as well.
    void result.refetch({ cancelRefetch: false }).finally(() => setPressed((now) => (now === key ? null : now)));
  };
  const failure = answered ? null : (error ?? last);
  const notRenewed = error ?? (pressed === key ? failureReason : null);
  const stale: Stale | null =
    answered && notRenewed ? { since: dataUpdatedAt, error: notRenewed, again: refresh, busy: isFetching } : null;

  return { data: failure ? undefined : data, failure, stale, old: isPlaceholderData && !failure, isFetching, refresh };
}
