import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { analyticsSchema, clickKindSchema, rangeQuerySchema, topLinkSchema } from '../http/analytics.js';

export const linkAnalyticsRpc = defineRpc('qry.analytics.link.v1', {
  summary: "Statistics of one link of the caller's workspace",
  permission: 'analytics:read',
  request: z.object({ link_id: z.uuid(), range: rangeQuerySchema }),
  reply: analyticsSchema,
  timeoutMs: 15_000,
});

export const overviewRpc = defineRpc('qry.analytics.overview.v1', {
  summary: "Statistics of all links of the caller's workspace",
  permission: 'analytics:read',
  request: z.object({ range: rangeQuerySchema }),
  reply: z.object({ analytics: analyticsSchema, total_clicks: z.int(), top_links: z.array(topLinkSchema) }),
  timeoutMs: 15_000,
});

export const linkTotalsRpc = defineRpc('qry.analytics.link-totals.v1', {
  summary: "Clicks of all time of some links of the caller's workspace; a link without clicks is absent",
  permission: 'analytics:read',
  request: z.object({
    link_ids: z.array(z.uuid()).max(100),
    kind: clickKindSchema.optional().describe('Only clicks of this kind; without it, all.'),
  }),
  reply: z.object({ data: z.array(z.object({ link_id: z.uuid(), clicks: z.int() })) }),
  timeoutMs: 3_000,
});
