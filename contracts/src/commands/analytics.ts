import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { MOST_GUEST_LINKS } from '../http/links.js';
import { timestampSchema } from '../text.js';

export const claimClicksRpc = defineRpc('cmd.analytics.claim-clicks.v1', {
  summary: "Count the clicks that links got as a guest's for the workspaces that they belong to now, each click once",
  permission: null,
  open: 'The links service asks, who has moved the links; NATS lets no other service ask.',
  request: z.object({
    links: z
      .array(z.object({ link_id: z.uuid(), workspace_id: z.uuid(), created_at: timestampSchema }))
      .max(MOST_GUEST_LINKS),
  }),
  reply: z.object({ clicks: z.int().describe('That were not counted for the workspaces before.') }),
  timeoutMs: 30_000,
});
