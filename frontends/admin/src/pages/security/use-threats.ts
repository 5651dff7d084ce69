import { api, body, type Threat } from '@linkway/kit/api';
import { keepPreviousData, usePageQuery, useQueryClient } from '@linkway/kit/query';
import { isFiltered, PAGE_SIZE, type ThreatQuery } from './threats/threat-query';
import { BLOCKED } from './use-blocked';

const THREATS = ['threats'];
const STATISTICS = ['security-statistics'];
export type Period = '24h' | '7d';

/** One page of threats; the one before stays on the screen until the next is there. */
export const useThreats = (asked: ThreatQuery) => {
  const { page, type, status } = asked;
  return usePageQuery({
    queryKey: [...THREATS, { page, type, status }],
    queryFn: async ({ signal }) => {
      const query = {
        page,
        limit: PAGE_SIZE,
        ...(type !== 'all' && { type }),
        ...(status !== 'all' && { status }),
      };
      const answer = await body(api.GET('/api/admin/security/threats', { params: { query }, signal }));
      return { ...answer, filtered: isFiltered(asked) };
    },
    placeholderData: keepPreviousData,
  });
};

export const useStatistics = (period: Period) =>
  usePageQuery({
    queryKey: [...STATISTICS, period],
    queryFn: ({ signal }) => body(api.GET('/api/admin/security/statistics', { params: { query: { period } }, signal })),
    placeholderData: keepPreviousData,
  });

/** Whatever was answered, threats, blocked addresses and numbers are asked for anew. */
export function useThreatActs() {
  const client = useQueryClient();
  const anew = (): void => {
    for (const queryKey of [THREATS, STATISTICS, BLOCKED]) void client.invalidateQueries({ queryKey });
  };
  return {
    setStatus: (id: string, status: Threat['status']) =>
      body(api.PATCH('/api/admin/security/threats/{id}', { params: { path: { id } }, body: { status } })).finally(anew),
    block: (id: string, expires_at: string | null) =>
      body(
        api.POST('/api/admin/security/threats/{id}/block', { params: { path: { id } }, body: { expires_at } }),
      ).finally(anew),
  };
}
