import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { guestClickRangeNames } from '../rules/guest-links.js';
import { MAX_SEARCH_LENGTH, MOST_BY_PAGE } from '../rules/links.js';
import { idSchema, lineOfText, timestampSchema } from '../text.js';
import { createdSchema, linkDomainSchema } from './links.js';

export const listedGuestLinkSchema = z
  .object({
    id: z.uuid(),
    short_code: z.string(),
    short_url: z.string(),
    original_url: z.string(),
    domain: linkDomainSchema.nullable(),
    is_active: z.boolean(),
    is_quarantined: z.boolean().describe('It leads nowhere until an administrator releases it.'),
    created_at: timestampSchema,
    expires_at: timestampSchema.nullable().describe('null: it does not end.'),
    clicks_count: z.int().nullable().describe('All clicks of people; null while statistics cannot be asked.'),
  })
  .meta({ id: 'ListedGuestLink' });
export type ListedGuestLink = z.output<typeof listedGuestLinkSchema>;

const ofGuests = { tag: 'guest-links', auth: 'session' } as const;

export const listGuestLinks = defineEndpoint({
  ...ofGuests,
  operationId: 'listGuestLinks',
  method: 'get',
  path: '/api/admin/guest-links',
  summary: "Links that guests made and nobody has taken over; none of a guest's device or network is told",
  permission: 'admin:read',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(10),
    starting_after: lineOfText(100)
      .optional()
      .describe('The links after a place: pagination.next_starting_after of the answer before.'),
    search: lineOfText(MAX_SEARCH_LENGTH)
      .optional()
      .describe('Words of the code or the destination, or a short link. Those with that very code come first.'),
    clicks: z
      .enum(guestClickRangeNames, { error: 'request.field_type' })
      .optional()
      .describe('By clicks of people: none, low (1 to 10), medium (11 to 50), high (over 50).'),
    expired: z.enum(['true', 'false'], { error: 'request.field_type' }).optional(),
    created_from: createdSchema.optional().describe('Links that were made then or later; RFC 3339 with an offset.'),
    created_to: createdSchema.optional().describe('Links that were made before then.'),
    sort: z.enum(['newest', 'oldest'], { error: 'request.field_type' }).default('newest'),
  }),
  success: {
    status: 200,
    body: z.object({
      data: z.array(listedGuestLinkSchema),
      pagination: z
        .object({
          limit: z.int(),
          total: z
            .int()
            .describe('Of the whole list, wherever the page begins; with total_is_least there may be more.'),
          total_is_least: z
            .boolean()
            .describe(
              `true: there are at least so many. It is counted up to ${MOST_BY_PAGE + 1}; with a search or clicks, among some of the first alone.`,
            ),
          next_starting_after: z
            .string()
            .nullable()
            .describe(
              'Given as starting_after, it leads to the page after this one; null: there is none. A page of a search or of clicks may hold fewer links than asked for and yet have one after it.',
            ),
        })
        .meta({ id: 'GuestLinkPages' }),
    }),
    description: 'One page of them',
  },
  errors: ['request.invalid', 'links.starting_after_invalid', 'links.created_invalid', 'links.clicks_unavailable'],
  forward: { to: 'qry.links.all-guest-links.v1', timeoutMs: 15_000 },
});
export const listGuestLinksRpc = forwardedRpc(listGuestLinks);

export const deleteGuestLink = defineEndpoint({
  ...ofGuests,
  operationId: 'deleteGuestLink',
  method: 'delete',
  path: '/api/admin/guest-links/{id}',
  summary: "Delete a guest's link for good; its code stays reserved",
  permission: 'admin:write',
  params: z.object({ id: idSchema }),
  success: { status: 204, description: 'Deleted' },
  errors: ['request.invalid', 'links.not_found'],
  forward: { to: 'cmd.links.delete-guest-link.v1' },
});
export const deleteGuestLinkRpc = forwardedRpc(deleteGuestLink);

export const expiredGuestLinksDeletionSchema = z
  .object({
    deleted: z.int().describe('So far, by everybody who asked for it since it began; 0: there were no expired links.'),
    is_done: z
      .boolean()
      .describe('false: there are so many that it goes on by itself. Asked again, it tells how far it is.'),
  })
  .meta({ id: 'ExpiredGuestLinksDeletion' });
export type ExpiredGuestLinksDeletion = z.output<typeof expiredGuestLinksDeletionSchema>;

export const deleteExpiredGuestLinks = defineEndpoint({
  ...ofGuests,
  operationId: 'deleteExpiredGuestLinks',
  method: 'post',
  path: '/api/admin/guest-links/expired-deletion',
  summary: "Delete all guests' links that have expired by now; asked for while it goes on, it is that one",
  permission: 'admin:write',
  success: { status: 200, body: expiredGuestLinksDeletionSchema, description: 'How many were deleted' },
  errors: ['request.invalid'],
  forward: { to: 'cmd.links.delete-expired-guest-links.v1', timeoutMs: 15_000 },
});
export const deleteExpiredGuestLinksRpc = forwardedRpc(deleteExpiredGuestLinks);
