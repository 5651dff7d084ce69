import { orphanReasons } from '@linkway/contracts/rules';
import { type TableQuery, useTableQuery } from '@linkway/kit/ui/table';

export const PAGE_SIZE = 10;

const HOUR_MS = 3_600_000;
const HOURS = { '30d': 720, '24h': 24, '7d': 168, '90d': 2_160 } as const;
export type Period = keyof typeof HOURS;

const SORTS = ['visits_desc', 'visits', 'newest', 'oldest'] as const;
export const FILTERS = {
  reason: ['all', ...orphanReasons],
  bots: ['false', 'true'],
  period: Object.keys(HOURS) as [Period, ...Period[]],
} as const;

export type ListQuery = TableQuery<(typeof SORTS)[number], typeof FILTERS>;

/** What the list shows, read from the address and kept there. */
export const useListQuery = () => useTableQuery({ sorts: SORTS, filters: FILTERS, lastPage: 100_000 });

/** As the API takes it. `now`: in ms since 1970. */
export const askedOf = ({ page, search, sort, reason, bots, period }: ListQuery, now = Date.now()) => ({
  page,
  limit: PAGE_SIZE,
  sort,
  bots,
  ...(search && { search }),
  ...(reason !== 'all' && { reason }),
  from: new Date(now - HOURS[period] * HOUR_MS).toISOString(),
});

export const isFiltered = ({ search, reason }: ListQuery): boolean => search !== '' || reason !== 'all';
