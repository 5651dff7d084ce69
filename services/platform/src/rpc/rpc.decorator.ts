import { type Caller, type RpcContract, type RpcInput, rpcEnvelopeSchema } from '@linkway/contracts';
import { MessagePattern, Transport } from '@nestjs/microservices';
import type { z } from 'zod';
import { AppError } from '../problem/app-error.js';
import { invalidInput } from '../problem/problem.js';
import { withCallContext } from './call-context.js';

export interface RpcCall {
  caller: Caller | null;
  correlationId: string;
}

/** What a handler threw, on its way to the server. */
export class RpcFailure {
  constructor(readonly error: unknown) {}
}

type RpcHandler<C extends RpcContract> = (
  input: RpcInput<C>,
  call: RpcCall,
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
  const envelope = rpcEnvelopeSchema.safeParse(payload);
  if (!envelope.success) throw new AppError('request.malformed');
  const input = contract.request.safeParse(envelope.data.data);
  if (!input.success) throw invalidInput(input.error);
  const { caller, correlation_id: correlationId } = envelope.data;
  return withCallContext(correlationId, null, async () =>
    contract.reply.parse(await handler(input.data as RpcInput<C>, { caller, correlationId })),
  );
}

/** The caller of a request that only signed-in users may make. */
export function requireCaller(call: RpcCall): Caller {
  if (!call.caller) throw new AppError('auth.unauthenticated');
  return call.caller;
}
