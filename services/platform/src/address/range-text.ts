import { isIP } from 'node:net';
import { hextets, mappedIpv4 } from './ip-address.js';
import { masked } from './network.js';

const MAPPED_BITS = 96;

/**
 * The one text of an address or a network (CIDR), however it was written: `198.51.100.77/24` is `198.51.100.0/24`, `203.0.113.9/32` and
 * `::ffff:203.0.113.9` are `203.0.113.9`, `2001:DB8:0::1` is `2001:db8::1`. Throws on what is neither.
 */
export function rangeText(entry: string): string {
  const [address = '', bits] = entry.split('/');
  switch (isIP(address)) {
    case 4:
      return withBits(masked(address.split('.').map(Number), Number(bits ?? 32), 8).join('.'), Number(bits ?? 32), 32);
    case 6: {
      const groups = hextets(address);
      const kept = Number(bits ?? 128);
      const mapped = kept < MAPPED_BITS ? null : mappedIpv4(groups);
      if (mapped !== null) return rangeText(`${mapped}/${kept - MAPPED_BITS}`);
      const text = masked(groups, kept, 16).map((group) => group.toString(16));
      // URL writes it in its shortest form.
      return withBits(new URL(`http://[${text.join(':')}]/`).hostname.slice(1, -1), kept, 128);
    }
    default:
      throw new Error(`${entry} is no address`);
  }
}

const withBits = (address: string, bits: number, all: number): string =>
  bits === all ? address : `${address}/${bits}`;
