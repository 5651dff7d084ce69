import { ANY_HOST } from '@linkway/contracts';

/** The host that a domain is reached at: lower case, without port. A link without a domain answers on any. */
export const hostOf = (domain: { domain_name: string } | null): string =>
  domain === null ? ANY_HOST : new URL(`http://${domain.domain_name}`).hostname;

/** Further names of hosts, given as `alias=host`. Throws on what is not that. */
export function aliasesOf(entries: readonly string[]): Map<string, string> {
  return new Map(
    entries.map((entry) => {
      const names = entry.split('=').map((name) => name.trim());
      if (names.length !== 2 || !names.every(isDomainName)) throw new Error(`HOST_ALIASES: ${entry} is not alias=host`);
      const [alias = '', host = ''] = names.map((domain_name) => hostOf({ domain_name }));
      return [alias, host];
    }),
  );
}

/** Whether a name is a host, with or without a port, and nothing more. */
export function isDomainName(name: string): boolean {
  if (!/^[^\s/?#@\\]+$/.test(name)) return false;
  return URL.canParse(`http://${name}`);
}

/** The address to share. A link without a domain has none of its own and is shown by its code. */
export const shortUrl = (scheme: string, domain: { domain_name: string } | null, code: string): string =>
  domain === null ? `/${code}` : `${scheme}://${domain.domain_name}/${code}`;
