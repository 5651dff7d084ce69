import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { LINK_VERSIONS_KEPT, LINK_VERSIONS_KEPT_DAYS, MOST_LINK_VERSIONS } from '../rules/link-history.js';
import { idSchema, timestampSchema } from '../text.js';
import { linkSchema } from './links.js';
import { urlErrors } from './url-errors.js';

const versionParam = z.coerce
  .number({ error: 'request.field_type' })
  .int()
  .min(1)
  .max(2_147_483_647)
  .describe('The number of a version: 1 is the link as it was made.');

export const linkAuthorSchema = z
  .object({
    kind: z
      .string()
      .describe('member; api_key; administrator, who acted as the member; linkway, which did it by itself.'),
    user_id: z.uuid().nullable().describe('Whose account it was done with; null: nobody’s.'),
    api_key_id: z.uuid().nullable().describe('The API key that did it; null: none.'),
  })
  .meta({ id: 'LinkAuthor' });
export type LinkAuthor = z.output<typeof linkAuthorSchema>;

export const linkDifferenceSchema = z
  .object({
    field: z
      .string()
      .describe('As the link has it. A field that is not told to owners has a name of its own and null twice.'),
    before: z.unknown().describe('As the link has it; of has_password whether there was one.'),
    after: z.unknown().describe('The same; has_password true twice: the password is another one.'),
  })
  .meta({ id: 'LinkDifference' });
export type LinkDifference = z.output<typeof linkDifferenceSchema>;

export const linkVersionSchema = z
  .object({
    version: z.int(),
    kind: z
      .string()
      .describe(
        'changed; created, the link as it was made; earliest, the link as it was before the first change that is kept.',
      ),
    at: timestampSchema.nullable().describe('null: not known, as of the earliest one.'),
    by: linkAuthorSchema.nullable().describe('null: not known, as of the earliest one.'),
    is_scheduled: z.boolean().describe('true: it was planned by them, and done at its time.'),
    restored_version: z.int().nullable().describe('The version that was restored; null: none.'),
    changes: z.array(linkDifferenceSchema).describe('What became different, field by field.'),
  })
  .meta({ id: 'LinkVersion' });
export type LinkVersion = z.output<typeof linkVersionSchema>;

export const comparedVersionSchema = z
  .object({
    version: z.int(),
    restorable: z.array(linkDifferenceSchema).describe('What restoring it would change: before is now, after is then.'),
    others: z
      .array(linkDifferenceSchema)
      .describe('What is different too and stays as it is, such as a password, which is not kept.'),
  })
  .meta({ id: 'ComparedLinkVersion' });
export type ComparedLinkVersion = z.output<typeof comparedVersionSchema>;

const linkParams = z.object({ id: idSchema });
const versionParams = z.object({ id: idSchema, version: versionParam });

export const listLinkVersions = defineEndpoint({
  operationId: 'listLinkVersions',
  method: 'get',
  path: '/api/links/{id}/versions',
  summary: `Every version of a link, the newest first: who changed what, and when. The last ${LINK_VERSIONS_KEPT} are kept, and those of ${LINK_VERSIONS_KEPT_DAYS} days, ${MOST_LINK_VERSIONS} at most`,
  tag: 'links',
  auth: 'session',
  permission: 'links:read',
  scopes: 'kept',
  params: linkParams,
  query: z.object({
    limit: z.coerce.number({ error: 'request.field_type' }).int().min(1).max(100).default(20),
    starting_after: versionParam.optional().describe('next_starting_after of the answer before.'),
  }),
  success: {
    status: 200,
    body: z.object({
      data: z.array(linkVersionSchema),
      next_starting_after: z.int().nullable().describe('null: there are no further ones.'),
    }),
    description: 'Some of them',
  },
  errors: ['auth.unauthenticated', 'request.invalid', 'links.not_found'],
  forward: { to: 'qry.links.versions.v1' },
});
export const listLinkVersionsRpc = forwardedRpc(listLinkVersions);

export const compareLinkVersion = defineEndpoint({
  operationId: 'compareLinkVersion',
  method: 'get',
  path: '/api/links/{id}/versions/{version}',
  summary: 'How a version of a link differs from the link as it is now',
  tag: 'links',
  auth: 'session',
  permission: 'links:read',
  scopes: 'kept',
  params: versionParams,
  success: { status: 200, body: comparedVersionSchema, description: 'The differences' },
  errors: ['auth.unauthenticated', 'request.invalid', 'links.not_found', 'links.version_not_found'],
  forward: { to: 'qry.links.version.v1' },
});
export const compareLinkVersionRpc = forwardedRpc(compareLinkVersion);

export const restoreLinkVersion = defineEndpoint({
  operationId: 'restoreLinkVersion',
  method: 'post',
  path: '/api/links/{id}/versions/{version}/restore',
  summary:
    'Change a link back to a version, under the rules of any change; its password stays as it is. A link that is so already is left as it is',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'kept',
  params: versionParams,
  success: { status: 200, body: linkSchema, description: 'The link as it is now' },
  errors: [
    'auth.unauthenticated',
    'auth.outside_key_scope',
    'request.invalid',
    'request.idempotency_mismatch',
    'links.not_found',
    'links.version_not_found',
    ...urlErrors,
    'links.destinations_too_long',
    'links.starts_after_end',
    'links.code_invalid',
    'links.code_reserved',
    'links.code_taken',
    'links.domain_unavailable',
    'links.changes_exceeded',
    'service.busy',
  ],
  forward: { to: 'cmd.links.restore-version.v1', withIdempotencyKey: true },
});
export const restoreLinkVersionRpc = forwardedRpc(restoreLinkVersion);
