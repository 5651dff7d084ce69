import { z } from 'zod';
import { defineEndpoint, defineRpc, forwardedRpc } from '../contract.js';
import { apiKeyPermissionSchema } from '../permissions.js';
import { API_KEY_PREFIX, MAX_API_KEY_NAME_LENGTH, MOST_API_KEYS, MOST_KEY_DOMAINS } from '../rules/api-keys.js';
import { idSchema, isStorableTime, lineOfText, timestampSchema } from '../text.js';

const keyNameSchema = lineOfText(MAX_API_KEY_NAME_LENGTH).min(1, { error: 'api_keys.name_required' });

const permissionsSchema = z
  .array(apiKeyPermissionSchema, { error: 'request.field_type' })
  .max(apiKeyPermissionSchema.options.length, { error: 'request.field_too_long' })
  .refine((granted) => granted.includes('read'), { error: 'api_keys.read_required' });

const domainIdsSchema = z
  .array(idSchema, { error: 'request.field_type' })
  .max(MOST_KEY_DOMAINS, { error: 'request.field_too_long' })
  .nullable()
  .optional();

export const apiKeySchema = z
  .object({
    id: z.uuid(),
    key_name: z.string(),
    prefix: z.string().describe(`What the key begins with: ${API_KEY_PREFIX}`),
    last_characters: z.string().describe('The last four of the key, by which its owner tells it from others.'),
    permissions: z
      .array(apiKeyPermissionSchema)
      .describe('read: links, their statistics, and domains; write: making, changing and deleting links, too.'),
    domain_ids: z
      .array(z.uuid())
      .nullable()
      .optional()
      .describe(
        'The domains whose links are there for it, and that it makes links on; null: all. A service of the former release does not say.',
      ),
    is_active: z.boolean().describe('false: requests with it are refused until it is turned on again.'),
    expires_at: timestampSchema.nullable().describe('From then on it is refused; null: never.'),
    last_used_at: timestampSchema.nullable().describe('null: not yet.'),
    created_at: timestampSchema,
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof apiKeySchema>;

export const newApiKeySchema = apiKeySchema
  .extend({ api_key: z.string().describe('The key itself, told this once: what is kept of it cannot be read.') })
  .meta({ id: 'NewApiKey' });
export type NewApiKey = z.output<typeof newApiKeySchema>;

export const createApiKeySchema = z.strictObject({
  key_name: keyNameSchema,
  permissions: permissionsSchema.default(['read', 'write']),
  expires_at: z.iso
    .datetime({ offset: true, error: 'api_keys.expires_invalid', abort: true })
    .refine(isStorableTime, { error: 'api_keys.expires_invalid' })
    .nullable()
    .optional()
    .describe('In the future; without it, or with null, the key does not expire.'),
  domain_ids: domainIdsSchema.describe(
    'Domains that links can be made on: there are no links of others for the key. Without it, with null or with none, the key is for all.',
  ),
});
export type CreateApiKey = z.input<typeof createApiKeySchema>;

export const changeApiKeySchema = z.strictObject({
  key_name: keyNameSchema.optional(),
  is_active: z.boolean({ error: 'request.field_type' }).optional(),
  domain_ids: domainIdsSchema.describe(
    'In place of those before, of which one that no link can be made on any more may stay. null, or none: all.',
  ),
});
export type ChangeApiKey = z.output<typeof changeApiKeySchema>;

const idParams = z.object({ id: idSchema });

export const listApiKeys = defineEndpoint({
  operationId: 'listApiKeys',
  method: 'get',
  path: '/api/api-keys',
  summary: 'The API keys of the account, the newest first',
  tag: 'api-keys',
  auth: 'session',
  permission: 'account:read',
  success: {
    status: 200,
    body: z.object({
      data: z.array(apiKeySchema).max(MOST_API_KEYS),
      requests_per_hour: z.int().describe('What each key may ask for within an hour.'),
    }),
    description: 'All of them',
  },
  errors: ['auth.unauthenticated'],
  forward: { to: 'qry.identity.api-keys.v1' },
});
export const listApiKeysRpc = forwardedRpc(listApiKeys);

export const createApiKey = defineEndpoint({
  operationId: 'createApiKey',
  method: 'post',
  path: '/api/api-keys',
  summary: `Make an API key, of which the account has ${MOST_API_KEYS} at most; it takes the Premium plan. With an Idempotency-Key that made one already it is refused, and told which, as the key itself is kept nowhere`,
  tag: 'api-keys',
  auth: 'session',
  permission: 'account:write',
  body: createApiKeySchema,
  success: { status: 201, body: newApiKeySchema, description: 'The key, told this once' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'request.idempotency_mismatch',
    'api_keys.made_already',
    'api_keys.premium_required',
    'api_keys.limit_reached',
    'api_keys.name_required',
    'api_keys.read_required',
    'api_keys.expires_invalid',
    'api_keys.expires_in_past',
    'api_keys.domain_unavailable',
  ],
  forward: { to: 'cmd.identity.create-api-key.v2', withIdempotencyKey: true },
});
export const createApiKeyRpc = forwardedRpc(createApiKey);

/** Apart from what takes domains: a service that does not know them would leave them out, and make a key for all of them. */
export const createFormerApiKeyRpc = defineRpc('cmd.identity.create-api-key.v1', {
  summary: `${createApiKey.summary}. Asked by a former release, which knows no domains of keys`,
  permission: createApiKey.permission,
  request: z.object(createApiKeySchema.omit({ domain_ids: true }).shape),
  reply: newApiKeySchema,
});

export const changeApiKey = defineEndpoint({
  operationId: 'changeApiKey',
  method: 'patch',
  path: '/api/api-keys/{id}',
  summary:
    'Name an API key anew, turn it off or on, say for which domains it is; fields that are not sent stay as they are',
  tag: 'api-keys',
  auth: 'session',
  permission: 'account:write',
  params: idParams,
  body: changeApiKeySchema,
  success: {
    status: 200,
    body: apiKeySchema,
    description: 'The key as it is now; what was turned off is refused at once',
  },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'api_keys.not_found',
    'api_keys.name_required',
    'api_keys.domain_unavailable',
  ],
  forward: { to: 'cmd.identity.change-api-key.v2' },
});
export const changeApiKeyRpc = forwardedRpc(changeApiKey);

/** See `createFormerApiKeyRpc`. */
export const changeFormerApiKeyRpc = defineRpc('cmd.identity.change-api-key.v1', {
  summary: 'Name an API key anew, turn it off or on. Asked by a former release, which knows no domains of keys',
  permission: changeApiKey.permission,
  request: z.object({ ...changeApiKeySchema.omit({ domain_ids: true }).shape, ...idParams.shape }),
  reply: apiKeySchema,
});

export const deleteApiKey = defineEndpoint({
  operationId: 'deleteApiKey',
  method: 'delete',
  path: '/api/api-keys/{id}',
  summary: 'Delete an API key for good; requests with it are refused at once',
  tag: 'api-keys',
  auth: 'session',
  permission: 'account:write',
  params: idParams,
  success: { status: 204, description: 'Deleted' },
  errors: ['auth.unauthenticated', 'api_keys.not_found'],
  forward: { to: 'cmd.identity.delete-api-key.v1' },
});
export const deleteApiKeyRpc = forwardedRpc(deleteApiKey);
