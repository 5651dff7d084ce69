import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { idSchema, isStorableTime, lineOfText, linesOfText, timestampSchema } from '../text.js';

export const CUSTOM_CODE = /^[A-Za-z0-9_-]{3,50}$/;

const required = (code: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? code : 'request.field_type';

/** What the destinations of one link may take in all, in characters of a Location header: it bounds a change's event. */
export const MAX_DESTINATIONS_LENGTH = 8_192;

// Only the form is judged here; whether the address may be shortened (private, a loop) the links service decides.
export const urlSchema = z
  .string({ error: required('links.url_required') })
  .trim()
  .min(1, { error: 'links.url_required', abort: true })
  .max(4096, { error: 'request.field_too_long', abort: true })
  .refine(isHttpUrl, { error: 'links.url_invalid' })
  .meta({ documented: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/]' } });

// The URL class is the judge, as in a browser's address bar: spaces and letters of any language are encoded where a visitor
// is sent. The pattern only keeps out what it would silently leave away.
function isHttpUrl(value: string): boolean {
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value) || !/^https?:\/\/[^/]/i.test(value)) return false;
  return URL.canParse(value) && new URL(value).hostname !== '';
}

/** An empty custom code means a random one. */
export const customCodeSchema = z
  .string({ error: 'request.field_type' })
  .trim()
  .refine((code) => code === '' || CUSTOM_CODE.test(code), { error: 'links.code_invalid' });

export const deviceTargetingSchema = z
  .strictObject({ mobile: urlSchema.optional(), tablet: urlSchema.optional(), desktop: urlSchema.optional() })
  .meta({ id: 'DeviceTargeting' });

const expiresAtSchema = z.iso
  .datetime({ offset: true, error: 'links.expires_invalid', abort: true })
  .refine(isStorableTime, { error: 'links.expires_invalid' });
const maxClicksSchema = z
  .int({ error: 'links.max_clicks_invalid' })
  .min(1, { error: 'links.max_clicks_invalid' })
  .max(1_000_000_000, { error: 'links.max_clicks_invalid' })
  .describe(
    'Visits of people only: bots, previews, prefetches and HEAD requests use up nothing, and open the link until it is used up.',
  );
const linkPasswordSchema = z
  .string({ error: 'request.field_type' })
  .min(1, { error: 'request.field_required' })
  .max(256, { error: 'request.field_too_long' })
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'request.field_characters' });

const optionalFields = {
  custom_code: customCodeSchema.optional(),
  domain_id: idSchema.optional().describe('No domain_id: the main domain.'),
  title: lineOfText(200).optional(),
  description: linesOfText(2000).optional(),
};

export const createLinkSchema = z.strictObject({
  url: urlSchema,
  ...optionalFields,
  password: linkPasswordSchema.optional(),
  expires_at: expiresAtSchema.optional(),
  max_clicks: maxClicksSchema.optional(),
  device_targeting: deviceTargetingSchema.optional(),
});
export type CreateLink = z.output<typeof createLinkSchema>;

export const updateLinkSchema = z.strictObject({
  url: urlSchema.optional(),
  ...optionalFields,
  password: linkPasswordSchema.nullable().optional().describe('null takes the password off.'),
  expires_at: expiresAtSchema.nullable().optional().describe('null: never; a past time ends the link now.'),
  max_clicks: maxClicksSchema.nullable().optional().describe('null: no limit.'),
  device_targeting: deviceTargetingSchema.optional().describe('Replaces the whole; {} takes it off.'),
  is_active: z.boolean({ error: 'request.field_type' }).optional(),
});
export type UpdateLink = z.output<typeof updateLinkSchema>;

export const createGuestLinkSchema = z.strictObject({
  url: urlSchema,
  custom_code: customCodeSchema.optional(),
  domain_id: idSchema.optional(),
  device_id: lineOfText(128).min(8, { error: 'request.field_required' }),
});
export type CreateGuestLink = z.output<typeof createGuestLinkSchema>;

export const linkDomainSchema = z.object({ id: z.uuid(), domain_name: z.string() });

