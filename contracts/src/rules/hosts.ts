// Names of the public DNS that lead wherever they say, for everybody: services that developers use. What a name of somebody's own
// leads to is not known by its text, and another thing tomorrow.

/** What is spelt before them is the address: `10.0.0.1.nip.io`, `www-10-0-0-1.sslip.io`, `7f000001.rbndr.us`. */
const SPELT = /\.(?:(?:nip|sslip|xip)\.io|traefik\.me|local-ip\.(?:co|sh)|plex\.direct|rbndr\.us)$/;
/** Of this machine, whatever stands before them. */
const LOOPBACK =
  /(?:^|\.)(?:(?:localtest|lvh|vcap|fuf|traefik)\.me|local\.gd|localhost\.direct|lacolhost\.com|(?:localho|smackaho)\.st)$/;

/** All of them, also those that overlap: four numbers with the same sign between them. */
const V4 = /(?<!\d)(?=(\d{1,3}([.-])\d{1,3}\2\d{1,3}\2\d{1,3})(?!\d))/g;
const HEX = /(?<![\da-f])[\da-f]{8}(?![\da-f])/g;
/** Whole, or with the groups left out that are zero. */
const V6 = /^(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?=.*::)(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4})$/;

/** The addresses that a host's name is known to lead to, or that it may be read as; none where it says nothing. */
export function addressesInName(host: string): string[] {
  const name = host.toLowerCase().replace(/\.+$/, '');
  const spelt = SPELT.test(name) ? addressesIn(name.replace(SPELT, '')) : [];
  return spelt.length === 0 && LOOPBACK.test(name) ? ['127.0.0.1'] : spelt;
}

function addressesIn(text: string): string[] {
  const decimal = [...text.matchAll(V4)].map(([, address = '']) => address.replaceAll('-', '.'));
  const hex = [...text.matchAll(HEX)].map(([digits]) =>
    [0, 2, 4, 6].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)).join('.'),
  );
  return [...decimal, ...hex, ...text.split('.').flatMap(v6In)];
}

/** `fd00--1`, also behind a word: `www-fd00--1`. */
function v6In(label: string): string[] {
  const parts = label.split('-');
  return parts.map((_, at) => parts.slice(at).join(':')).filter((address) => V6.test(address));
}
