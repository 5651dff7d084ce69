import type { z } from 'zod';
import type { ErrorCode } from './errors/index.js';
import type { Permission } from './permissions.js';

/** An event on JetStream. `subject` ends in its version; a change that is not a new optional field gets a new one. */
export interface EventContract<S extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  readonly subject: string;
  readonly owner: string;
  readonly summary: string;
  /** Published under the subject followed by `.n`, one stream for each n. */
  readonly sharded: boolean;
  /** Where `data` has the id of what the event is about (`route.link_id`): events of the same id leave in order. */
  readonly key?: string;
  readonly data: S;
}

/** A query (`qry.`) or a command (`cmd.`) answered over NATS request/reply. `timeoutMs` is the caller's patience. */
export interface RpcContract<
  Q extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  P extends Permission | null = Permission | null,
> {
  readonly kind: 'rpc';
  readonly subject: string;
  readonly owner: string;
  readonly summary: string;
  readonly request: Q;
  readonly reply: R;
  readonly timeoutMs: number;
  /** What the caller must be allowed to do; null: it acts for no caller, and `open` says why that is right. */
  readonly permission: P;
  readonly open?: string;
}

export type HttpMethod = 'get' | 'post' | 'put' | 'delete';
/** Who may call: anyone, anyone (a session is used where there is one), or a signed-in user only. */
export type EndpointAuth = 'public' | 'optional' | 'session';

/** An operation of the public HTTP API. The gateway parses input and output with it; the OpenAPI document comes from it. */
export interface EndpointContract<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  readonly kind: 'endpoint';
  readonly operationId: string;
  readonly method: HttpMethod;
  /** OpenAPI form: `/api/links/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly auth: EndpointAuth;
  /** What the caller must be allowed to do; null where no session is asked for. */
  readonly permission: Permission | null;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly success: { readonly status: 200 | 201 | 204; readonly body?: R; readonly description: string };
  readonly errors: readonly ErrorCode[];
}

export type EventData<E> = E extends EventContract<infer S> ? z.output<S> : never;
export type RpcRequest<C> = C extends RpcContract<infer Q> ? z.input<Q> : never;
export type RpcInput<C> = C extends RpcContract<infer Q> ? z.output<Q> : never;
export type RpcReply<C> = C extends RpcContract<z.ZodType, infer R> ? z.output<R> : never;

const ownerOf = (subject: string): string => subject.split('.')[1] ?? '';

export function defineEvent<S extends z.ZodType>(
  subject: string,
  summary: string,
  data: S,
  { sharded = false, key }: { sharded?: boolean; key?: string } = {},
): EventContract<S> {
  return { kind: 'event', subject, owner: ownerOf(subject), summary, sharded, ...(key ? { key } : {}), data };
}

interface RpcDefinition<Q, R> {
  summary: string;
  request: Q;
  reply: R;
  timeoutMs?: number;
}

/** A request that acts for a caller names what that caller must be allowed to do; any other says why it needs nobody. */
export function defineRpc<Q extends z.ZodType, R extends z.ZodType, P extends Permission>(
  subject: string,
  definition: RpcDefinition<Q, R> & { permission: P },
): RpcContract<Q, R, P>;
export function defineRpc<Q extends z.ZodType, R extends z.ZodType>(
  subject: string,
  definition: RpcDefinition<Q, R> & { permission: null; open: string },
): RpcContract<Q, R, null>;
export function defineRpc<Q extends z.ZodType, R extends z.ZodType>(
  subject: string,
  definition: RpcDefinition<Q, R> & { permission: Permission | null; open?: string },
): RpcContract<Q, R> {
  return { kind: 'rpc', subject, owner: ownerOf(subject), timeoutMs: 5_000, ...definition };
}

export function defineEndpoint<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
  definition: Omit<EndpointContract<P, Q, B, R>, 'kind'>,
): EndpointContract<P, Q, B, R> {
  return { kind: 'endpoint', ...definition };
}
