import { BlockList, isIP } from 'node:net';
import { hextets, mappedIpv4 } from './ip-address.js';

/** Addresses and networks (CIDR) of both families, asked whether an address is among them. */
export class AddressList {
  private readonly list = new BlockList();

  /** Throws on what is neither. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [address = '', bits] = entry.split('/');
      const family = familyOf(address);
      if (family === null) throw new Error(`${entry} is no address`);
      if (bits === undefined) this.list.addAddress(address, family);
      else this.list.addSubnet(address, Number(bits), family);
    }
  }

  /** False for what is no address. An IPv4 caller who comes by IPv6 is one of IPv4. */
  has(ip: string): boolean {
    const address = plainAddress(ip);
    const family = familyOf(address);
    return family !== null && this.list.check(address, family);
  }
}

const FAMILIES = { 4: 'ipv4', 6: 'ipv6' } as const;
const familyOf = (address: string): 'ipv4' | 'ipv6' | null => FAMILIES[isIP(address) as 4 | 6] ?? null;

/** Without brackets and zone; an IPv4 address in its own form. */
function plainAddress(ip: string): string {
  const address = ip.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  return isIP(address) === 6 ? (mappedIpv4(hextets(address)) ?? address) : address;
}
