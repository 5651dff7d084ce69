import {
  actorOf,
  type Caller,
  type CallerWith,
  hasPermission,
  isKeptFromImpersonators,
  isKeptFromScopes,
  type Permission,
  type RpcContract,
  type RpcInput,
  rpcEnvelopeSchema,
  type ScopeRule,
} from '@linkway/contracts';
import { MessagePattern, Transport } from '@nestjs/microservices';
import type { z } from 'zod';
import { AppError } from '../problem/app-error.js';
import { invalidInput } from '../problem/problem.js';
import { withCallContext } from './call-context.js';
import { refuseLate } from './patience.js';

/** A request beside its input. Where the contract names a permission there is a caller, who has it. */
export interface RpcCall<C extends RpcContract = RpcContract> {
  caller: C extends RpcContract<z.ZodType, z.ZodType, infer P extends Permission> ? CallerWith<P> : Caller | null;
  correlationId: string;
}

/** What a handler threw, on its way to the server. */
export class RpcFailure {
  constructor(readonly error: unknown) {}
}

type RpcHandler<C extends RpcContract> = (
  input: RpcInput<C>,
  call: RpcCall<C>,
) => Promise<z.input<C['reply']>> | z.input<C['reply']>;

/** Answers a query or command; input and reply are parsed with its contract, so nothing leaks that it does not name. */
export function Rpc<C extends RpcContract>(contract: C) {
  return <H extends RpcHandler<C>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    const handler = descriptor.value as RpcHandler<C>;
    // Errors are values here: Nest would turn what is thrown into "Internal server error" before the server sees it.
    descriptor.value = function (this: unknown, payload: unknown): Promise<unknown> {
      return answer(contract, payload, (input, call) => handler.call(this, input, call)).catch(
        (error: unknown) => new RpcFailure(error),
      );
    } as unknown as H;
    MessagePattern(contract.subject, Transport.NATS)(target, key, descriptor);
  };
}

async function answer<C extends RpcContract>(contract: C, payload: unknown, handler: RpcHandler<C>): Promise<unknown> {
  refuseLate();
  const envelope = rpcEnvelopeSchema.safeParse(payload);
  if (!envelope.success) throw new AppError('request.malformed');
  const { caller, correlation_id: correlationId, ip = null } = envelope.data;
  if (contract.permission !== null) requirePermission(caller, contract.permission, contract.scopes);
  const input = contract.request.safeParse(envelope.data.data);
  if (!input.success) throw invalidInput(input.error);
  const call = { caller, correlationId } as RpcCall<C>;
  return withCallContext(
    correlationId,
    null,
    async () => contract.reply.parse(await handler(input.data as RpcInput<C>, call)),
    actorOf(caller),
    ip,
  );
}

/**
 * The one place where it is decided whether a caller may do something. Throws `auth.unauthenticated` without a caller and `auth.forbidden`
 * for one that lacks the permission, `auth.impersonation_forbidden` where the user has it that an administrator acts as, and
 * `auth.outside_key_scope` where a key lacks it for its scope alone.
 */
export function requirePermission<P extends Permission>(
  caller: Caller | null,
  permission: P,
  scopes?: ScopeRule,
): CallerWith<P> {
  if (!caller) throw new AppError('auth.unauthenticated');
  if (hasPermission(caller, permission, scopes)) return caller;
  if (isKeptFromImpersonators(caller, permission)) throw new AppError('auth.impersonation_forbidden');
  throw new AppError(isKeptFromScopes(caller, permission) ? 'auth.outside_key_scope' : 'auth.forbidden');
}
