import { useSearchParams } from '@linkway/kit/router';
import { usePageParams } from '@linkway/kit/ui';

export const PAGE_SIZE = 20;
export const STATES = ['all', 'missing', 'translated', 'unknown'] as const;

export interface TextQuery {
  page: number;
  search: string;
  state: (typeof STATES)[number];
  /** Empty: all of them. */
  namespace: string;
}

const MOST_SEARCHED = 200;
const usual: TextQuery = { page: 1, search: '', state: 'all', namespace: '' };

/** Which language is shown, and which of its texts; read from the address and kept there. */
export function useTextQuery() {
  const [params, setParams] = useSearchParams();
  const language = params.get('language');
  const query: TextQuery = {
    page: Math.max(1, Math.min(100_000, Number.parseInt(params.get('page') ?? '1', 10) || 1)),
    search: (params.get('search') ?? '').trim().slice(0, MOST_SEARCHED),
    state: STATES.find((state) => state === params.get('state')) ?? 'all',
    namespace: /^[a-z][a-z0-9-]{0,63}$/.test(params.get('namespace') ?? '') ? (params.get('namespace') ?? '') : '',
  };
  const said = Object.entries(query).map(([name, value]): [string, string | null] => [
    name,
    language === null || value === usual[name as keyof TextQuery] ? null : String(value),
  ]);
  usePageParams({ language, ...Object.fromEntries(said) });
  const write = (next: Record<string, string>, replace = false): void =>
    setParams({ tab: 'languages', ...next }, { replace });
  const change = (wanted: Partial<TextQuery>, { replace = wanted.search !== undefined } = {}): void => {
    const all = { ...query, page: 1, ...wanted };
    const unusual = Object.entries(all).filter(([name, value]) => value !== usual[name as keyof TextQuery]);
    write(
      { ...(language && { language }), ...Object.fromEntries(unusual.map(([name, value]) => [name, String(value)])) },
      replace,
    );
  };
  return {
    language,
    query,
    change,
    open: (code: string, state: TextQuery['state'] = 'all') =>
      write({ language: code, ...(state !== 'all' && { state }) }),
    close: () => write({}),
  };
}
