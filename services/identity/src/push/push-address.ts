import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { kindOfHost } from '@linkway/platform';

const LOOKUP_MS = 3_000;

/** Whether an address that a browser gave may be one of a push service; `anywhere`: in a closed network it may be private, and at any port. */
export function isPushEndpoint(endpoint: string, anywhere: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password, port, hostname } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return anywhere || (port === '' && kindOfHost(hostname) === 'public');
}

/**
 * The addresses of a host, looked up once; null: it has none, or one of them is private, by which somebody could have us ask around in our own
 * network. Asked of the name servers themselves: the system's way of looking up takes a thread for each, of which hashes need theirs.
 */
export async function publicAddressesOf(hostname: string, anywhere: boolean): Promise<string[] | null> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await lookUp(host) : [host];
  const isFine = addresses.length > 0 && (anywhere || addresses.every((address) => kindOfHost(address) === 'public'));
  return isFine ? addresses : null;
}

async function lookUp(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  // That there are none is an answer; that nobody answers is an outage.
  const failure = found.find((each) => each.status === 'rejected' && !NONE.has(String(each.reason?.code)));
  if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason;
  return addresses;
}

const NONE = new Set(['ENODATA', 'ENOTFOUND']);
