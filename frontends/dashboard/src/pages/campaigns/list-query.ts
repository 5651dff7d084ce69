import { type TableQuery, useTableQuery } from '@linkway/kit/ui/table';

export const PAGE_SIZE = 10;

const asked = {
  sorts: ['newest', 'oldest', 'name', 'most_clicks'],
  filters: { status: ['all', 'draft', 'active', 'paused', 'completed'] },
} as const;
export const SORTS = asked.sorts;
export const STATUS_FILTERS = asked.filters.status;

export type ListQuery = TableQuery<(typeof asked.sorts)[number], typeof asked.filters>;
/** Of a list that nothing is looked for in. */
export const unfiltered: Partial<ListQuery> = { search: '', status: 'all' };

/** What the list shows, read from the address and kept there. */
export const useListQuery = () => useTableQuery(asked);

export const isFiltered = ({ search, status }: ListQuery): boolean => search !== '' || status !== 'all';
