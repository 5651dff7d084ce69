import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { expectedOf } from '../fields/expected.js';
import { changedFields, newFields, shownFields, urlSchema } from '../fields/links.js';
import { tagsSchema } from '../fields/tags.js';
import {
  CLAIMING_DEVICE,
  codeFault,
  MAX_LINK_PASSWORD_LENGTH,
  MAX_SEARCH_LENGTH,
  MOST_BY_PAGE,
} from '../rules/links.js';
import { MOST_TAGS } from '../rules/tags.js';
import { idSchema, isStorableTime, lineOfText, timestampSchema } from '../text.js';
import { quarantineSchema } from './quarantine.js';
import { siteSchema } from './sites.js';
import { urlErrors } from './url-errors.js';

/** An empty custom code means a random one. */
export const customCodeSchema = z
  .string({ error: 'request.field_type' })
  .trim()
  .refine((code) => codeFault(code) === null, { error: 'links.code_invalid' });

const linkPasswordSchema = z
  .string({ error: 'request.field_type' })
  .min(1, { error: 'request.field_required' })
  .max(MAX_LINK_PASSWORD_LENGTH, { error: 'request.field_too_long' })
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'request.field_characters' });

const optionalFields = {
  custom_code: customCodeSchema.optional(),
  domain_id: idSchema.optional().describe('No domain_id: the default one of the settings, or else the main one.'),
};

export const createLinkSchema = z.strictObject({
  url: urlSchema,
  ...optionalFields,
  password: linkPasswordSchema.optional(),
  ...newFields,
});
export type CreateLink = z.output<typeof createLinkSchema>;

export const updateLinkSchema = z.strictObject({
  url: urlSchema.optional(),
  ...optionalFields,
  password: linkPasswordSchema.nullable().optional().describe('null takes the password off.'),
  ...changedFields,
});
export type UpdateLink = z.output<typeof updateLinkSchema>;

export const expectedLinkSchema = expectedOf({
  url: z.string(),
  custom_code: z.string(),
  domain_id: idSchema.nullable(),
  ...shownFields,
});
export type ExpectedLink = z.output<typeof expectedLinkSchema>;

const changeLinkSchema = updateLinkSchema.extend({ expected: expectedLinkSchema.optional() });

const deviceIdSchema = lineOfText(128).min(8, { error: 'request.field_required' });
const claimingDeviceSchema = z
  .string({ error: 'request.field_type' })
  .regex(CLAIMING_DEVICE, { error: 'links.device_weak' });
/** With the ids of links it is the right to claim them, so it is in no address. */
export const DEVICE_HEADER = 'X-Linkway-Device';

