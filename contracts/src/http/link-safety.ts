import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import {
  blockSources,
  MAX_APPEAL_LENGTH,
  MAX_BLOCK_NOTE_LENGTH,
  MAX_SAFETY_ANSWER_LENGTH,
  MOST_BLOCK_ENTRIES,
} from '../rules/link-safety.js';
import { idSchema, lineOfText, linesOfText, timestampSchema } from '../text.js';
import { pageQuery, pagesSchema } from './pages.js';
import { quarantineSchema } from './quarantine.js';

export const blockedDestinationSchema = z
  .object({
    id: z.uuid(),
    entry: z
      .string()
      .describe(
        'As it is compared: example.com with all below it, =example.com that host alone, example.com/path what begins so, example.com/path?query that address alone (after = where it has no query).',
      ),
    source: z.enum(blockSources),
    threat: z.string().nullable().describe('As the provider or the report names it; null: entered by hand.'),
    provider: z.string().nullable(),
    note: z.string(),
    created_by: z.uuid().nullable().describe('null: by a provider.'),
    created_at: timestampSchema,
    links: z.int().describe('Links that are quarantined for it so far.'),
  })
  .meta({ id: 'BlockedDestination' });
export type BlockedDestination = z.output<typeof blockedDestinationSchema>;

const admin = { tag: 'link-safety', auth: 'session', permission: 'admin:security' } as const;

export const listBlockedDestinations = defineEndpoint({
  ...admin,
  operationId: 'listBlockedDestinations',
  method: 'get',
  path: '/api/admin/blocked-destinations',
  summary: 'Addresses that no link may lead to, the last ones first',
  query: pageQuery.extend({ search: lineOfText(200).optional().describe('Part of an entry or of its note.') }),
  success: {
    status: 200,
    body: z.object({
      data: z.array(blockedDestinationSchema),
      pagination: pagesSchema,
      is_looking: z.boolean().describe('Links that were there before the last entries are still looked through.'),
    }),
    description: 'One page of them',
  },
  errors: ['request.invalid'],
  forward: { to: 'qry.links.blocked-destinations.v1' },
});
export const listBlockedDestinationsRpc = forwardedRpc(listBlockedDestinations);

export const blockDestinationsSchema = z.strictObject({
  entries: z
    .array(z.string({ error: 'request.field_type' }).max(8_192, { error: 'request.field_too_long' }), {
      error: 'request.field_type',
    })
    .min(1, { error: 'request.field_required' })
    .max(MOST_BLOCK_ENTRIES, { error: 'request.field_too_long' })
    .describe('One each, as in `entry`; also addresses with a scheme, *.example.com, and lines of a hosts file.'),
  note: lineOfText(MAX_BLOCK_NOTE_LENGTH).default(''),
});

export const blockedDestinationsSchema = z
  .object({
    added: z.int(),
    known: z.int().describe('Those that were there already.'),
    refused: z.array(z.object({ line: z.int().describe('From 1.'), entry: z.string(), code: z.string() })),
  })
  .meta({ id: 'BlockedDestinations' });
export type BlockedDestinations = z.output<typeof blockedDestinationsSchema>;

export const blockDestinations = defineEndpoint({
  ...admin,
  operationId: 'blockDestinations',
  method: 'post',
  path: '/api/admin/blocked-destinations',
  summary:
    'Let no link lead to some addresses any more: new links and changes are refused within two seconds, links that are there are quarantined in the background; sending them again changes nothing',
  body: blockDestinationsSchema,
  success: {
    status: 200,
    body: blockedDestinationsSchema,
    description: 'What became of each; empty lines and what begins with # are left out',
  },
  errors: ['request.invalid'],
  forward: { to: 'cmd.links.block-destinations.v1', timeoutMs: 15_000 },
});
export const blockDestinationsRpc = forwardedRpc(blockDestinations);

