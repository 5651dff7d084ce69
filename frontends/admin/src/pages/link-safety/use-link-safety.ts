import type { BlockScope } from '@linkway/contracts/rules';
import { api, type BlockedDestination, type BlockedDestinations, body } from '@linkway/kit/api';
import { keepPreviousData, usePageQuery, useQueryClient } from '@linkway/kit/query';
import { portionsOf } from './portions';
import { PAGE_SIZE, type SafetyQuery } from './safety-query';

const SAFETY = 'link-safety';
/** While links are looked through, and numbers grow. */
const LOOKING_MS = 3_000;
const IDLE_MS = 60_000;

interface ReportDecision {
  decision: 'quarantine' | 'dismiss';
  addresses: string[];
  scope: BlockScope;
  note: string;
}

interface BlockedPage {
  data: BlockedDestination[];
  pagination: { total: number; total_pages: number };
  is_looking: boolean;
}

/** One page of links in quarantine; the one before stays on the screen until the next is there. */
export const useQuarantined = ({ page, appealed }: SafetyQuery) =>
  usePageQuery({
    queryKey: [SAFETY, 'quarantined', { page, appealed }],
    queryFn: ({ signal }) =>
      body(
        api.GET('/api/admin/quarantined-links', { params: { query: { page, limit: PAGE_SIZE, appealed } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

/** One page of reports, gathered by link. */
export const useReportCases = ({ page, state }: SafetyQuery) =>
  usePageQuery({
    queryKey: [SAFETY, 'reports', { page, state }],
    queryFn: ({ signal }) =>
      body(api.GET('/api/admin/link-reports', { params: { query: { page, limit: PAGE_SIZE, state } }, signal })),
    placeholderData: keepPreviousData,
  });

/** One page of the block list. */
export const useBlockedDestinations = ({ page, search }: SafetyQuery) =>
  usePageQuery<BlockedPage>({
    queryKey: [SAFETY, 'blocked', { page, search }],
    queryFn: ({ signal }) => {
      const query = { page, limit: PAGE_SIZE, ...(search && { search }) };
      return body(api.GET('/api/admin/blocked-destinations', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: (page) => (page?.is_looking ? LOOKING_MS : IDLE_MS),
  });

/** Whatever was answered, all lists are asked for anew. */
export function useSafetyActs() {
  const client = useQueryClient();
  const anew = (): void => void client.invalidateQueries({ queryKey: [SAFETY] });
  return {
    decide: (link_id: string, decision: 'release' | 'keep', answer: string) =>
      body(
        api.POST('/api/admin/quarantined-links/{link_id}/decision', {
          params: { path: { link_id } },
          body: { decision, answer },
        }),
      ).finally(anew),
    decideReport: (id: string, decision: ReportDecision) =>
      body(
        api.POST('/api/admin/link-reports/{id}/decision', {
          params: { path: { id } },
          body: decision,
        }),
      ).finally(anew),
    /** In portions, however many lines there are; where one fails, those before it are on the list. */
    block: (lines: readonly string[], note: string) => blockAll(lines, note).finally(anew),
    unblock: (id: string) =>
      body(api.DELETE('/api/admin/blocked-destinations/{id}', { params: { path: { id } } })).finally(anew),
  };
}

async function blockAll(lines: readonly string[], note: string): Promise<BlockedDestinations> {
  const all: BlockedDestinations = { added: 0, known: 0, refused: [] };
  for (const { from, entries } of portionsOf(lines)) {
    const done = await body(api.POST('/api/admin/blocked-destinations', { body: { entries, note } }));
    all.added += done.added;
    all.known += done.known;
    all.refused.push(...done.refused.map((one) => ({ ...one, line: one.line + from })));
  }
  return all;
}
