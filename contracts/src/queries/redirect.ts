import { z } from 'zod';
import { defineRpc } from '../contract.js';

export const linkUsageRpc = defineRpc('qry.redirect.usage.v1', {
  summary:
    "Clicks used of those of the given links of the caller's workspace that have a click cap; any other link is absent",
  permission: 'links:read',
  scopes: 'kept',
  request: z.object({ link_ids: z.array(z.uuid()).max(100) }),
  reply: z.object({ data: z.array(z.object({ link_id: z.uuid(), used: z.int() })) }),
  timeoutMs: 1_000,
});
