import { ANY_HOST } from '@linkway/contracts';

/** The host that a domain is reached at: lower case, without port. A link without a domain answers on any. */
export const hostOf = (domain: { domain_name: string } | null): string =>
  domain === null ? ANY_HOST : new URL(`http://${domain.domain_name}`).hostname;

/** Whether a name is a host, with or without a port, and nothing more. */
export function isDomainName(name: string): boolean {
  if (!/^[^\s/?#@\\]+$/.test(name)) return false;
  return URL.canParse(`http://${name}`);
}

/** The address to share. A link without a domain has none of its own and is shown by its code. */
export const shortUrl = (scheme: string, domain: { domain_name: string } | null, code: string): string =>
  domain === null ? `/${code}` : `${scheme}://${domain.domain_name}/${code}`;
