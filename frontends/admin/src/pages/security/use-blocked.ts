import { api, body } from '@linkway/kit/api';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';

export const BLOCKED = ['blocked-addresses'];

export const useBlocked = () =>
  usePageQuery({
    queryKey: BLOCKED,
    queryFn: ({ signal }) => body(api.GET('/api/admin/security/blocked-addresses', { signal })),
  });

/** The list is asked for anew once something of it has changed. */
export function useBlocking() {
  const client = useQueryClient();
  const anew = () => client.invalidateQueries({ queryKey: BLOCKED });
  return {
    block: (sent: { address: string; reason: string; expires_at: string | null }) =>
      body(api.POST('/api/admin/security/blocked-addresses', { body: sent })),
    unblock: (id: string) =>
      body(api.DELETE('/api/admin/security/blocked-addresses/{id}', { params: { path: { id } } })),
    anew,
  };
}
