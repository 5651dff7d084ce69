import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * The network that an address stands for, to count attempts by: an IPv4 address itself, the /64 of an IPv6 address (one
 * customer has all of it); `null` for this very machine, where everything comes from one address.
 */
export function networkOf(ip: string): string | null {
  const address = withoutMapping(ip);
  const family = isIP(address);
  if (family === 0) return 'unknown';
  if (loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')) return null;
  return family === 4 ? address : `${groups(address).slice(0, 4).join(':')}::/64`;
}

// A socket that takes both families shows IPv4 callers as ::ffff:192.0.2.1.
const withoutMapping = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

function groups(address: string): string[] {
  // The URL parser brings every spelling to one: lower case, no leading zeros, zeros folded into `::`.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}
