import { type AuditEntry, type AuditVerification, api, body } from '@linkway/kit/api';
import { loadPart } from '@linkway/kit/base';
import { keepPreviousData, useMutation, usePageQuery, useQueryClient } from '@linkway/kit/query';
import { useState } from 'react';
import { filtersOf, isFiltered, type ListQuery, PAGE_SIZE } from './list-query';

interface LogPage {
  data: AuditEntry[];
  pagination: { page: number; limit: number; total: number; total_pages: number };
  /** Whether it was asked for some of them alone. */
  filtered: boolean;
}

const LOG = ['audit-log'];

/** One page of entries; the one before stays on the screen until the next is there. */
export const useLog = (asked: ListQuery) => {
  const { page } = asked;
  const filters = filtersOf(asked);
  return usePageQuery<LogPage>({
    queryKey: [...LOG, { page, ...filters }],
    queryFn: async ({ signal }) => {
      const query = { page, limit: PAGE_SIZE, ...filters };
      const answer = await body(api.GET('/api/admin/audit-log', { params: { query }, signal }));
      return { ...answer, filtered: isFiltered(asked) };
    },
    placeholderData: keepPreviousData,
  });
};

/** An entry that was noted in another place than the log. */
export interface NotedHead {
  seq: number;
  hash: string;
}

type Outcome = { noted: NotedHead | null } & ({ found: AuditVerification } | { error: Error });

/** Proves the chain; with a noted entry, also that it is still the same. What came of it stays until there is something newer. */
export function useVerification() {
  const client = useQueryClient();
  const [last, setLast] = useState<Outcome | null>(null);
  const { mutate: verify, isPending: busy } = useMutation<AuditVerification, Error, NotedHead | null>({
    mutationFn: (noted) => body(api.GET('/api/admin/audit-log/verification', { params: { query: noted ?? {} } })),
    onSuccess: (found, noted) => {
      setLast({ noted, found });
      // That it was proven is an entry, too.
      void client.invalidateQueries({ queryKey: LOG });
    },
    onError: (error, noted) => setLast({ noted, error }),
  });
  return { verify, busy, last };
}

export type Format = 'csv' | 'json';

/** Saves what the filters find. Not as a link: a file that ends too early would be saved all the same, and taken for whole. */
export function useExport(query: ListQuery) {
  const client = useQueryClient();
  return useMutation<void, Error, Format>({
    mutationFn: async (format) => {
      const { saveFile } = await loadPart(() => import('./save-file'));
      const asked = { params: { query: { ...filtersOf(query), format } }, parseAs: 'blob' } as const;
      const file = await body(api.GET('/api/admin/audit-log/export', asked));
      saveFile(file, `linkway-audit-log-${new Date().toISOString().slice(0, 10)}.${format}`);
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: LOG }),
  });
}
