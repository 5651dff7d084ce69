import type { DomainAddresses } from '@linkway/contracts';
import type { PageKind } from '../page/texts.js';

const ADDRESS_OF: Partial<Record<PageKind, keyof DomainAddresses>> = {
  unknown: 'not_found_url',
  expired: 'expired_url',
  used_up: 'expired_url',
};

/**
 * Where a domain leads a visit that no link answers, in place of a page that says so; null: nowhere, or back to itself, as where the domain has got
 * the name of an address that it had before. `asked`: the Host header.
 */
export function addressFor(kind: PageKind, addresses: DomainAddresses | null, asked: string): string | null {
  const name = ADDRESS_OF[kind];
  return onward(name && addresses?.[name], asked);
}

export const rootAddress = (addresses: DomainAddresses | null, asked: string): string | null =>
  onward(addresses?.root_url, asked);

function onward(address: string | undefined, asked: string): string | null {
  if (!address) return null;
  const { host, href } = new URL(address);
  return host === asked.toLowerCase() ? null : href;
}
