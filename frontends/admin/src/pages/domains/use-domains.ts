import { type AdminDomain, api, body, type ChangeDomain } from '@linkway/kit/api';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';

const ALL = ['all-domains'];

/** Every domain of the platform, the main one first. */
export const useDomains = () =>
  usePageQuery({ queryKey: ALL, queryFn: ({ signal }) => body(api.GET('/api/admin/domains', { signal })) });

export function useChangeDomain() {
  const client = useQueryClient();
  return async (id: string, sent: ChangeDomain): Promise<AdminDomain> => {
    try {
      return await body(api.PATCH('/api/admin/domains/{id}', { params: { path: { id } }, body: sent }));
    } finally {
      void client.invalidateQueries({ queryKey: ALL });
    }
  };
}
