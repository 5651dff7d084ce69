import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { userRegistered } from '../events/identity/user-registered.v1.js';
import { userSchema } from '../http/auth.js';
import { impersonationSchema } from '../http/impersonation.js';
import { openSessionSchema } from '../http/sessions.js';
import { defineRange, defineVersions } from './ranges.js';

export const getSessionRpc = defineRpc('qry.identity.session.v1', {
  summary: 'Whose session a token is; null when it is unknown, expired or ended',
  permission: null,
  open: 'It is how the gateway finds out who calls.',
  request: z.object({
    session_token: z.string().max(512),
    ip: z.string().max(64).optional().describe('That it is used from.'),
    impersonation: z
      .literal(true)
      .optional()
      .describe(
        'Of an administrator who acts as somebody else, tell of that user. Absent: the former release asks, which would take one for the other.',
      ),
  }),
  reply: z
    .object({
      session_id: z.uuid(),
      expires_at: z.iso.datetime(),
      user: userSchema,
      impersonation: impersonationSchema.optional().describe('There where `user` is not whose session it is.'),
      own_visits_token: z
        .string()
        .nullable()
        .optional()
        .describe(
          "What the user's browsers keep so that their own visits are not counted; null: these are counted; absent: of a service of the former release, or of who acts as the user.",
        ),
    })
    .nullable(),
  timeoutMs: 3_000,
});

export const listSessionsRpc = defineRpc('qry.identity.sessions.v1', {
  summary: 'The open sessions of the caller’s account, the caller’s own first, then by their last use',
  permission: 'account:read',
  request: z.object({}),
  reply: z.object({ data: z.array(openSessionSchema) }),
});

export const getAvatarRpc = defineRpc('qry.identity.avatar.v1', {
  summary: 'A picture by the key in its address',
  permission: null,
  open: 'Whoever was told the address may see the picture.',
  request: z.object({ key: z.string().max(64) }),
  reply: z.object({ image: z.base64().describe('WebP') }),
});

/** Most accounts in one question. */
export const MOST_NAMED_ACCOUNTS = 500;

export const accountNamesRpc = defineRpc('qry.identity.account-names.v1', {
  summary: 'Email addresses and names of accounts, as they are now; one that is gone is absent',
  permission: null,
  open: 'The audit log writes down who they are whom a service knows by their ids alone; NATS lets no other one ask.',
  request: z.object({ ids: z.array(z.uuid()).max(MOST_NAMED_ACCOUNTS) }),
  reply: z.object({ data: z.array(z.object({ id: z.uuid(), email: z.string(), full_name: z.string() })) }),
  timeoutMs: 3_000,
});

export const accountRangeRpc = defineRange(
  'qry.identity.account-range.v1',
  'A range of accounts by id, which is their workspace too, with their versions, for comparing a copy',
);

export const accountVersionsRpc = defineVersions(
  'qry.identity.account-versions.v1',
  'The accounts among the given ids that have another version or content than the copy of the one who asks',
  userRegistered.data,
);
