import { z } from 'zod';
import { type Locale, localeSchema } from './envelope.js';
import type { ErrorCode } from './errors/index.js';
import type { Permission, ScopeRule } from './permissions.js';

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

/**
 * A hint (`sig.`) to whoever listens in that moment, kept nowhere and lost where nobody does: that it pays to look again, never the only way
 * to know something. Told under the subject followed by the value of `key`, so that nobody hears more than they asked for.
 */
export interface SignalContract<S extends z.ZodType = z.ZodType> {
  readonly kind: 'signal';
  readonly subject: string;
  readonly owner: string;
  readonly summary: string;
  /** What the last part of the subject is the id of. */
  readonly key: string;
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
  /** How it takes an API key with a scope; not said: it refuses it. */
  readonly scopes?: ScopeRule;
}

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** Who may call: anyone, anyone (a session is used where there is one), or a signed-in user only. */
export type EndpointAuth = 'public' | 'optional' | 'session';

/**
 * How the gateway passes an operation on whose answer it adds nothing to. The request is made of path, query and body, each by
 * its own names; of the reply the caller gets what `success.body` names.
 */
export interface Forward {
  /** Subject of the query or command that answers it. */
  readonly to: string;
  /** Why it needs no permission, where the operation asks for no session. */
  readonly open?: string;
  /** The body goes under this name, not by its own names. */
  readonly bodyAs?: string;
  /** The service is told the caller's address as `ip`. */
  readonly withAddress?: boolean;
  /** The service is told by what the browser is known again as `device`, and the browser keeps it where all went well. */
  readonly withDevice?: boolean;
  /** The service is told the language that the caller asks for, en or vi, as `language`. */
  readonly withLanguage?: boolean;
  /** The service is told the Idempotency-Key as `idempotency_key`; null without one. */
  readonly withIdempotencyKey?: boolean;
  /** How long the answer is waited for, where five seconds are not enough. */
  readonly timeoutMs?: number;
}

/** A file in place of a body of JSON: it is the whole body, and what it is told to be by its type. */
export interface Upload {
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly refusals: { readonly type: ErrorCode; readonly size: ErrorCode };
  /** A parameter of the query. Where it is `true` the file is looked at and nothing of it kept, which is counted apart from those that are. */
  readonly checkedBy?: string;
}

/** An operation of the public HTTP API. The gateway parses input and output with it; the OpenAPI document comes from it. */
export interface EndpointContract<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  H extends z.ZodObject = z.ZodObject,
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
  /** What an API key must be allowed to do, where no session is asked for; without it no key does that. */
  readonly keyPermission?: Permission;
  /** How it takes an API key with a scope; each that keys may do says so. */
  readonly scopes?: ScopeRule;
  readonly params?: P;
  readonly query?: Q;
  /** Headers of its own: what is secret and no part of a body, as addresses are kept in logs. */
  readonly headers?: H;
  readonly body?: B;
  readonly upload?: Upload;
  readonly success: {
    /** 303: the browser is led on to a page of the web app. */
    readonly status: 200 | 201 | 204 | 303;
    readonly body?: R;
    readonly description: string;
    /** The answer goes on as server-sent events: the data of each, by the name of its kind. */
    readonly events?: Readonly<Record<string, z.ZodType>>;
    /** The answer is a file of this type, or of one of these, and has no body as above. */
    readonly media?: string | readonly string[];
  };
  readonly errors: readonly ErrorCode[];
  /** Whoever has a password that a machine made up, and has to choose one first, may do this all the same. */
  readonly beforePasswordChange?: true;
  /** Whoever has to confirm their email address first, as the security centre asks for it, may do this all the same. */
  readonly beforeConfirmation?: true;
  /** There is no controller: the gateway passes it on. */
  readonly forward?: Forward;
}

export type SignalData<C> = C extends SignalContract<infer S> ? z.output<S> : never;
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

