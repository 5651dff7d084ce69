import { z } from 'zod';
import { MOST_KEY_DOMAINS } from './rules/api-keys.js';

/** Who did what an event tells of, for the audit log: who, never from where. */
export const actorSchema = z.object({
  kind: z.enum(['session', 'api_key', 'service', 'guest']),
  user_id: z.uuid().optional(),
  workspace_id: z.uuid().optional().describe('That it was done in; absent where there is none.'),
  id: z.string().optional().describe('Of the session or the API key, or the name of the service.'),
  impersonator_id: z.uuid().optional().describe('The administrator who acted as the user; absent: it was the user.'),
});
export type Actor = z.output<typeof actorSchema>;

/** What every event carries around its `data`. `id` is also the JetStream message id, so a repeated publish is dropped. */
export const envelopeSchema = z.object({
  id: z.uuid(),
  type: z.string(),
  occurred_at: z.iso.datetime(),
  producer: z.string(),
  correlation_id: z.string(),
  causation_id: z.string().nullable(),
  traceparent: z.string().nullable(),
  actor: actorSchema
    .nullable()
    .optional()
    .describe('null: a consequence of the event in `causation_id`, whose actor it is.'),
  data: z.unknown(),
});

export type Envelope<T = unknown> = Omit<z.output<typeof envelopeSchema>, 'data'> & { data: T };

export const localeSchema = z.enum(['en', 'vi']);
export type Locale = z.output<typeof localeSchema>;

/** Names that a newer release knows may be among them, so any text is taken. */
const permissions = z.array(z.string()).optional().describe('Where they are not said: those of the role of a session.');

const member = {
  user_id: z.uuid(),
  workspace_id: z.uuid(),
  role: z.enum(['user', 'admin']),
  workspace_role: z.string().optional().describe("In a team's workspace: what the membership says."),
  permissions,
};

const sessionCallerSchema = z.object({
  kind: z.literal('session').default('session'),
  ...member,
  session_id: z.uuid(),
  impersonator_id: z
    .uuid()
    .optional()
    .describe(
      'The administrator whose session it is, who acts as the user for a while. Absent: the user is who calls.',
    ),
});
/** What a key is limited to. Whatever else it may be limited by one day stands beside the domains, with permissions of its own names. */
export const keyScopeSchema = z.object({
  domain_ids: z.array(z.uuid()).min(1).max(MOST_KEY_DOMAINS).describe('Of the links that are there for the key.'),
});
export type KeyScope = z.output<typeof keyScopeSchema>;

export const apiKeyCallerSchema = z.object({
  kind: z.literal('api_key'),
  ...member,
  api_key_id: z.uuid(),
  scope: keyScopeSchema
    .optional()
    .describe('Absent: all links of the workspace. The permissions of a key that has one have names of their own.'),
});
const serviceCallerSchema = z.object({ kind: z.literal('service'), service: z.string().min(1), permissions });

/**
 * Who is calling, as the gateway established it, or a service that calls on its own behalf. The owning service decides what that
 * caller may do. Without a kind it is a session: that is what the first release sends.
 */
export const callerSchema = z.union([sessionCallerSchema, apiKeyCallerSchema, serviceCallerSchema]);
export type Caller = z.output<typeof callerSchema>;
/** A caller that is somebody in a workspace. */
export type MemberCaller = Exclude<Caller, { kind: 'service' }>;

/** What travels in every request over NATS, around the request itself. */
export const rpcEnvelopeSchema = z.object({
  caller: callerSchema.nullable(),
  correlation_id: z.string(),
  patience_ms: z
    .int()
    .min(0)
    .optional()
    .describe(
      'How long the answer is waited for, from the arrival of the request; what comes later is done for nobody and refused. A span ' +
        'and not a time of day, since the clocks of two hosts differ. Absent: a former release asks, which does not say.',
    ),
  ip: z
    .string()
    .max(64)
    .optional()
    .describe(
      'That the caller came from, as the gateway saw it, for the audit log and the security centre alone. Absent: none, or a former release asks.',
    ),
  data: z.unknown(),
});
export type RpcEnvelope<T = unknown> = Omit<z.output<typeof rpcEnvelopeSchema>, 'data'> & { data: T };

/** Whom an event names as its actor when it was caused by a request of this caller; nobody is a guest. */
export function actorOf(caller: Caller | null): Actor {
  if (!caller) return { kind: 'guest' };
  if (caller.kind === 'service') return { kind: 'service', id: caller.service };
  const { kind, user_id, workspace_id } = caller;
  if (caller.kind === 'api_key') return { kind, user_id, workspace_id, id: caller.api_key_id };
  const { session_id: id, impersonator_id } = caller;
  return { kind, user_id, workspace_id, id, ...(impersonator_id !== undefined && { impersonator_id }) };
}
