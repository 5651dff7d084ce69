import { type TableQuery, useTableQuery } from '@linkway/kit/ui/table';

export const PAGE_SIZE = 10;

export const SORTS = ['newest', 'oldest', 'email', 'email_desc', 'name', 'name_desc'] as const;
export const FILTERS = {
  role: ['all', 'user', 'admin'],
  subscription_type: ['all', 'basic', 'premium'],
  status: ['all', 'active', 'disabled', 'suspended'],
} as const;

export type ListQuery = TableQuery<(typeof SORTS)[number], typeof FILTERS>;

/** What the list shows, read from the address and kept there. */
export const useListQuery = () => useTableQuery({ sorts: SORTS, filters: FILTERS, lastPage: 100_000 });

export const isFiltered = ({ search, role, subscription_type, status }: ListQuery): boolean =>
  search !== '' || [role, subscription_type, status].some((chosen) => chosen !== 'all');
