import { z } from 'zod';
import { defineEvent } from '../../contract.js';

const url = z.string().optional();

export const domainAddressesSchema = z.object({ root_url: url, not_found_url: url, expired_url: url });
export type DomainAddresses = z.output<typeof domainAddressesSchema>;

export const domainSaved = defineEvent(
  'evt.domains.domain-saved.v1',
  'A platform domain was added or changed; carries its whole state.',
  z.object({
    domain_id: z.uuid(),
    domain_name: z.string(),
    is_active: z.boolean(),
    is_free: z.boolean(),
    sort_order: z.int(),
    version: z.int(),
    addresses: domainAddressesSchema
      .nullable()
      .optional()
      .describe(
        'Where the domain itself, unknown codes and expired links on it lead; null: none of them is set. A former release does not say.',
      ),
  }),
  { key: 'domain_id' },
);
