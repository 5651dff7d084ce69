import type { LookupAddress } from 'node:dns';
import dns from 'node:dns/promises';
import { isIP } from 'node:net';
import { kindOfAddress, kindOfHost } from '../address/host-kind.js';
import { GuardedError } from './guarded-error.js';
import { isPortOfWeb } from './web-ports.js';

/** Where a guarded request may go. */
export interface GuardedRules {
  /**
   * `secure`: https at its usual port, as for what is sent; `web`: what a browser may be led to, http and other ports as well, but none
   * that browsers keep away from.
   */
  scope?: 'secure' | 'web';
  /** http, any port, and addresses of this machine and its networks, too: for development and tests. */
  allowPrivate?: boolean;
}

export type Resolve = (host: string) => Promise<LookupAddress[]>;

const byTheSystem: Resolve = (host) => dns.lookup(host, { all: true, verbatim: true });

/**
 * Asks name servers for the very name: not the hosts file, nor the name in the domains that this machine searches, which would tell whoever
 * chose it what there is in them. Names that are never answered hold none of the few threads that all other names are looked up in.
 */
const byNameServers: Resolve = async (host) => {
  const [v4, v6] = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]);
  if (v4.status === 'rejected' && v6.status === 'rejected') {
    // That there are none of one kind says nothing of the other, of which nobody could tell.
    throw [v4.reason, v6.reason].find((reason) => !isNone(reason)) ?? v4.reason;
  }
  const of = (family: 4 | 6, found: typeof v4): LookupAddress[] =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
  return [...of(4, v4), ...of(6, v6)];
};

/** Name servers have answered that there is nothing under a name: no outage. */
const isNone = (error: unknown): boolean =>
  ['ENODATA', 'ENOTFOUND'].includes(String((error as NodeJS.ErrnoException | undefined)?.code));

/** Whether a name leads nowhere, where nothing says that this is for now alone. */
export const leadsNowhere = ({ failure, cause }: GuardedError): boolean =>
  failure === 'name_unknown' && (cause === undefined || isNone(cause));

/**
 * What is wrong with an address by its text alone; null: nothing. `refused`: with credentials, or with a scheme or port that it may not have;
 * `private`: it names a private place. Names are looked up when a request is made.
 */
export function faultOfAddress(url: URL, rules: GuardedRules = {}): 'refused' | 'private' | null {
  const { allowPrivate = false, scope = 'secure' } = rules;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return 'refused';
  const mayBePlain = allowPrivate || scope === 'web';
  if (url.protocol !== 'https:' && !(mayBePlain && url.protocol === 'http:')) return 'refused';
  if (allowPrivate) return null;
  if (url.port !== '' && !(scope === 'web' && isPortOfWeb(Number(url.port)))) return 'refused';
  return kindOfHost(url.hostname) === 'public' ? null : 'private';
}

/**
 * The addresses that a request to it may connect to. Resolved once, and all of them are judged: one private address among public ones
 * refuses them all, as whoever owns the name chose both. Throws `GuardedError`.
 */
export async function addressesOf(
  url: URL,
  rules: GuardedRules = {},
  resolve: Resolve = rules.allowPrivate ? byTheSystem : byNameServers,
): Promise<LookupAddress[]> {
  const fault = faultOfAddress(url, rules);
  if (fault) throw new GuardedError(`address_${fault}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family === 0 ? await resolved(host, resolve) : [{ address: host, family }];
  if (!rules.allowPrivate && found.some(({ address }) => kindOfAddress(address) !== 'public'))
    throw new GuardedError('address_private');
  return found;
}

async function resolved(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  let found: LookupAddress[];
  try {
    found = await resolve(host);
  } catch (error) {
    throw new GuardedError('name_unknown', { cause: error });
  }
  if (found.length === 0) throw new GuardedError('name_unknown');
  return found;
}