export const unblockDestination = defineEndpoint({
  ...admin,
  operationId: 'unblockDestination',
  method: 'delete',
  path: '/api/admin/blocked-destinations/{id}',
  summary: 'Take an entry off the block list; links that were quarantined for it alone work again soon',
  params: z.object({ id: idSchema }),
  success: { status: 204, description: 'It is off the list' },
  errors: ['request.invalid', 'links.block_entry_not_found'],
  forward: { to: 'cmd.links.unblock-destination.v1' },
});
export const unblockDestinationRpc = forwardedRpc(unblockDestination);

export const quarantinedLinkSchema = z
  .object({
    link_id: z.uuid(),
    short_url: z.string(),
    original_url: z.string(),
    title: z.string(),
    workspace_id: z.uuid().nullable().describe("null: a guest's link."),
    user_id: z.uuid().nullable(),
    created_at: timestampSchema,
    since: timestampSchema,
    reasons: z.array(
      z.object({
        entry_id: z.uuid(),
        entry: z.string(),
        source: z.enum(blockSources),
        threat: z.string().nullable(),
        note: z.string(),
        address: z.string().describe('Of the link, that the entry is about.'),
      }),
    ),
    appeal: z.object({ text: z.string(), created_at: timestampSchema }).nullable().describe('null: none is open.'),
  })
  .meta({ id: 'QuarantinedLink' });
export type QuarantinedLink = z.output<typeof quarantinedLinkSchema>;

export const listQuarantinedLinks = defineEndpoint({
  ...admin,
  operationId: 'listQuarantinedLinks',
  method: 'get',
  path: '/api/admin/quarantined-links',
  summary: 'Links that are quarantined, those with an open appeal first',
  query: pageQuery.extend({
    appealed: z
      .enum(['true', 'false'], { error: 'request.field_type' })
      .default('false')
      .describe('true: those alone.'),
  }),
  success: {
    status: 200,
    body: z.object({ data: z.array(quarantinedLinkSchema), pagination: pagesSchema, appeals: z.int() }),
    description: 'One page of them, and how many appeals are open',
  },
  errors: ['request.invalid'],
  forward: { to: 'qry.links.quarantined.v1' },
});
export const listQuarantinedLinksRpc = forwardedRpc(listQuarantinedLinks);

export const decideQuarantine = defineEndpoint({
  ...admin,
  operationId: 'decideQuarantine',
  method: 'post',
  path: '/api/admin/quarantined-links/{link_id}/decision',
  summary:
    'Release a link, which is not quarantined for the same entries again, or keep it in quarantine against an appeal; its owner is told',
  params: z.object({ link_id: idSchema }),
  body: z.strictObject({
    decision: z.enum(['release', 'keep'], { error: 'request.field_type' }),
    answer: linesOfText(MAX_SAFETY_ANSWER_LENGTH).default('').describe('To the owner.'),
  }),
  success: { status: 204, description: 'It is decided' },
  errors: ['request.invalid', 'links.not_quarantined', 'links.appeal_not_found'],
  forward: { to: 'cmd.links.decide-quarantine.v1' },
});
export const decideQuarantineRpc = forwardedRpc(decideQuarantine);

export const appealQuarantine = defineEndpoint({
  operationId: 'appealQuarantine',
  method: 'post',
  path: '/api/links/{id}/appeal',
  summary:
    'Ask administrators to release a link of yours from quarantine; one appeal is open at a time, and the same once more is that one',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'kept',
  params: z.object({ id: idSchema }),
  body: z.strictObject({
    text: linesOfText(MAX_APPEAL_LENGTH).min(1, { error: 'request.field_required' }),
  }),
  success: { status: 200, body: quarantineSchema, description: 'The quarantine with the appeal' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'links.not_found',
    'links.not_quarantined',
    'links.appeal_open',
    'links.changes_exceeded',
  ],
  forward: { to: 'cmd.links.appeal-quarantine.v1' },
});
export const appealQuarantineRpc = forwardedRpc(appealQuarantine);
