import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { routeSchema } from '../events/links/route.js';
import { tagsSchema } from '../fields/tags.js';
import {
  guestQuotaSchema,
  linkSchema,
  listLinksQuerySchema,
  MOST_GUEST_LINKS,
  paginationSchema,
} from '../http/links.js';
import { siteImageKeySchema } from '../http/sites.js';
import { timestampSchema } from '../text.js';
import { defineRange, defineVersions } from './ranges.js';

export const listLinksRpc = defineRpc('qry.links.list.v1', {
  summary: "A page of the caller's workspace's links",
  permission: 'links:read',
  scopes: 'kept',
  request: listLinksQuerySchema.extend({ tags: tagsSchema.optional() }),
  reply: z.object({
    data: z.array(
      linkSchema.extend({
        clicks_count: z.int().optional().describe('In a list by clicks: what the link is where it is for.'),
      }),
    ),
    pagination: paginationSchema,
  }),
});

export const getLinkRpc = defineRpc('qry.links.get.v1', {
  summary: "A link of the caller's workspace",
  permission: 'links:read',
  scopes: 'kept',
  request: z.object({ id: z.uuid() }),
  reply: linkSchema,
});

export const getLinksByIdsRpc = defineRpc('qry.links.by-ids.v1', {
  summary: "Those of the given links that are in the caller's workspace",
  permission: 'links:read',
  scopes: 'kept',
  request: z.object({ ids: z.array(z.uuid()).max(100) }),
  reply: z.object({ data: z.array(linkSchema) }),
});

export const getQuotaRpc = defineRpc('qry.links.quota.v1', {
  summary: "Links of the caller's workspace: in all, made this month, and allowed a month",
  permission: 'links:read',
  scopes: 'refused',
  request: z.object({}),
  reply: z.object({
    total_links: z.int(),
    monthly_links_used: z.int(),
    monthly_links_limit: z.int(),
    month_ends_at: timestampSchema
      .optional()
      .describe('When links are counted anew. A service of the former release does not say.'),
  }),
  timeoutMs: 3_000,
});

export const getGuestQuotaRpc = defineRpc('qry.links.guest-quota.v1', {
  summary: 'How many links a device or its network may still make today',
  permission: null,
  open: 'Guests have no account; it tells of their own device and network.',
  request: z.object({ device_id: z.string(), ip: z.string() }),
  reply: guestQuotaSchema,
  timeoutMs: 3_000,
});

export const getGuestLinksRpc = defineRpc('qry.links.guest-links.v1', {
  summary: "Those of the given links that a device's guest made, and that are nobody's yet",
  permission: null,
  open: 'Guests have no account; who knows a link and its device made it.',
  request: z.object({
    device_id: z.string(),
    ids: z.array(z.uuid()).max(MOST_GUEST_LINKS),
    ip: z.string().optional().describe('Of the visitor, for whom it counts.'),
  }),
  reply: z.object({ data: z.array(z.object({ id: z.uuid() })) }),
  timeoutMs: 3_000,
});

export const getSiteImageRpc = defineRpc('qry.links.site-image.v1', {
  summary: 'The icon or picture of a site by the key in its address',
  permission: null,
  open: 'Whoever was told the address may see the image.',
  request: z.object({ key: siteImageKeySchema }),
  reply: z.object({ image: z.base64().describe('WebP') }),
  timeoutMs: 3_000,
});

export const getExampleRpc = defineRpc('qry.links.example.v1', {
  summary: "The installation's own link, for everybody to try; null where it has none",
  permission: null,
  open: 'It is shown to everybody on the first page.',
  request: z.object({}),
  reply: z.object({
    link: z.object({ id: z.uuid(), short_url: z.string() }).nullable(),
  }),
  timeoutMs: 3_000,
});

export const resolveRouteRpc = defineRpc('qry.links.resolve.v1', {
  summary: 'Every route of a code, on any host. Asked by a former release of the redirect',
  permission: null,
  open: 'The redirect asks for visitors, who are nobody; NATS lets no other service ask.',
  request: z.object({ code: z.string().max(64) }),
  reply: z.object({ routes: z.array(routeSchema) }),
  timeoutMs: 1_000,
});

/** Most codes, or keys, in one question. */
export const RESOLVE_LIMIT = 200;

export const resolveRoutesRpc = defineRpc('qry.links.resolve-many.v1', {
  summary:
    'As qry.links.resolve.v1 for many codes at once; only the first `checked` codes were looked at. Asked by a former release',
  permission: null,
  open: 'The redirect asks for visitors, who are nobody; NATS lets no other service ask.',
  request: z.object({ codes: z.array(z.string().max(64)).max(RESOLVE_LIMIT) }),
  reply: z.object({ routes: z.array(routeSchema), checked: z.int() }),
  timeoutMs: 1_000,
});

/** The visited host and the mark of any host; more is room for what comes. */
const HOSTS_LIMIT = 8;

export const resolveKeysRpc = defineRpc('qry.links.resolve.v2', {
  summary:
    'Asked by the redirect when it does not know a (code, host): those of the given keys that lead somewhere. Only the first `checked` keys were looked at',
  permission: null,
  open: 'The redirect asks for visitors, who are nobody; NATS lets no other service ask.',
  request: z.object({
    keys: z
      .array(
        z.object({
          code: z.string().max(64),
          hosts: z.array(z.string().max(260)).min(1).max(HOSTS_LIMIT),
        }),
      )
      .max(RESOLVE_LIMIT),
  }),
  reply: z.object({ routes: z.array(routeSchema), checked: z.int() }),
  timeoutMs: 1_000,
});

export const routeRangeRpc = defineRange(
  'qry.links.route-range.v1',
  'A range of routes by (code, host) with their versions, for comparing a copy',
);

export const routeVersionsRpc = defineVersions(
  'qry.links.route-versions.v1',
  'The routes among the given (code, host) that have another version or content than the copy of the one who asks',
  routeSchema,
  1_000,
);
