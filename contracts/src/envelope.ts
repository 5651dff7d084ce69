import { z } from 'zod';

/** What every event carries around its `data`. `id` is also the JetStream message id, so a repeated publish is dropped. */
export const envelopeSchema = z.object({
  id: z.uuid(),
  type: z.string(),
  occurred_at: z.iso.datetime(),
  producer: z.string(),
  correlation_id: z.string(),
  causation_id: z.string().nullable(),
  traceparent: z.string().nullable(),
  data: z.unknown(),
});

export type Envelope<T = unknown> = Omit<z.output<typeof envelopeSchema>, 'data'> & { data: T };

export const localeSchema = z.enum(['en', 'vi']);
export type Locale = z.output<typeof localeSchema>;

/** Who is calling, as the gateway established it. The owning service decides what that caller may do. */
export const callerSchema = z.object({
  user_id: z.uuid(),
  workspace_id: z.uuid(),
  session_id: z.uuid(),
  role: z.enum(['user', 'admin']),
});
export type Caller = z.output<typeof callerSchema>;

/** What travels in every request over NATS, around the request itself. */
export const rpcEnvelopeSchema = z.object({
  caller: callerSchema.nullable(),
  correlation_id: z.string(),
  data: z.unknown(),
});
export type RpcEnvelope<T = unknown> = Omit<z.output<typeof rpcEnvelopeSchema>, 'data'> & { data: T };
