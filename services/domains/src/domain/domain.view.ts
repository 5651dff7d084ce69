import type { Domain as DomainView, domainSaved, EventData } from '@linkway/contracts';
import type { Domain } from './domain.entity.js';

export const domainView = (domain: Domain): DomainView => ({
  id: domain.id,
  domain_name: domain.domainName,
  description: domain.description,
  price: domain.price,
  is_free: domain.isFree,
  is_active: domain.isActive,
  sort_order: domain.sortOrder,
});

export const domainSavedData = (domain: Domain): EventData<typeof domainSaved> => ({
  domain_id: domain.id,
  domain_name: domain.domainName,
  is_active: domain.isActive,
  is_free: domain.isFree,
  sort_order: domain.sortOrder,
  version: domain.version,
});
