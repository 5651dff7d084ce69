import { BlockList, isIP } from 'node:net';
import { hextets, mappedIpv4 } from './ip-address.js';

/** This very machine, by whichever of its addresses: on a single node, or behind an unnamed proxy, all come from there. */
export const LOOPBACK = 'loopback';
/** What is no address. All of it counts as one network, so that a limit never fails open. */
export const UNKNOWN = 'unknown';

export interface Prefixes {
  /** Bits of an IPv4 address: 32 is the address itself. */
  v4?: number;
  /** Bits of an IPv6 address: one household or phone has a /64, many customers a /56. */
  v6?: number;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** The network that an address is counted on: `203.0.113.7`, `203.0.113.0/24`, `2001:db8:1:2::/64`, LOOPBACK or UNKNOWN. */
export function networkOf(ip: string, { v4 = 32, v6 = 64 }: Prefixes = {}): string {
  const address = ip.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  switch (isIP(address)) {
    case 4:
      if (loopback.check(address, 'ipv4')) return LOOPBACK;
      return v4 === 32 ? address : `${masked(address.split('.').map(Number), v4, 8).join('.')}/${v4}`;
    case 6: {
      const groups = hextets(address);
      // A server that listens on both families sees an IPv4 caller in this form.
      const mapped = mappedIpv4(groups);
      if (mapped !== null) return networkOf(mapped, { v4, v6 });
      return loopback.check(address, 'ipv6') ? LOOPBACK : `${networkText(masked(groups, v6, 16))}/${v6}`;
    }
    default:
      return UNKNOWN;
  }
}

/** Keeps the first `bits` of numbers of `width` bits each. */
export const masked = (parts: number[], bits: number, width: number): number[] =>
  parts.map((part, index) => {
    const kept = Math.min(Math.max(bits - index * width, 0), width);
    return (part >> (width - kept)) << (width - kept);
  });

/** `2001:db8:1:2::` for a /64; all groups where the last is not zero. */
function networkText(groups: number[]): string {
  const texts = groups.map((group) => group.toString(16));
  const zeros = texts.toReversed().findIndex((group) => group !== '0');
  const kept = zeros < 0 ? 0 : 8 - zeros;
  // One network has one text: the half that a /64 keeps is always written out.
  return kept === 8 ? texts.join(':') : `${texts.slice(0, Math.max(kept, 4)).join(':')}::`;
}
