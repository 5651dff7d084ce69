import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { clickSchema } from '../events/redirect/links-clicked.v1.js';
import { analyticsSchema, clickKindSchema, rangeQuerySchema, topLinkSchema } from '../http/analytics.js';
import { MOST_GUEST_LINKS } from '../http/links.js';
import { MOST_SESSIONS } from '../http/sessions.js';
import { timestampSchema } from '../text.js';

export const linkAnalyticsRpc = defineRpc('qry.analytics.link.v1', {
  summary: "Statistics of one link of the caller's workspace",
  permission: 'analytics:read',
  scopes: 'kept',
  request: z.object({ link_id: z.uuid(), range: rangeQuerySchema }),
  reply: analyticsSchema,
  timeoutMs: 15_000,
});

export const overviewRpc = defineRpc('qry.analytics.overview.v1', {
  summary: "Statistics of all links of the caller's workspace",
  permission: 'analytics:read',
  scopes: 'refused',
  request: z.object({ range: rangeQuerySchema }),
  reply: z.object({ analytics: analyticsSchema, total_clicks: z.int(), top_links: z.array(topLinkSchema) }),
  timeoutMs: 15_000,
});

export const linkTotalsRpc = defineRpc('qry.analytics.link-totals.v1', {
  summary: "Clicks of all time of some links of the caller's workspace; a link without clicks is absent",
  permission: 'analytics:read',
  scopes: 'kept',
  request: z.object({
    link_ids: z.array(z.uuid()).max(100),
    kind: clickKindSchema.optional().describe('Only clicks of this kind; without it, all.'),
  }),
  reply: z.object({ data: z.array(z.object({ link_id: z.uuid(), clicks: z.int() })) }),
  timeoutMs: 3_000,
});

/** In one answer. */
export const MOST_CHANGED_TOTALS = 1_000;

export const changedTotalsRpc = defineRpc('qry.analytics.changed-totals.v1', {
  summary: 'Clicks of people of all time of links of any workspace whose clicks have changed, in portions',
  permission: null,
  open: 'It is asked by links, which keeps a copy to put lists in order by, and tells each owner of their own links.',
  request: z.object({
    since: z
      .string()
      .max(500_000)
      .nullable()
      .describe('`next` of the answer before, which whoever asks keeps with what it told; null: of all links.'),
  }),
  reply: z.object({
    data: z
      .array(z.object({ workspace_id: z.uuid(), link_id: z.uuid(), clicks: z.int() }))
      .max(MOST_CHANGED_TOTALS)
      .describe('Whole totals; one whose clicks are gone, or did not change, may be among them.'),
    next: z.string(),
    has_more: z.boolean().describe('false: it has told of all clicks that were there at `as_of`.'),
    as_of: timestampSchema.describe('When this question, or the first of those that it goes on with, was asked.'),
  }),
  timeoutMs: 20_000,
});

export const guestTotalsRpc = defineRpc('qry.analytics.guest-totals.v1', {
  summary: "Clicks of people of all time of some guests' links; a link without clicks is absent",
  permission: null,
  open: 'Guests have no account; the gateway asks for links whose device it knows.',
  request: z.object({
    link_ids: z.array(z.uuid()).max(MOST_GUEST_LINKS),
    ip: z.string().optional().describe('Of the visitor, for whom it counts; a gateway asks without for everybody.'),
  }),
  reply: z.object({ data: z.array(z.object({ link_id: z.uuid(), clicks: z.int() })) }),
  timeoutMs: 3_000,
});

/** Of one question of an administrator. */
export const MOST_GUEST_TOTALS = 1_000;

export const guestLinkTotalsRpc = defineRpc('qry.analytics.guest-link-totals.v1', {
  summary: "Clicks of people of all time of guests' links, for administrators; a link without clicks is absent",
  permission: 'admin:read',
  request: z.object({ link_ids: z.array(z.uuid()).max(MOST_GUEST_TOTALS) }),
  reply: z.object({ data: z.array(z.object({ link_id: z.uuid(), clicks: z.int() })) }),
  timeoutMs: 5_000,
});

/** In one question; fewer where they are large, as a message of NATS is bounded, too. */
export const MOST_CLICKS_DESCRIBED = 100;

export const describeClicksRpc = defineRpc('qry.analytics.describe-clicks.v1', {
  summary:
    'What some clicks of the stream mean, as they are kept with the statistics; nothing of it is kept for the question',
  permission: null,
  open: 'It is asked by links, which has the clicks from their stream and tells the owners of their links.',
  request: z.object({ clicks: z.array(clickSchema).max(MOST_CLICKS_DESCRIBED) }),
  reply: z.object({
    data: z
      .array(
        z.object({
          event_id: z.uuid(),
          country: z.string(),
          device: z.string(),
          browser: z.string(),
          referrer: z.string(),
          kind: clickKindSchema,
        }),
      )
      .describe('One for each, in their order.'),
  }),
});

export const placesRpc = defineRpc('qry.analytics.places.v1', {
  summary: 'Where addresses are, which the caller’s sessions were used from; each once, and nothing of it is kept',
  permission: 'account:read',
  request: z.object({ addresses: z.array(z.string().max(64)).max(MOST_SESSIONS) }),
  reply: z.object({
    data: z.array(z.object({ address: z.string(), country: z.string().nullable(), city: z.string().nullable() })),
  }),
  timeoutMs: 1_500,
});