export const linkSchema = z
  .object({
    id: z.uuid(),
    short_code: z.string(),
    short_url: z.string(),
    original_url: z.string(),
    domain: linkDomainSchema.nullable().describe('null: works on any host.'),
    title: z.string(),
    description: z.string(),
    has_password: z.boolean(),
    expires_at: timestampSchema.nullable(),
    max_clicks: z.int().nullable(),
    device_targeting: deviceTargetingSchema,
    is_active: z.boolean(),
    workspace_id: z.uuid(),
    user_id: z.uuid(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Link' });
export type Link = z.output<typeof linkSchema>;

export const linkWithClicksSchema = linkSchema
  .extend({
    clicks_count: z.int().nullable().describe('All clicks ever, bots included; null while statistics cannot be asked.'),
    clicks_used: z
      .int()
      .nullable()
      .optional()
      .describe(
        'Clicks that count towards max_clicks, of people only; null without a limit, and while it cannot be asked.',
      ),
  })
  .meta({ id: 'LinkWithClicks' });
export type LinkWithClicks = z.output<typeof linkWithClicksSchema>;

export const guestLinkSchema = z
  .object({
    id: z.uuid(),
    short_code: z.string(),
    short_url: z.string(),
    original_url: z.string(),
    domain: linkDomainSchema.nullable(),
    created_at: timestampSchema,
    limit: z.int(),
    remaining: z.int(),
  })
  .meta({ id: 'GuestLink' });
export type GuestLink = z.output<typeof guestLinkSchema>;

export const guestQuotaSchema = z
  .object({ limit: z.int(), used: z.int(), remaining: z.int() })
  .meta({ id: 'GuestQuota' });

/** Page numbers start at 1; a page holds 10 links unless told. */
export const listLinksQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  search: lineOfText(1_000).optional(),
  status: z.enum(['active', 'paused']).optional(),
  sort: z.enum(['newest', 'oldest']).default('newest'),
});
export type ListLinksQuery = z.output<typeof listLinksQuerySchema>;

export const paginationSchema = z
  .object({ page: z.int(), limit: z.int(), total: z.int(), total_pages: z.int() })
  .meta({ id: 'Pagination' });

const idParams = z.object({ id: idSchema });
const linkErrors = [
  'request.invalid',
  'links.url_required',
  'links.url_invalid',
  'links.url_credentials',
  'links.url_private',
  'links.url_loop',
  'links.url_own_host',
  'links.destinations_too_long',
  'links.code_invalid',
  'links.code_reserved',
  'links.code_taken',
  'links.domain_unavailable',
  'links.changes_exceeded',
] as const;
const creationErrors = [...linkErrors, 'request.idempotency_mismatch'] as const;

export const createGuestLink = defineEndpoint({
  operationId: 'createGuestLink',
  method: 'post',
  path: '/api/guest/links',
  summary: 'Shorten a link without an account',
  tag: 'guest',
  auth: 'public',
  permission: null,
  body: createGuestLinkSchema,
  success: { status: 201, body: guestLinkSchema, description: 'The link, and how many are left today' },
  errors: [...creationErrors, 'links.guest_limit'],
});

export const getGuestQuota = defineEndpoint({
  operationId: 'getGuestQuota',
  method: 'get',
  path: '/api/guest/quota',
  summary: 'How many links a device may still make today',
  tag: 'guest',
  auth: 'public',
  permission: null,
  query: z.object({ device_id: lineOfText(128).min(8) }),
  success: { status: 200, body: guestQuotaSchema, description: 'Limit, used and remaining' },
  errors: ['request.invalid'],
});

export const createLink = defineEndpoint({
  operationId: 'createLink',
  method: 'post',
  path: '/api/links',
  summary: 'Create a short link',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  body: createLinkSchema,
  success: { status: 201, body: linkWithClicksSchema, description: 'The link' },
  errors: [...creationErrors, 'service.busy', 'links.login_required', 'links.monthly_limit', 'links.expires_in_past'],
});

export const listLinks = defineEndpoint({
  operationId: 'listLinks',
  method: 'get',
  path: '/api/links',
  summary: "The workspace's links, newest first",
  tag: 'links',
  auth: 'session',
  permission: 'links:read',
  query: listLinksQuerySchema,
  success: {
    status: 200,
    body: z.object({ data: z.array(linkWithClicksSchema), pagination: paginationSchema }),
    description: 'One page of links',
  },
  errors: ['auth.unauthenticated', 'request.invalid'],
});

export const getLink = defineEndpoint({
  operationId: 'getLink',
  method: 'get',
  path: '/api/links/{id}',
  summary: 'One link',
  tag: 'links',
  auth: 'session',
  permission: 'links:read',
  params: idParams,
  success: { status: 200, body: linkWithClicksSchema, description: 'The link' },
  errors: ['auth.unauthenticated', 'links.not_found'],
});

export const updateLink = defineEndpoint({
  operationId: 'updateLink',
  method: 'put',
  path: '/api/links/{id}',
  summary: 'Change a link; fields that are not sent stay as they are',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  params: idParams,
  body: updateLinkSchema,
  success: { status: 200, body: linkWithClicksSchema, description: 'The changed link' },
  errors: ['auth.unauthenticated', 'links.not_found', ...linkErrors, 'service.busy'],
});

export const deleteLink = defineEndpoint({
  operationId: 'deleteLink',
  method: 'delete',
  path: '/api/links/{id}',
  summary: 'Delete a link for good',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  params: idParams,
  success: { status: 204, description: 'Deleted' },
  errors: ['auth.unauthenticated', 'links.not_found', 'links.changes_exceeded'],
});
