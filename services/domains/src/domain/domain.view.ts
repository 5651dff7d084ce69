import type { Domain as DomainView, domainSaved, EventData } from '@linkway/contracts';
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

export const domainSavedData = (domain: Domain): EventData<typeof domainSaved> => ({
  domain_id: domain.id,
  domain_name: domain.domain_name,
  is_active: domain.is_active,
  is_free: domain.is_free,
  sort_order: domain.sort_order,
  version: domain.version,
});
