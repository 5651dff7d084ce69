import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { ownText } from '@linkway/platform';
import { plainIp } from './visitor.js';

const REMEMBERED = 10_000;

/** The proxies whose forwarding headers are believed; nobody else may say where a request came from. */
export class TrustedProxies {
  private readonly networks = new BlockList();
  private readonly any: boolean;
  private readonly remembered = new Map<string, boolean>();
  private readonly secret: Buffer | null;

  /**
   * Addresses and networks, as `127.0.0.1`, `10.0.0.0/8`, `::1`. Throws on what is neither. With a secret they are believed
   * only together with it.
   */
  constructor(entries: readonly string[], secret = '') {
    this.any = entries.length > 0;
    this.secret = secret === '' ? null : Buffer.from(secret);
    for (const entry of entries) {
      const [address = '', prefix] = entry.split('/');
      const version = isIP(address);
      if (version === 0) throw new Error(`TRUSTED_PROXIES: ${entry} is not an address or a network`);
      const family = version === 6 ? 'ipv6' : 'ipv4';
      if (prefix === undefined) this.networks.addAddress(address, family);
      else this.networks.addSubnet(address, Number(prefix), family);
    }
  }

  /** Whether what a request tells of its way here is believed. */
  vouches(peer: string, secret: string): boolean {
    if (!this.trusts(peer)) return false;
    // Most visits that come past the gateway bring none: nothing has to be compared for that.
    return this.secret === null || (secret !== '' && isSame(this.secret, secret));
  }

  trusts(address: string): boolean {
    if (!this.any) return false;
    const known = this.remembered.get(address);
    if (known !== undefined) return known;
    const version = isIP(address);
    const trusted = version !== 0 && this.networks.check(address, version === 6 ? 'ipv6' : 'ipv4');
    if (this.remembered.size >= REMEMBERED) this.remembered.clear();
    this.remembered.set(address, trusted);
    return trusted;
  }

  /** The nearest address of an X-Forwarded-For list that is not a proxy of ours. */
  clientOf(list: string, peer: string): string {
    let client = peer;
    // From its end: what stands before the client is its own claim, of any length.
    for (let end = list.length; end >= 0; ) {
      const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
      const part = list.slice(comma + 1, end).trim();
      // Budgets and counts remember it for long.
      const address = plainIp(part.length < list.length ? ownText(part) : part);
      if (isIP(address) === 0) break;
      client = address;
      if (!this.trusts(address)) break;
      end = comma;
    }
    return client;
  }
}

function isSame(expected: Buffer, given: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
