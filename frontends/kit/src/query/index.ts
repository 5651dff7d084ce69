export {
  keepPreviousData,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
export { createQueryClient } from './client';
export { type Stale, usePageQuery } from './page-query';
