import { type ApiProblem, api, asProblem, body } from '@linkway/kit/api';
import { useLocation } from '@linkway/kit/router';
import { useEffect, useState } from 'react';

const CARRIED = [
  'plan',
  'price',
  'domain',
  'return',
  'invite',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const;
type Carried = Partial<Record<(typeof CARRIED)[number], string>>;
/** As the API takes it: each, and all in JSON. */
const MAX_CARRIED_LENGTH = 500;
const MAX_CARRIED_BYTES = 2_000;

const bytesOf = (carried: Carried): number => new TextEncoder().encode(JSON.stringify(carried)).length;

/** Of the page's address what is put back into it on the way from Google: what has room, in that order. */
function carriedOf(search: string): Carried {
  const params = new URLSearchParams(search);
  return CARRIED.reduce<Carried>((carried, name) => {
    const value = params.get(name);
    if (value === null || value.length > MAX_CARRIED_LENGTH) return carried;
    const more = { ...carried, [name]: value };
    return bytesOf(more) > MAX_CARRIED_BYTES ? carried : more;
  }, {});
}

interface Options {
  page: 'login' | 'register';
  /** Whether what has to be agreed to before is; else it says so itself. */
  ready: () => boolean;
  refuse: (problem: ApiProblem) => void;
}

/** The way to Google. */
export function useGoogle({ page, ready, refuse }: Options) {
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  /** Why the last try did not get there. */
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  useEffect(() => {
    // Back from Google by the browser's own button the page is as it was left.
    const back = (): void => setBusy(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);
  const go = async (): Promise<void> => {
    if (busy || !ready()) return;
    setBusy(true);
    try {
      const terms = page === 'register' ? { accept_terms: true } : {};
      const input = { page, ...terms, ...carriedOf(search) };
      const { authorization_url } = await body(api.POST('/api/auth/google/start', { body: input }));
      window.location.assign(authorization_url);
    } catch (error) {
      const failed = asProblem(error);
      setBusy(false);
      setProblem(failed);
      refuse(failed);
    }
  };
  return { busy, problem, go };
}
