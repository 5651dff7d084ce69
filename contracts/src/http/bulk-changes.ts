import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { expectedOf } from '../fields/expected.js';
import { changedFields, shownFields } from '../fields/links.js';
import { tagsSchema } from '../fields/tags.js';
import { MOST_BULK_LINKS } from '../rules/links.js';
import { idSchema } from '../text.js';

/** What an action needs beside the links. */
const NEEDS = {
  activate: null,
  pause: null,
  delete: null,
  'add-tags': 'tags',
  'remove-tags': 'tags',
  'set-expiry': 'expires_at',
  move: 'domain_id',
  'set-campaign': 'campaign_id',
} as const;
export const bulkActions = Object.keys(NEEDS) as (keyof typeof NEEDS)[];

export const changeLinksSchema = z
  .strictObject({
    ids: z
      .array(idSchema, { error: 'request.field_type' })
      .min(1, { error: 'links.bulk_size' })
      .max(MOST_BULK_LINKS, { error: 'links.bulk_size' })
      .describe('Each once, whatever its case.'),
    action: z.enum(bulkActions as [keyof typeof NEEDS], { error: 'request.field_type' }),
    tags: tagsSchema.optional().describe('Of add-tags and remove-tags, which take at least one.'),
    expires_at: changedFields.expires_at.describe('Of set-expiry; null takes the time limit off.'),
    domain_id: idSchema.optional().describe('Of move.'),
    campaign_id: changedFields.campaign_id.describe('Of set-campaign; null takes the links out of theirs.'),
    expected: expectedOf({ campaign_id: shownFields.campaign_id }).optional(),
  })
  .superRefine((body, context) => {
    const needed = NEEDS[body.action];
    const given = needed === null ? true : needed === 'tags' ? Boolean(body.tags?.length) : body[needed] !== undefined;
    if (!given && needed) context.addIssue({ code: 'custom', path: [needed], message: 'request.field_required' });
  });
export type ChangeLinks = z.output<typeof changeLinksSchema>;

export const changedLinksSchema = z
  .object({
    data: z.array(
      z.object({
        id: z.uuid(),
        changed: z.boolean().describe('false: it was so already, or it was refused.'),
        code: z
          .string()
          .nullable()
          .describe('Why it was refused, as a change of this link alone would be; null: it was not.'),
        detail: z.string().nullable().describe('The same in words, in the language that was asked for.'),
        tags: z.array(z.string()).optional().describe('Those that the link was given, or that were taken off it.'),
      }),
    ),
  })
  .meta({ id: 'ChangedLinks' });
export type ChangedLinks = z.output<typeof changedLinksSchema>;

export const changeLinks = defineEndpoint({
  operationId: 'changeLinks',
  method: 'post',
  path: '/api/links/bulk',
  summary: `Do the same with up to ${MOST_BULK_LINKS} links, each by itself under the rules of a single change`,
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'kept',
  body: changeLinksSchema,
  success: { status: 200, body: changedLinksSchema, description: 'What became of each link, in the order of the ids' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'request.idempotency_mismatch',
    'links.bulk_size',
    'auth.outside_key_scope',
    'links.domain_unavailable',
    'links.campaign_unavailable',
    'links.expires_in_past',
    'links.tag_invalid',
    'links.tags_too_many',
  ],
  forward: {
    to: 'cmd.links.bulk.v1',
    bodyAs: 'request',
    withLanguage: true,
    withIdempotencyKey: true,
    timeoutMs: 20_000,
  },
});
export const changeLinksRpc = forwardedRpc(changeLinks);
