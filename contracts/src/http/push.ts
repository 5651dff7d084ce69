import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { MAX_PUSH_ENDPOINT_LENGTH, MOST_PUSH_BROWSERS } from '../rules/notifications.js';
import { idSchema, timestampSchema } from '../text.js';

export const pushBrowserSchema = z
  .object({
    id: z.uuid(),
    browser: z.string().describe('In lower case, as chrome, firefox, safari, edge; empty where it is not known.'),
    os: z.string().describe('In lower case, as windows, macos, linux, android, ios; empty where it is not known.'),
    device_type: z.enum(['mobile', 'tablet', 'desktop']),
    created_at: timestampSchema,
    last_success_at: timestampSchema.nullable().describe('When its push service last took something; null: not yet.'),
    current: z.boolean().describe('Whether it is that of this session.'),
  })
  .meta({ id: 'PushBrowser' });
export type PushBrowser = z.output<typeof pushBrowserSchema>;

export const pushStateSchema = z
  .object({
    public_key: z.string().describe('What a browser subscribes with (`applicationServerKey`), in base64url.'),
    browsers: z
      .array(pushBrowserSchema)
      .max(MOST_PUSH_BROWSERS)
      .describe('That of this session first, then the newest.'),
  })
  .meta({ id: 'PushState' });
export type PushState = z.output<typeof pushStateSchema>;

const base64url = (most: number) =>
  z
    .string({ error: 'request.field_type' })
    .max(most, { error: 'request.field_too_long' })
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'push.keys_invalid' });

export const addPushBrowserSchema = z.strictObject({
  endpoint: z
    .string({ error: 'request.field_type' })
    .max(MAX_PUSH_ENDPOINT_LENGTH, { error: 'request.field_too_long' })
    .describe('As the browser gives it: an https address.'),
  keys: z
    .strictObject({ p256dh: base64url(100), auth: base64url(40) })
    .describe('As the browser gives them, in base64url without padding.'),
});
export type AddPushBrowser = z.output<typeof addPushBrowserSchema>;

const account = { tag: 'account', auth: 'session' } as const;

export const getPush = defineEndpoint({
  ...account,
  operationId: 'getPush',
  method: 'get',
  path: '/api/me/push',
  summary: 'The browsers that notifications are pushed to, and what another one subscribes with',
  permission: 'account:read',
  success: { status: 200, body: pushStateSchema, description: 'All of them' },
  errors: ['auth.unauthenticated'],
  forward: { to: 'qry.identity.push.v1' },
});
export const getPushRpc = forwardedRpc(getPush);

export const addPushBrowser = defineEndpoint({
  ...account,
  operationId: 'addPushBrowser',
  method: 'post',
  path: '/api/me/push/browsers',
  summary: `Have notifications pushed to the browser of this session, until the session ends; ${MOST_PUSH_BROWSERS} browsers at most. One that is there already stays`,
  permission: 'account:write',
  body: addPushBrowserSchema,
  success: { status: 201, body: pushBrowserSchema, description: 'The browser' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'push.endpoint_invalid',
    'push.keys_invalid',
    'push.limit_reached',
  ],
  forward: { to: 'cmd.identity.add-push-browser.v1' },
});
export const addPushBrowserRpc = forwardedRpc(addPushBrowser);

export const removePushBrowser = defineEndpoint({
  ...account,
  operationId: 'removePushBrowser',
  method: 'delete',
  path: '/api/me/push/browsers/{id}',
  summary: 'Push nothing to a browser any more',
  permission: 'account:write',
  params: z.object({ id: idSchema }),
  success: { status: 204, description: 'It is removed' },
  errors: ['auth.unauthenticated', 'push.browser_not_found'],
  forward: { to: 'cmd.identity.remove-push-browser.v1' },
});
export const removePushBrowserRpc = forwardedRpc(removePushBrowser);
