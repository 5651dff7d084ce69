import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { idSchema, timestampSchema } from '../text.js';

/** Open sessions of an account: who signs in beyond ends the one that was not used for longest. */
export const MOST_SESSIONS = 100;

/** A session as its owner is told of it: the browser that it was begun in, and where it was used last. */
export const openSessionSchema = z
  .object({
    id: z.uuid(),
    browser: z.string().describe('In lower case, as chrome, firefox, safari, edge; empty where it is not known.'),
    os: z.string().describe('In lower case, as windows, macos, linux, android, ios; empty where it is not known.'),
    device_type: z.enum(['mobile', 'tablet', 'desktop']),
    ip_address: z.string().describe('That it was used from last.'),
    created_at: timestampSchema,
    last_used_at: timestampSchema.describe('Up to five minutes ago may be now.'),
    current: z.boolean().describe('Whether it is the one that this request came in.'),
  })
  .meta({ id: 'OpenSession' });
export type OpenSession = z.output<typeof openSessionSchema>;

export const placedSessionSchema = openSessionSchema
  .extend({
    country: z.string().nullable().describe('ISO 3166-1 alpha-2; null where it is not known or cannot be asked.'),
    city: z.string().nullable().describe('In English; null where it is not known or cannot be asked.'),
  })
  .meta({ id: 'PlacedSession' });
export type PlacedSession = z.output<typeof placedSessionSchema>;

export const listSessions = defineEndpoint({
  operationId: 'listSessions',
  method: 'get',
  path: '/api/me/sessions',
  summary: 'The open sessions of the account, this one first, then by their last use',
  tag: 'account',
  auth: 'session',
  permission: 'account:read',
  success: {
    status: 200,
    body: z.object({ data: z.array(placedSessionSchema).max(MOST_SESSIONS) }),
    description: 'All of them',
  },
  errors: ['auth.unauthenticated'],
});

export const endSession = defineEndpoint({
  operationId: 'endSession',
  method: 'delete',
  path: '/api/me/sessions/{id}',
  summary: 'End a session of the account, at once and everywhere; one that is over is no error',
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  params: z.object({ id: idSchema }),
  success: { status: 204, description: 'It is over' },
  errors: ['auth.unauthenticated', 'session.not_found'],
});

export const endOtherSessions = defineEndpoint({
  operationId: 'endOtherSessions',
  method: 'delete',
  path: '/api/me/sessions',
  summary: 'End all sessions of the account but this one, at once and everywhere',
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  success: { status: 200, body: z.object({ ended: z.int() }), description: 'How many there were' },
  errors: ['auth.unauthenticated'],
});
