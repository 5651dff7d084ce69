import { ANY_HOST } from '@linkway/contracts';

/** The host that a domain is reached at: lower case, without port. A link without a domain answers on any. */
export const hostOf = (domain: { domain_name: string } | null): string =>
  domain === null ? ANY_HOST : new URL(`http://${domain.domain_name}`).hostname;

/** `example.com.` is the same place as `example.com`; the URL class has made one spelling of all others. */
export const plainHost = (url: URL): string => url.hostname.replace(/\.+$/, '');

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

export interface LinkAddress {
  host: string;
  /** The code or its beginning. */
  code: string;
}

/**
 * The short link that a text is, as people copy it: `go.example.com/abc`, with or without scheme, port and a slash at its
 * end, the code perhaps typed in part. null for any other text.
 */
export function pastedLink(text: string, aliases: ReadonlyMap<string, string>): LinkAddress | null {
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const code = /^\/([A-Za-z0-9_-]+)\/?$/.exec(url.pathname)?.[1];
  const host = plainHost(url);
  return code === undefined ? null : { host: aliases.get(host) ?? host, code };
}

/** The address to share. A link without a domain has none of its own and is shown by its code. */
export const shortUrl = (scheme: string, domain: { domain_name: string } | null, code: string): string =>
  domain === null ? `/${code}` : `${scheme}://${domain.domain_name}/${code}`;
