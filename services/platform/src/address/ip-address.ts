/** The eight groups of an IPv6 address. */
export function hextets(address: string): number[] {
  // URL writes an address in its shortest form and a trailing IPv4 part in hexadecimal.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right].map((group) =>
    Number.parseInt(group, 16),
  );
}

/** The IPv4 address that two groups of an IPv6 address spell. */
export const dottedQuad = (high = 0, low = 0): string =>
  [high, low].flatMap((group) => [group >> 8, group & 0xff]).join('.');

/** The IPv4 address behind `::ffff:a.b.c.d`, else null. */
export const mappedIpv4 = (groups: readonly number[]): string | null =>
  groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0) ? dottedQuad(groups[6], groups[7]) : null;
