import { BlockList, isIP } from 'node:net';
import { addressesInName } from '@linkway/contracts';
import { dottedQuad, hextets, mappedIpv4 } from './ip-address.js';

export type HostKind = 'public' | 'private' | 'loopback';

const loopbackV4 = new BlockList();
loopbackV4.addSubnet('127.0.0.0', 8, 'ipv4');

// IANA's special-purpose registries, everything that is not globally reachable.
const privateV4 = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['168.63.129.16', 32], // the host agent of Azure, a public address that only its own machines reach
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  privateV4.addSubnet(net, prefix, 'ipv4');
}

const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const privateV6 = new BlockList();
privateV6.addSubnet('2001::', 23, 'ipv6'); // protocol assignments, Teredo among them
privateV6.addSubnet('2001:db8::', 32, 'ipv6');
privateV6.addSubnet('3fff::', 20, 'ipv6');

/**
 * Names that mean something on a network of their own only: RFC 6761 (`test`, `invalid`), 6762 with its appendix G, 8375,
 * what ICANN keeps out of the root for that reason, and what Kubernetes and routers make up. `example` leads nowhere and
 * `onion` (RFC 7686) to a public network, so both may be linked to.
 */
const PRIVATE_NAMES = `
  test invalid local home.arpa internal alt
  intranet private corp home lan mail localdomain localdomain4 localdomain6
  svc cluster pod consul workgroup localnet
`
  .trim()
  .split(/\s+/);

/**
 * Where a host of a URL leads, judged by its text alone: names are not looked up, for it is the visitor's browser that
 * goes there, from the visitor's network, and on another day (deploy/adr/0048). `hostname` is that of the URL class, which has already turned octal, hexadecimal
 * and shortened forms of an address into the usual one.
 */
export function kindOfHost(hostname: string): HostKind {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  return isIP(host) === 0 ? kindOfName(host.toLowerCase()) : kindOfAddress(host);
}

/** Where an IP address leads, such as a name was resolved to, with a zone or without. What is no address is private. */
export function kindOfAddress(text: string): HostKind {
  const address = text.replace(/%.*$/, '');
  switch (isIP(address)) {
    case 4:
      return kindOfV4(address);
    case 6:
      return kindOfV6(address);
    default:
      return 'private';
  }
}

function kindOfName(host: string): HostKind {
  const under = (name: string) => host === name || host.endsWith(`.${name}`);
  if (under('localhost')) return 'loopback';
  // A name without a dot is looked up in the visitor's own network first, and never found in the public one.
  if (!host.includes('.') || PRIVATE_NAMES.some(under)) return 'private';
  const kinds = addressesInName(host).map((address) => (isIP(address) === 0 ? 'public' : kindOfHost(address)));
  return kinds.find((kind) => kind === 'private') ?? kinds.find((kind) => kind === 'loopback') ?? 'public';
}

function kindOfV4(address: string): HostKind {
  if (loopbackV4.check(address, 'ipv4')) return 'loopback';
  return privateV4.check(address, 'ipv4') ? 'private' : 'public';
}

function kindOfV6(address: string): HostKind {
  const groups = hextets(address);
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0);
  if (isZero(0, 7) && groups[7] === 1) return 'loopback';
  // An IPv4 address in IPv6 clothes (mapped, NAT64, 6to4) leads where the IPv4 address leads.
  const mapped = mappedIpv4(groups);
  if (mapped !== null) return kindOfV4(mapped);
  if (groups[0] === 0x64 && groups[1] === 0xff9b && isZero(2, 6)) return kindOfV4(dottedQuad(groups[6], groups[7]));
  if (groups[0] === 0x2002) return kindOfV4(dottedQuad(groups[1], groups[2]));
  return globalV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6') ? 'public' : 'private';
}