export const createGuestLinkSchema = z.strictObject({
  url: urlSchema,
  custom_code: customCodeSchema.optional(),
  domain_id: idSchema.optional(),
  device_id: deviceIdSchema.describe(
    'A secret of the browser. An account can claim its links later where it is 32 to 128 random hexadecimal digits.',
  ),
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
    has_password: z.boolean(),
    ...shownFields,
    workspace_id: z.uuid(),
    user_id: z.uuid(),
    site: siteSchema
      .nullable()
      .optional()
      .describe(
        'What the page of original_url is, of the last week; null: not known, or not yet. Absent from answers that make or change a link, and where destinations are not read.',
      ),
    quarantine: quarantineSchema
      .nullable()
      .optional()
      .describe('Visitors see a warning in place of the destination; null, or not there: they do not.'),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Link' });
export type Link = z.output<typeof linkSchema>;

export const linkWithClicksSchema = linkSchema
  .extend({
    clicks_count: z.int().nullable().describe('All clicks of people ever; null while statistics cannot be asked.'),
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
    expires_at: timestampSchema.nullable().optional().describe('When it stops working; null, or not there: never.'),
    limit: z.int(),
    remaining: z.int(),
  })
  .meta({ id: 'GuestLink' });
export type GuestLink = z.output<typeof guestLinkSchema>;

/** As many as a browser keeps. */
export const MOST_GUEST_LINKS = 20;

export const guestClicksSchema = z
  .object({
    data: z.array(
      z.object({
        id: z.uuid(),
        clicks_count: z.int().nullable().describe('All clicks of people; null while statistics cannot be asked.'),
      }),
    ),
  })
  .meta({ id: 'GuestClicks' });

export const exampleLinkSchema = z
  .object({
    link: z
      .object({
        short_url: z.string(),
        clicks_count: z.int().nullable().describe('All clicks of people; null while statistics cannot be asked.'),
      })
      .nullable()
      .describe('null: the installation has none.'),
  })
  .meta({ id: 'ExampleLink' });

const linkIdsSchema = z.array(idSchema).min(1).max(MOST_GUEST_LINKS);

export const claimLinksSchema = z.strictObject({
  device_id: claimingDeviceSchema,
  link_ids: linkIdsSchema,
});

export const claimedLinksSchema = z
  .object({
    claimed: z.array(z.uuid()).describe("Links that are the workspace's now, or were before."),
    refused: z.array(
      z.object({
        id: z.uuid(),
        code: z
          .enum(['links.not_found', 'links.monthly_limit', 'links.changes_exceeded'])
          .describe(
            "Why the link is not the workspace's. One that is found stays the guest's, and may be claimed later.",
          ),
      }),
    ),
  })
  .meta({ id: 'ClaimedLinks' });
export type ClaimedLinks = z.output<typeof claimedLinksSchema>;

export const guestQuotaSchema = z
  .object({ limit: z.int(), used: z.int(), remaining: z.int() })
  .meta({ id: 'GuestQuota' });

export const createdSchema = z.iso
  .datetime({ offset: true, error: 'links.created_invalid', abort: true })
  .refine(isStorableTime, { error: 'links.created_invalid' });

/** Page numbers start at 1; a page holds 10 links unless told. */
export const listLinksQuerySchema = z.object({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe(
      `A page must begin within the first ${MOST_BY_PAGE} links (links.page_too_deep); starting_after goes on without end. With both, pages are counted from there.`,
    ),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  starting_after: lineOfText(100)
    .optional()
    .describe(
      'The links after a place: pagination.next_starting_after of the answer before, whatever was made or deleted meanwhile.',
    ),
  search: lineOfText(MAX_SEARCH_LENGTH).optional(),
  status: z.enum(['active', 'paused']).optional(),
  tags: z
    .string({ error: 'request.field_type' })
    .transform((tags) => tags.split(','))
    .pipe(tagsSchema)
    .optional()
    .describe(`Links that have all of these tags, separated by commas; ${MOST_TAGS} at most, whatever their case.`),
  campaign_id: idSchema.optional().describe('Links of that campaign; of an unknown one there are none.'),
  created_from: createdSchema.optional().describe('Links that were made then or later; RFC 3339 with an offset.'),
  created_to: createdSchema.optional().describe('Links that were made before then.'),
  sort: z
    .enum(['newest', 'oldest', 'most_clicks', 'fewest_clicks'])
    .default('newest')
    .describe('By clicks of people as they were at pagination.clicks_as_of; those with as many, newest first.'),
});
export type ListLinksQuery = z.output<typeof listLinksQuerySchema>;

export const paginationSchema = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z
      .int()
      .describe('Links of the whole list, wherever the page begins; with total_is_least there may be more of them.'),
    total_pages: z.int(),
    total_is_least: z
      .boolean()
      .optional()
      .describe(`true: a filter or a search finds at least so many; it is counted up to ${MOST_BY_PAGE + 1}.`),
    next_starting_after: z
      .string()
      .nullable()
      .optional()
      .describe(
        'Given as starting_after, it leads to the page after this one; null: there is none. A page of a search may hold fewer links than asked for and yet have one after it.',
      ),
    clicks_as_of: timestampSchema
      .nullable()
      .optional()
      .describe(
        'Of a list by clicks: when the clicks were counted that it is in the order of, and that clicks_count then tells; null: they are being counted for the first time, and some may be missing.',
      ),
  })
  .meta({ id: 'Pagination' });
export type Pagination = z.output<typeof paginationSchema>;

const idParams = z.object({ id: idSchema });
const linkErrors = [
  'request.invalid',
  ...urlErrors,
  'links.destinations_too_long',
  'links.starts_after_end',
  'links.ab_goal_invalid',
  'links.campaign_unavailable',
  'links.tag_invalid',
  'links.tags_too_many',
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
  forward: { to: 'cmd.links.create-guest.v1', bodyAs: 'link', withAddress: true, withIdempotencyKey: true },
});

