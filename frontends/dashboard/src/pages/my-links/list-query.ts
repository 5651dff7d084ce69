import { MOST_BY_PAGE, MOST_TAGS, tagFault, tagOf, uniqueTags } from '@linkway/contracts/rules';
import { dayStart } from '@linkway/kit/ui';
import { type TableQuery, useTableQuery } from '@linkway/kit/ui/table';
import { dayIn, daysAfter, todayOf } from '../../data/days';
import { isId } from '../../data/id';

export const PAGE_SIZE = 10;

/** When links were made: ever, in the last days with today, or between two days. */
export const CREATED = ['any', 'today', '7d', '30d', '90d', 'custom'] as const;
export type Created = (typeof CREATED)[number];
const DAYS = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const;

/** Days are of a range that was chosen, and of no other. */
const customDay = (text: string, params: URLSearchParams): string =>
  params.get('created') === 'custom' ? dayIn(text) : '';

const asked = {
  sorts: ['newest', 'oldest', 'most_clicks', 'fewest_clicks'],
  filters: { status: ['all', 'active', 'paused'], created: CREATED },
  texts: {
    tags: (text: string) => tagsText(tagsIn(text)),
    /** The id of one. */
    campaign: (text: string) => (isId(text) ? text.toLowerCase() : ''),
    from: customDay,
    to: customDay,
  },
  /** Numbered pages end there, however many links there are. */
  lastPage: MOST_BY_PAGE / PAGE_SIZE,
} as const;

export type ListQuery = TableQuery<(typeof asked.sorts)[number], typeof asked.filters, never, keyof typeof asked.texts>;
/** Of a list that nothing is looked for in. */
export const unfiltered: Partial<ListQuery> = { search: '', status: 'all', tags: '', campaign: '', created: 'any' };

/** Separated by commas, as the API takes them; none that it would refuse. */
export const tagsIn = (text: string): string[] =>
  uniqueTags(text.split(',').map(tagOf))
    .filter((tag) => tagFault(tag) === null)
    .slice(0, MOST_TAGS);
export const tagsText = (tags: readonly string[]): string => tags.join(',');

/** What the list shows, read from the address and kept there. */
export const useListQuery = () => useTableQuery(asked);

export const isFiltered = ({ search, status, tags, campaign, ...query }: ListQuery): boolean =>
  search !== '' || status !== 'all' || tags !== '' || campaign !== '' || Object.keys(createdBetween(query)).length > 0;

/** The moments between which links were made, by the account's clock: the first is included, the last is not. */
export function createdBetween(
  { created, from, to }: Pick<ListQuery, 'created' | 'from' | 'to'>,
  today = todayOf(),
): { created_from?: string; created_to?: string } {
  if (created === 'any') return {};
  if (created !== 'custom') return { created_from: dayStart(daysAfter(today, 1 - DAYS[created])) };
  return { ...(from && { created_from: dayStart(from) }), ...(to && { created_to: dayStart(daysAfter(to, 1)) }) };
}

/** What the API is asked for: the list as it is shown. */
export function wantedOf({ page, search, status, sort, tags, campaign, ...query }: ListQuery) {
  return {
    page,
    limit: PAGE_SIZE,
    sort,
    ...(search && { search }),
    ...(status !== 'all' && { status }),
    ...(tags && { tags }),
    ...(campaign && { campaign_id: campaign }),
    ...createdBetween(query),
  };
}