export function defineSignal<S extends z.ZodType>(
  subject: string,
  { summary, key, data }: { summary: string; key: string; data: S },
): SignalContract<S> {
  return { kind: 'signal', subject, owner: ownerOf(subject), summary, key, data };
}

/** `timeoutMs` of what hashes a password: many who come at once wait for their turn, and that may take half of it. */
export const HASHED_TIMEOUT_MS = 10_000;

interface RpcDefinition<Q, R> {
  summary: string;
  request: Q;
  reply: R;
  timeoutMs?: number;
  scopes?: ScopeRule;
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

type EndpointDefinition<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
  F extends Forward,
  N extends Permission | null,
  H extends z.ZodObject,
> = Omit<EndpointContract<P, Q, B, R, H>, 'kind' | 'forward' | 'permission'> & OwnParts<F, N>;
/** What is known of one operation and not of all. */
interface OwnParts<F extends Forward, N extends Permission | null> {
  readonly forward?: F;
  readonly permission: N;
}

export function defineEndpoint<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
  const F extends Forward,
  N extends Permission | null,
  H extends z.ZodObject,
>(definition: EndpointDefinition<P, Q, B, R, F, N, H>): EndpointContract<P, Q, B, R, H> & OwnParts<F, N> {
  return { kind: 'endpoint', ...definition };
}

/** Nothing where the operation has no such part. */
type PartOf<S extends z.ZodType> = z.ZodObject extends S ? unknown : z.ZodType extends S ? unknown : z.output<S>;
type ForwardedInput<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, F extends Forward> = PartOf<P> &
  PartOf<Q> &
  (F extends { bodyAs: infer Name extends string } ? Record<Name, z.output<B>> : PartOf<B>) &
  (F extends { withAddress: true } ? { ip: string } : unknown) &
  (F extends { withDevice: true } ? { device?: string | undefined } : unknown) &
  (F extends { withLanguage: true } ? { language: Locale } : unknown) &
  (F extends { withIdempotencyKey: true } ? { idempotency_key: string | null } : unknown);

/** What a browser keeps to be known again; a secret. */
export const deviceSchema = z.string().max(64);
export const idempotencyKeySchema = z.string().min(1).max(255).nullable();

/** The query or command that answers an operation which is passed on, made from it: what a service handles with `@Rpc`. */
export function forwardedRpc<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
  F extends Forward,
  N extends Permission | null,
>(endpoint: EndpointContract<P, Q, B, R> & OwnParts<F, N>): RpcContract<z.ZodType<ForwardedInput<P, Q, B, F>>, R, N> {
  const { forward, summary, permission, scopes, params, query, body, success } = endpoint;
  if (!forward) throw new Error(`${endpoint.operationId} is not passed on`);
  const bodyShape = body instanceof z.ZodObject ? body.shape : {};
  const request = z.object({
    ...(forward.bodyAs === undefined ? bodyShape : { [forward.bodyAs]: body }),
    ...query?.shape,
    ...params?.shape,
    ...(forward.withAddress && { ip: z.string() }),
    // A gateway of the former release does not say.
    ...(forward.withDevice && { device: deviceSchema.optional() }),
    ...(forward.withLanguage && { language: localeSchema }),
    // Not sent by a gateway of a release in which the operation took none.
    ...(forward.withIdempotencyKey && { idempotency_key: idempotencyKeySchema.default(null) }),
  });
  const reply = success.body ?? z.object({});
  const open = forward.open === undefined ? {} : { open: forward.open };
  const { to: subject, timeoutMs = 5_000 } = forward;
  const limits = scopes === undefined ? {} : { scopes };
  const contract = { kind: 'rpc', subject, owner: ownerOf(subject), timeoutMs, ...open, ...limits };
  return { ...contract, summary, permission, request, reply } as unknown as RpcContract<
    z.ZodType<ForwardedInput<P, Q, B, F>>,
    R,
    N
  >;
}
