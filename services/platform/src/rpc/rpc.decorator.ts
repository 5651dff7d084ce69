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

type RpcHandler<C extends RpcContract> = (
  input: RpcInput<C>,
  call: RpcCall,
) => Promise<z.input<C['reply']>> | z.input<C['reply']>;

/** Answers a query or command; input and reply are parsed with its contract, so nothing leaks that it does not name. */
export function Rpc<C extends RpcContract>(contract: C) {
  return (target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<RpcHandler<C>>): void => {
    const handler = descriptor.value as RpcHandler<C>;
    descriptor.value = function (this: unknown, payload: unknown) {
      const envelope = rpcEnvelopeSchema.safeParse(payload);
      if (!envelope.success) throw new AppError('request.malformed');
      const input = contract.request.safeParse(envelope.data.data);
      if (!input.success) throw invalidInput(input.error);
      const { caller, correlation_id: correlationId } = envelope.data;
      return withCallContext(correlationId, null, async () => {
        const reply = await handler.call(this, input.data as RpcInput<C>, { caller, correlationId });
        return contract.reply.parse(reply) as z.input<C['reply']>;
      });
    } as RpcHandler<C>;
    MessagePattern(contract.subject, Transport.NATS)(target, key, descriptor);
  };
}

/** The caller of a request that only signed-in users may make. */
export function requireCaller(call: RpcCall): Caller {
  if (!call.caller) throw new AppError('auth.unauthenticated');
  return call.caller;
}
