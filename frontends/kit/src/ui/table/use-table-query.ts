import { useSearchParams } from 'react-router';

type Filters = Record<string, readonly [string, ...string[]]>;

/** What a list can be asked for. The first of each is as usual, and stays out of the address. */
interface Asked<Sort extends string, F extends Filters> {
  sorts: readonly [Sort, ...Sort[]];
  filters?: F;
  /** Numbered pages end there. */
  lastPage?: number;
}

export type TableQuery<Sort extends string, F extends Filters> = {
  page: number;
  search: string;
  sort: Sort;
  /** Where the page begins, of lists that are paged by cursor; '': at the first row. */
  cursor: string;
} & { [Name in keyof F]: F[Name][number] };

const oneOf = (values: readonly string[], value: string | null): string =>
  values.find((known) => known === value) ?? (values[0] as string);

/**
 * What a list shows, read from the address and kept there; what the address has and the list does not know is as usual. Every change
 * but the page's own starts at the first page.
 */
// biome-ignore lint/complexity/noBannedTypes: a list without filters
export function useTableQuery<Sort extends string, F extends Filters = {}>({
  sorts,
  filters,
  lastPage = Number.MAX_SAFE_INTEGER,
}: Asked<Sort, F>): [TableQuery<Sort, F>, (change: Partial<TableQuery<Sort, F>>) => void] {
  const [params, setParams] = useSearchParams();
  const choices: Record<string, readonly string[]> = { ...filters, sort: sorts };
  const chosen = Object.entries(choices).map(([name, values]) => [name, oneOf(values, params.get(name))]);
  const query = {
    page: Math.min(lastPage, Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)),
    search: params.get('search') ?? '',
    cursor: params.get('cursor') ?? '',
    ...Object.fromEntries(chosen),
  } as TableQuery<Sort, F>;
  const usual: Record<string, unknown> = { page: 1, search: '', cursor: '' };
  for (const [name, values] of Object.entries(choices)) usual[name] = values[0];

  const change = (wanted: Partial<TableQuery<Sort, F>>): void => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ ...query, page: 1, cursor: '', ...wanted })) {
          if (value === usual[name]) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      // Typing is no step to go back to.
      { replace: wanted.search !== undefined },
    );
  };
  return [query, change];
}
