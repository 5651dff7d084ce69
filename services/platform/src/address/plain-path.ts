/** What codes are made of: letters, digits, - and _. All else keeps its percent-encoding, so that no path gets parts or dots that it had not. */
const ENCODED = /%(?:2d|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/gi;

/**
 * A path, without query, as codes and pages have it: chat programs and people add a slash at the end, and a letter means the same in
 * percent-encoding (RFC 3986 6.2.2.2). For every visit, so what is written plainly costs next to nothing.
 */
export function plainPath(path: string): string {
  const whole = path.length > 2 && path.endsWith('/') && !path.endsWith('//') ? path.slice(0, -1) : path;
  if (!whole.includes('%')) return whole;
  return whole.replace(ENCODED, (encoded) => String.fromCharCode(Number.parseInt(encoded.slice(1), 16)));
}
