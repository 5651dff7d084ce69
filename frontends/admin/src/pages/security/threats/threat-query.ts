import { type TableQuery, useTableQuery } from '@linkway/kit/ui/table';

export const PAGE_SIZE = 10;

const SORTS = ['newest'] as const;
export const FILTERS = {
  type: ['all', 'brute_force', 'spam', 'ddos', 'malicious_link', 'lock_out'],
  status: ['all', 'active', 'investigating', 'resolved'],
} as const;

const TYPES = FILTERS.type.filter((type) => type !== 'all');

/** Of what was blocked as a threat the reason is its type. */
export const asThreatType = (reason: string): (typeof TYPES)[number] | undefined =>
  TYPES.find((type) => type === reason);

export type ThreatQuery = TableQuery<(typeof SORTS)[number], typeof FILTERS>;

/** What the list shows, read from the address and kept there. */
export const useThreatQuery = () => useTableQuery({ sorts: SORTS, filters: FILTERS, lastPage: 100_000 });

export const isFiltered = ({ type, status }: ThreatQuery): boolean => type !== 'all' || status !== 'all';
