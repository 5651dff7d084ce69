import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { domainSchema } from '../http/domains.js';

export const listActiveDomains = defineRpc('qry.domains.list-active.v1', {
  summary: 'The active platform domains, the main one first',
  permission: null,
  open: 'The platform domains are public.',
  request: z.object({}),
  reply: z.object({ data: z.array(domainSchema) }),
  timeoutMs: 3_000,
});