export const getGuestQuota = defineEndpoint({
  operationId: 'getGuestQuota',
  method: 'get',
  path: '/api/guest/quota',
  summary: 'How many links a device may still make today',
  tag: 'guest',
  auth: 'public',
  permission: null,
  query: z.object({
    device_id: deviceIdSchema
      .optional()
      .meta({ deprecated: true })
      .describe(`Addresses are kept in logs: send ${DEVICE_HEADER}, which wins. The next release does not read this.`),
  }),
  headers: z.object({
    [DEVICE_HEADER]: deviceIdSchema.optional().describe('Required, but for callers of the former release.'),
  }),
  success: { status: 200, body: guestQuotaSchema, description: 'Limit, used and remaining' },
  errors: ['request.invalid'],
});

export const getGuestClicks = defineEndpoint({
  operationId: 'getGuestClicks',
  method: 'get',
  path: '/api/guest/links',
  summary: "Clicks of links that a device's guest made; a link that is not his is absent",
  tag: 'guest',
  auth: 'public',
  permission: null,
  headers: z.object({ [DEVICE_HEADER]: deviceIdSchema }),
  query: z.object({
    ids: z
      .string({ error: 'request.field_type' })
      .transform((ids) => ids.split(','))
      .pipe(linkIdsSchema)
      .describe(`Ids of links, separated by commas; ${MOST_GUEST_LINKS} at most.`),
  }),
  success: { status: 200, body: guestClicksSchema, description: 'Clicks by link' },
  errors: ['request.invalid'],
});

export const getExampleLink = defineEndpoint({
  operationId: 'getExampleLink',
  method: 'get',
  path: '/api/example',
  summary: "The installation's own link, for everybody to try, with its clicks",
  tag: 'guest',
  auth: 'public',
  permission: null,
  success: { status: 200, body: exampleLinkSchema, description: 'The link, as of the last seconds' },
  errors: [],
});

export const claimLinks = defineEndpoint({
  operationId: 'claimLinks',
  method: 'post',
  path: '/api/links/claim',
  summary: 'Take links over that were made as a guest on this device',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'kept',
  body: claimLinksSchema,
  success: { status: 200, body: claimedLinksSchema, description: 'Which links were taken over, and which not' },
  errors: ['auth.unauthenticated', 'request.invalid', 'links.device_weak'],
  forward: { to: 'cmd.links.claim.v1' },
});

export const createLink = defineEndpoint({
  operationId: 'createLink',
  method: 'post',
  path: '/api/links',
  summary: 'Create a short link',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'kept',
  body: createLinkSchema,
  success: { status: 201, body: linkWithClicksSchema, description: 'The link' },
  errors: [
    ...creationErrors,
    'auth.outside_key_scope',
    'service.busy',
    'links.login_required',
    'links.monthly_limit',
    'links.expires_in_past',
  ],
});

export const listLinks = defineEndpoint({
  operationId: 'listLinks',
  method: 'get',
  path: '/api/links',
  summary: "The workspace's links, newest first",
  tag: 'links',
  auth: 'session',
  permission: 'links:read',
  scopes: 'kept',
  query: listLinksQuerySchema,
  success: {
    status: 200,
    body: z.object({ data: z.array(linkWithClicksSchema), pagination: paginationSchema }),
    description: 'One page of links',
  },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'links.page_too_deep',
    'links.starting_after_invalid',
    'links.tag_invalid',
    'links.tags_too_many',
    'links.created_invalid',
  ],
});

export const getLink = defineEndpoint({
  operationId: 'getLink',
  method: 'get',
  path: '/api/links/{id}',
  summary: 'One link',
  tag: 'links',
  auth: 'session',
  permission: 'links:read',
  scopes: 'kept',
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
  scopes: 'kept',
  params: idParams,
  body: changeLinkSchema,
  success: { status: 200, body: linkWithClicksSchema, description: 'The changed link' },
  errors: [
    'auth.unauthenticated',
    'auth.outside_key_scope',
    'links.not_found',
    'request.changed_meanwhile',
    ...linkErrors,
    'service.busy',
  ],
});

export const deleteLink = defineEndpoint({
  operationId: 'deleteLink',
  method: 'delete',
  path: '/api/links/{id}',
  summary: 'Delete a link for good',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'kept',
  params: idParams,
  success: { status: 204, description: 'Deleted' },
  errors: ['auth.unauthenticated', 'links.not_found', 'links.changes_exceeded'],
  forward: { to: 'cmd.links.delete.v1' },
});
