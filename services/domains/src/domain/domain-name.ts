const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_HOST = 253;

/**
 * The one spelling of a domain name: lower-case host, with its port where that is not the usual one; null when it is
 * none. Labels have a letter or digit at each end. Names in other scripts are given in their `xn--` form.
 */
export function normaliseDomainName(text: string): string | null {
  const match = /^([^:]+)(?::(\d{1,5}))?$/.exec(text.trim().toLowerCase());
  const host = match?.[1];
  if (!host || host.length > MAX_HOST || !host.split('.').every((label) => LABEL.test(label))) return null;
  if (match[2] === undefined) return host;
  const port = Number(match[2]);
  if (port < 1 || port > 65_535) return null;
  // A browser leaves these out of the Host header, so a name that kept them would never match.
  return port === 80 || port === 443 ? host : `${host}:${port}`;
}
