import { BlockList, isIP } from 'node:net';
import { hextets, mappedIpv4 } from './ip-address.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * The network that a visitor's guest links are counted on: the IPv4 address, or the /64 of an IPv6 address, which is what
 * one household or phone gets. null for loopback (on one machine everyone comes from there) and for what is no address.
 */
export function networkOf(ip: string): string | null {
  const address = ip.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (isIP(address) === 4) return loopback.check(address, 'ipv4') ? null : address;
  if (isIP(address) !== 6) return null;
  const groups = hextets(address);
  // A server that listens on both families sees an IPv4 visitor in this form.
  const ipv4 = mappedIpv4(groups);
  if (ipv4 !== null) return networkOf(ipv4);
  return loopback.check(address, 'ipv6') ? null : `${groups.slice(0, 4).join(':')}::/64`;
}
