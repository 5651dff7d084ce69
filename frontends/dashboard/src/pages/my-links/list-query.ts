import { MOST_BY_PAGE } from '@linkway/contracts/rules';
import { useSearchParams } from '@linkway/kit/router';

export const PAGE_SIZE = 10;
/** Numbered pages end there, however many links there are. */
const LAST_PAGE = MOST_BY_PAGE / PAGE_SIZE;

export type Status = 'all' | 'active' | 'paused';
export type Sort = 'newest' | 'oldest';

export interface ListQuery {
  page: number;
  search: string;
  status: Status;
  sort: Sort;
}

const oneOf = <T extends string>(values: readonly T[], value: string | null): T =>
  values.find((known) => known === value) ?? (values[0] as T);

/** What the list shows, read from the address and kept there. Every change but the page's own starts at the first page. */
export function useListQuery(): [ListQuery, (change: Partial<ListQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const query: ListQuery = {
    page: Math.min(LAST_PAGE, Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)),
    search: params.get('search') ?? '',
    status: oneOf<Status>(['all', 'active', 'paused'], params.get('status')),
    sort: oneOf<Sort>(['newest', 'oldest'], params.get('sort')),
  };
  const change = (wanted: Partial<ListQuery>): void => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        const { page, search, status, sort } = { ...query, page: 1, ...wanted };
        // What is as usual stays out of the address.
        for (const [key, value, usual] of [
          ['page', String(page), '1'],
          ['search', search, ''],
          ['status', status, 'all'],
          ['sort', sort, 'newest'],
        ] as const) {
          if (value === usual) next.delete(key);
          else next.set(key, value);
        }
        return next;
      },
      // Typing is no step to go back to.
      { replace: wanted.search !== undefined },
    );
  };
  return [query, change];
}
