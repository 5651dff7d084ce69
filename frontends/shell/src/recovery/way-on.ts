import { inStorage, putInStorage } from '@linkway/kit/base';

// The link of a mail opens another page than the one that waits for it, which may be closed by then: so where an account was going, with the
// plan or the invitation that its address carries, lies in the browser meanwhile. Whoever signs out leaves nothing of it.
const KEY = 'after_confirmation';

/** `search`: of the dashboard's address. */
export const keepWayOn = (account: string, search: string): void =>
  putInStorage(KEY, search && JSON.stringify([account, search]));

export const dropWayOn = (): void => {
  if (inStorage(KEY)) putInStorage(KEY, '');
};

/** The dashboard's address that an account was going to; by default the dashboard alone. */
export type WayOn = (account: string) => string;

/** As it is now: whoever waits drops it when it goes on. */
export function readWayOn(): WayOn {
  const [whose, search] = keptNow();
  return (account) => `/dashboard${whose === account ? search : ''}`;
}

function keptNow(): [account: string | null, search: string] {
  try {
    const kept: unknown = JSON.parse(inStorage(KEY) || 'null');
    if (!Array.isArray(kept)) return [null, ''];
    const [account, search] = kept as unknown[];
    return typeof account === 'string' && typeof search === 'string' && search.startsWith('?')
      ? [account, search]
      : [null, ''];
  } catch {
    return [null, ''];
  }
}
