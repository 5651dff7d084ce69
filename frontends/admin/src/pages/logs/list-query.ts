import { auditLevels, auditModules } from '@linkway/contracts/rules';
import { type TableQuery, useTableQuery } from '@linkway/kit/ui/table';

export const PAGE_SIZE = 10;

const SORTS = ['newest'] as const;
export const FILTERS = {
  level: ['all', ...auditLevels],
  module: ['all', ...auditModules],
} as const;
const TIMES = ['from', 'to'] as const;

export type ListQuery = TableQuery<(typeof SORTS)[number], typeof FILTERS, (typeof TIMES)[number]>;
export type ChangeQuery = ReturnType<typeof useListQuery>[1];

/** What the list shows, read from the address and kept there. */
export const useListQuery = () => useTableQuery({ sorts: SORTS, filters: FILTERS, times: TIMES, lastPage: 100_000 });

/** What the list is asked for, as the API takes it: list and export alike. */
export const filtersOf = ({ search, level, module, from, to }: ListQuery) => ({
  ...(search && { search }),
  ...(level !== 'all' && { level }),
  ...(module !== 'all' && { module }),
  ...(from && { from }),
  ...(to && { to }),
});

export const isFiltered = (query: ListQuery): boolean => Object.keys(filtersOf(query)).length > 0;
