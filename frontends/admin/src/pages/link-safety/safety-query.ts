import { type TableQuery, useTableQuery } from '@linkway/kit/ui/table';

export const PAGE_SIZE = 10;
const SORTS = ['newest'] as const;
export const FILTERS = {
  view: ['quarantined', 'reports', 'blocked'],
  appealed: ['false', 'true'],
  state: ['open', 'decided'],
} as const;

export type SafetyQuery = TableQuery<(typeof SORTS)[number], typeof FILTERS>;
export interface ViewProps {
  query: SafetyQuery;
  change: (change: Partial<SafetyQuery>, how?: { replace?: boolean }) => void;
}

/** Which of the lists is shown, and what of it; read from the address and kept there. */
export const useSafetyQuery = () => useTableQuery({ sorts: SORTS, filters: FILTERS, lastPage: 100_000 });
