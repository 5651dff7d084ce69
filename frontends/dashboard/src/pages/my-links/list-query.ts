import { MOST_BY_PAGE } from '@linkway/contracts/rules';
import { type TableQuery, useTableQuery } from '@linkway/kit/ui/table';

export const PAGE_SIZE = 10;

const asked = {
  sorts: ['newest', 'oldest'],
  filters: { status: ['all', 'active', 'paused'] },
  /** Numbered pages end there, however many links there are. */
  lastPage: MOST_BY_PAGE / PAGE_SIZE,
} as const;

export type ListQuery = TableQuery<'newest' | 'oldest', typeof asked.filters>;

/** What the list shows, read from the address and kept there. */
export const useListQuery = () => useTableQuery(asked);
