import { api, body } from '@linkway/kit/api';
import { usePageQuery } from '@linkway/kit/query';

/** Looked at when the page is opened and when somebody asks: each look asks every service. */
export const useDeployment = () =>
  usePageQuery({
    queryKey: ['deployment'],
    queryFn: ({ signal }) => body(api.GET('/api/admin/deployment', { signal })),
    refetchOnWindowFocus: false,
  });
