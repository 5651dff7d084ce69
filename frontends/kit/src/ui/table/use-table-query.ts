import { MAX_SEARCH_LENGTH } from '@linkway/contracts/rules';
import { useSearchParams } from 'react-router';
import { usePageParams } from '../page-params';

type Filters = Record<string, readonly [string, ...string[]]>;

/** A text of the address, beside the others of it, as the list takes it. */
type Read = (text: string, params: URLSearchParams) => string;

/** What a list can be asked for. The first of each is as usual, and stays out of the address. */
interface Asked<Sort extends string, F extends Filters, Time extends string, Text extends string> {
  sorts: readonly [Sort, ...Sort[]];
  filters?: F;
  /** Names of moments; there is none as usual. */
  times?: readonly Time[];
  /** Names of what is free, each with how it is read: what comes back is what the list is asked for, '' as usual. */
  texts?: Readonly<Record<Text, Read>>;
  /** Numbered pages end there. */
  lastPage?: number;
  /** Its pages are not numbered: each begins where the one before ends. */
  byCursor?: true;
}

export type TableQuery<
  Sort extends string,
  F extends Filters,
  Time extends string = never,
  Text extends string = never,
> = {
  page: number;
  search: string;
  sort: Sort;
  /** Where the page begins, of lists that are paged by cursor; '': at the first row. */
  cursor: string;
} & { [Name in keyof F]: F[Name][number] } & {
  /** ISO, or ''. */
  [Name in Time]: string;
} & { [Name in Text]: string };

/** A change of the page that nobody asked for is no step to go back to, nor is typing. */
type Change<Query> = (change: Partial<Query>, how?: { replace?: boolean }) => void;

const oneOf = (values: readonly string[], value: string | null): string =>
  values.find((known) => known === value) ?? (values[0] as string);

/** What is too long to be searched for is searched for by nobody. */
function searchOf(params: URLSearchParams): string {
  const search = (params.get('search') ?? '').trim();
  return search.length > MAX_SEARCH_LENGTH ? '' : search;
}

/** Written as the API takes it; '' for what is no time. */
function timeOf(params: URLSearchParams, name: string): string {
  const at = new Date(params.get(name) ?? '');
  const iso = Number.isNaN(at.getTime()) ? '' : at.toISOString();
  return /^\d{4}-/.test(iso) ? iso : '';
}

/**
 * What a list shows, read from the address and kept there; what the address has and the list does not know is as usual, and leaves the
 * address. Every change but the page's own starts at the first page.
 */
export function useTableQuery<
  Sort extends string,
  // biome-ignore lint/complexity/noBannedTypes: a list without filters
  F extends Filters = {},
  Time extends string = never,
  Text extends string = never,
>({
  sorts,
  filters,
  times = [],
  texts,
  lastPage = Number.MAX_SAFE_INTEGER,
  byCursor,
}: Asked<Sort, F, Time, Text>): [TableQuery<Sort, F, Time, Text>, Change<TableQuery<Sort, F, Time, Text>>] {
  const [params, setParams] = useSearchParams();
  const free = Object.entries<Read>(texts ?? {});
  const choices: Record<string, readonly string[]> = { ...filters, sort: sorts };
  const chosen = Object.entries(choices).map(([name, values]) => [name, oneOf(values, params.get(name))]);
  const asked = Number.parseInt(params.get('page') ?? '1', 10) || 1;
  const query = {
    page: byCursor ? 1 : Math.min(lastPage, Math.max(1, asked)),
    search: searchOf(params),
    cursor: (byCursor && params.get('cursor')) || '',
    ...Object.fromEntries(times.map((name) => [name, timeOf(params, name)])),
    ...Object.fromEntries(free.map(([name, read]) => [name, read(params.get(name) ?? '', params)])),
    ...Object.fromEntries(chosen),
  } as TableQuery<Sort, F, Time, Text>;
  const usual: Record<string, unknown> = { page: 1, search: '', cursor: '' };
  for (const name of [...times, ...free.map(([text]) => text)]) usual[name] = '';
  for (const [name, values] of Object.entries(choices)) usual[name] = values[0];
  const said = (name: string, value: unknown): string | null => (value === usual[name] ? null : String(value));
  usePageParams(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, said(name, value)])));

  const change = (
    wanted: Partial<TableQuery<Sort, F, Time, Text>>,
    { replace = wanted.search !== undefined } = {},
  ): void => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ ...query, page: 1, cursor: '', ...wanted })) {
          const text = said(name, value);
          if (text === null) next.delete(name);
          else next.set(name, text);
        }
        return next;
      },
      { replace },
    );
  };
  return [query, change];
}
