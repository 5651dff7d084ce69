import type { AdminDomain, DomainAddresses, Domain as DomainView, domainSaved, EventData } from '@linkway/contracts';
import type { Domain } from './domain.entity.js';

export const domainView = (domain: Domain): DomainView => ({
  id: domain.id,
  domain_name: domain.domain_name,
  description: domain.description,
  price: domain.price,
  is_free: domain.is_free,
  is_active: domain.is_active,
  sort_order: domain.sort_order,
});

export const adminDomainView = (domain: Domain): AdminDomain => ({
  ...domainView(domain),
  root_url: domain.root_url,
  not_found_url: domain.not_found_url,
  expired_url: domain.expired_url,
  updated_at: domain.updated_at.toISOString(),
});

export const domainSavedData = (domain: Domain): EventData<typeof domainSaved> => ({
  domain_id: domain.id,
  domain_name: domain.domain_name,
  is_active: domain.is_active,
  is_free: domain.is_free,
  sort_order: domain.sort_order,
  version: domain.version,
  addresses: addressesOf(domain),
});

function addressesOf({ root_url, not_found_url, expired_url }: Domain): DomainAddresses | null {
  const set = Object.entries({ root_url, not_found_url, expired_url }).filter(([, url]) => url);
  return set.length > 0 ? Object.fromEntries(set) : null;
}
