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
  const address = name && addresses?.[name];
  return address && !leadsTo(address, asked) ? new URL(address).href : null;
}

export function rootAddress(addresses: DomainAddresses | null, asked: string): string | null {
  const address = addresses?.root_url;
  return address && !leadsTo(address, asked) ? new URL(address).href : null;
}

const leadsTo = (address: string, asked: string): boolean => new URL(address).host === asked.toLowerCase();
