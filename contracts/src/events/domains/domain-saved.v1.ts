import { z } from 'zod';
import { defineEvent } from '../../contract.js';

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
  }),
  { key: 'domain_id' },
);
