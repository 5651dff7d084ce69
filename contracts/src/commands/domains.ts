import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { adminDomainSchema, changeDomainSchema } from '../http/domain-addresses.js';

/** Who asks, for the entry of the audit log: a caller has an id alone. */
const by = z.object({ email: z.string().max(320), full_name: z.string().max(320) });

export const changeDomainRpc = defineRpc('cmd.domains.change.v1', {
  summary: 'Set where a domain itself, unknown codes and expired links on it lead; what is left out stays',
  permission: 'admin:write',
  request: z.object({ id: z.uuid(), changes: changeDomainSchema, by }),
  reply: adminDomainSchema,
});
