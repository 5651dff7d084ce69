import { guestClickRangeNames } from '@linkway/contracts/rules';
import { dayStart, wallClock } from '@linkway/kit/ui';
import { type TableQuery, useTableQuery } from '@linkway/kit/ui/table';

export const PAGE_SIZE = 10;

export const SORTS = ['newest', 'oldest'] as const;
export const FILTERS = {
  created: ['any', 'today', 'week', 'month', '3months'],
  clicks: ['any', ...guestClickRangeNames],
  expired: ['any', 'false', 'true'],
} as const;
type Created = (typeof FILTERS.created)[number];

export type ListQuery = TableQuery<(typeof SORTS)[number], typeof FILTERS>;
/** Of a list that nothing is looked for in. */
export const unfiltered = { search: '', created: 'any', clicks: 'any', expired: 'any' } as const;

/** What the list shows, read from the address and kept there. */
export const useListQuery = () => useTableQuery({ sorts: SORTS, filters: FILTERS, byCursor: true });

export const isFiltered = ({ search, created, clicks, expired }: ListQuery): boolean =>
  search !== '' || [created, clicks, expired].some((chosen) => chosen !== 'any');

/** When the first day began by the clock of whoever looks; `now`: in ms since 1970. */
export function createdFrom(created: Created, now = Date.now()): string | null {
  // What the clock on the wall shows, as if it were that of UTC.
  const day = new Date(wallClock(now));
  if (created === 'any') return null;
  if (created === 'week') day.setUTCDate(day.getUTCDate() - 6);
  if (created === 'month') goBack(day, 1);
  if (created === '3months') goBack(day, 3);
  return dayStart(day.toISOString().slice(0, 10));
}

/** To the same day of an earlier month, or its last one where that has fewer days. */
function goBack(day: Date, months: number): void {
  const wanted = day.getUTCDate();
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() - months);
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(wanted, last));
}

/** As the API takes it. */
export function askedOf({ search, sort, cursor, created, clicks, expired }: ListQuery) {
  const created_from = createdFrom(created);
  return {
    limit: PAGE_SIZE,
    sort,
    ...(cursor && { starting_after: cursor }),
    ...(search && { search }),
    ...(clicks !== 'any' && { clicks }),
    ...(expired !== 'any' && { expired }),
    ...(created_from !== null && { created_from }),
  };
}
