import { type AuditEntry, type AuditVerification, api, body } from '@linkway/kit/api';
import { loadPart } from '@linkway/kit/base';
import { keepPreviousData, useMutation, usePageQuery, useQueryClient } from '@linkway/kit/query';
import { useEffect, useRef, useState } from 'react';
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

/**
 * Proves the chain, portion by portion; with a noted entry, also that it is still the same. What came of it stays until there is something
 * newer; of one that was stopped, what its portions found.
 */
export function useVerification() {
  const client = useQueryClient();
  const [last, setLast] = useState<Outcome | null>(null);
  /** What came of the portions of the proof under way, or of the one that failed; null: none of them is answered. */
  const [soFar, setSoFar] = useState<AuditVerification | null>(null);
  const running = useRef<AbortController>(null);
  const stop = (): void => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, isPending: busy } = useMutation<AuditVerification | null, Error, Asked>({
    mutationFn: async ({ noted, from }) => {
      stop();
      const { signal } = (running.current = new AbortController());
      let found = from;
      setSoFar(found);
      do {
        const query = found?.next ? { next: found.next } : (noted ?? {});
        try {
          found = await body(api.GET('/api/admin/audit-log/verification', { params: { query }, signal }));
        } catch (error) {
          if (signal.aborted) break;
          throw error;
        }
        setSoFar(found);
      } while (found.next && !signal.aborted);
      return found;
    },
    onSuccess: (found, { noted }) => {
      if (found) setLast({ noted, found });
      // That it was proven is an entry, too.
      void client.invalidateQueries({ queryKey: LOG });
    },
    onError: (error, { noted }) => setLast({ noted, error }),
  });
  return {
    verify: (noted: NotedHead | null) => mutate({ noted, from: null }),
    /** From where a portion could not be had; a proof that cannot go on begins anew. */
    retry: ({ noted, error }: { noted: NotedHead | null; error: Error }) =>
      mutate({ noted, from: (error as Partial<{ code: string }>).code === 'audit_log.next_invalid' ? null : soFar }),
    stop,
    busy,
    soFar: busy ? soFar : null,
    last,
  };
}

interface Asked {
  noted: NotedHead | null;
  /** What came of the portions before; null: it begins. */
  from: AuditVerification | null;
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
