import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem';
import { pauseOf } from './back-off';

// Whoever did not answer in time was waited for long enough.
const mayPassSoon = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.status === 0 || error.status === 429 || error.status === 502 || error.status === 503);

export const retry = (count: number, error: unknown): boolean => count < 2 && mayPassSoon(error);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry,
        // What failed is asked for again, ever more rarely: that an outage is over is told by nobody.
        refetchInterval: (query) => pauseOf(query),
        // Without network a question fails and says so; it does not wait in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
