import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem';

// A refusal stays a refusal; only what may pass by itself is asked again. Whoever did not answer in time was waited for long enough.
const mayPass = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.status === 0 || error.status === 429 || error.status === 502 || error.status === 503);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (count, error) => count < 2 && mayPass(error) },
      mutations: { retry: false },
    },
  });
