import { BlockList, isIP } from 'node:net';
import { hextets, mappedIpv4 } from './ip-address.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** What a guest's links are counted on beside the device, and how many times the limit of one guest it has. */
export interface Network {
  name: string;
  share: number;
}

// A provider may give one customer a whole /56, or each of 256 phones a /64 out of it: room for a few of them.
const WIDE_SHARE = 4;

/**
 * The network that a visitor's guest links are counted on: the IPv4 address, or the /64 of an IPv6 address, which is what
 * one household or phone gets. `unknown` for what is no address: all of those are one network. null for loopback, where
 * on one machine everyone comes from.
 */
export const networkOf = (ip: string): string | null => networksOf(ip)[0]?.name ?? null;

/** The same with the wider networks around it; empty for loopback. */
export function networksOf(ip: string): Network[] {
  const address = ip.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (isIP(address) === 4) return loopback.check(address, 'ipv4') ? [] : [{ name: address, share: 1 }];
  if (isIP(address) !== 6) return [{ name: 'unknown', share: 1 }];
  const groups = hextets(address);
  // A server that listens on both families sees an IPv4 visitor in this form.
  const ipv4 = mappedIpv4(groups);
  if (ipv4 !== null) return networksOf(ipv4);
  if (loopback.check(address, 'ipv6')) return [];
  const fourth = Number.parseInt(groups[3] ?? '0', 16) & 0xff00;
  return [
    { name: `${groups.slice(0, 4).join(':')}::/64`, share: 1 },
    { name: `${groups.slice(0, 3).join(':')}:${fourth.toString(16)}::/56`, share: WIDE_SHARE },
  ];
}
