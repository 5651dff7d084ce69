import { isIP } from 'node:net';
import { type BlockScope, type ErrorCode, MAX_BLOCK_ENTRY_LENGTH } from '@linkway/contracts';
import { plainHost } from '../domain/domain-address.js';

/** `site`: a host with all below it; `host`: that one alone; `path`: what begins with a path on a host; `address`: one address. */
export type EntryKind = 'site' | 'host' | 'path' | 'address';

/** An entry of the block list in the one form that it is kept, compared and shown in. */
export interface Entry {
  kind: EntryKind;
  entry: string;
}

/** An address as entries are compared with it: what leads to the same place is written in the same way. */
export interface ComparedAddress {
  host: string;
  path: string;
  /** The same where a server takes an encoded slash for a letter of a name, so that two dots behind it are no step back. */
  written: string;
  /** With its question mark; empty where there is none. */
  search: string;
}

/** A line of a hosts file: what follows an address that leads nowhere. */
const OF_HOSTS_FILE = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)(?:\s*#.*)?$/;
/** A network, whose number of bits would be taken for a path. */
const NETWORK = /^[\d.]+\/\d{1,2}$/;
const SCHEME = /^https?:\/\//i;

/**
 * The port, the scheme, who signs in and what is after `#` say nothing of whose page it is. Letters of a path that need no percent sign
 * have none, and a slash counts once: servers take both for the same.
 */
export function comparedOf(address: string): ComparedAddress {
  const url = new URL(address);
  const written = writtenOf(url.pathname);
  const path = new URL(`http://host${written}`).pathname;
  return { host: oneHost(plainHost(url)), path, written, search: plainly(url.search) };
}

/** An address of IPv4 within one of IPv6 (RFC 4291 2.5.5.2, RFC 6052 2.1), as URLs have it. */
const IPV4_WITHIN = /^\[(?:::ffff:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]$/;

function oneHost(host: string): string {
  const [, high, low] = IPV4_WITHIN.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  return [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join('.');
}

/** As the entry of an address has it. */
export const addressEntryOf = ({ host, path, search }: Omit<ComparedAddress, 'written'>): string =>
  `${search ? '' : '='}${host}${path}${search}`;

/** The entry that a link's own address makes; a path that is the root's is all of its host, and nothing below that. */
export function entryOfAddress(address: string, scope: BlockScope = 'address'): Entry {
  const compared = comparedOf(address);
  const { host, path } = compared;
  if (scope === 'address') return { kind: 'address', entry: addressEntryOf(compared) };
  return scope === 'host' || path === '/'
    ? { kind: 'host', entry: `=${host}` }
    : { kind: 'path', entry: `${host}${path}` };
}

/** null: an empty line or a remark. */
export function entryOf(line: string): Entry | { fault: ErrorCode } | null {
  const text = line.trim();
  if (text === '' || text.startsWith('#')) return null;
  const named = OF_HOSTS_FILE.exec(text)?.[1] ?? text;
  const isExact = named.startsWith('=');
  // What begins with a path is meant by the path alone.
  const rest = named.replace(/^=/, '').replace(/^\*\./, '').replace(/\/\*$/, '/');
  const address = SCHEME.test(rest) ? rest : `http://${rest}`;
  if (/[\s\\]/.test(rest) || NETWORK.test(rest) || rest === '' || rest.startsWith('/') || !URL.canParse(address))
    return INVALID;
  const compared = comparedOf(address);
  const fault = faultOfHost(compared.host);
  if (fault) return { fault };
  const entry = formOf(compared, isExact);
  return entry.entry.length > MAX_BLOCK_ENTRY_LENGTH ? INVALID : entry;
}

function formOf(compared: ComparedAddress, isExact: boolean): Entry {
  const { host, path, search } = compared;
  if (search !== '' || (isExact && path !== '/')) return { kind: 'address', entry: addressEntryOf(compared) };
  if (path !== '/') return { kind: 'path', entry: `${host}${path}` };
  return isExact ? { kind: 'host', entry: `=${host}` } : { kind: 'site', entry: host };
}

const INVALID = { fault: 'links.block_entry_invalid' } as const;

/** A name of one part is a whole top-level domain, or a name of somebody's own network, where no link leads anyway. */
function faultOfHost(host: string): ErrorCode | null {
  if (host === '' || host.split('.').some((label) => label === '')) return 'links.block_entry_invalid';
  if (host.startsWith('[') || isIP(host) !== 0) return null;
  return host.includes('.') ? null : 'links.block_entry_too_wide';
}

/** Servers take a slash for one however it is written, and what follows `;` in a part for no part of its name. */
const writtenOf = (pathname: string): string =>
  plainly(pathname)
    .replaceAll('%2F', '/')
    .replace(/;[^/]*/g, '')
    .replace(/\/{2,}/g, '/');

/** Percent-encoded letters, digits and marks that need no encoding as such (RFC 3986 2.3), all else with capital digits. */
const plainly = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (encoded, digits: string) => {
    const letter = String.fromCharCode(Number.parseInt(digits, 16));
    return /[A-Za-z0-9._~-]/.test(letter) ? letter : encoded.toUpperCase();
  });
