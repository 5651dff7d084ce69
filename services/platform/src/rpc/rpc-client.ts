import type { Caller, RpcContract, RpcReply, RpcRequest } from '@linkway/contracts';
import { headers } from '@nats-io/nats-core';
import { ClientNats, NatsRecordBuilder } from '@nestjs/microservices';
import { firstValueFrom, TimeoutError, timeout } from 'rxjs';
import { AppError } from '../problem/app-error.js';
import { fromProblem, invalidInput } from '../problem/problem.js';
import { SpanKind, type Tracing } from '../telemetry/tracing.js';
import { currentCall } from './call-context.js';

export interface CallOptions {
  caller?: Caller | null;
  timeoutMs?: number;
}

/** Asks other services. Every call has a time-out; what went wrong there is thrown here as the same AppError. */
export class RpcClient {
  constructor(
    private readonly client: ClientNats,
    private readonly tracing: Tracing,
  ) {}

  async call<C extends RpcContract>(
    contract: C,
    input: RpcRequest<C>,
    options: CallOptions = {},
  ): Promise<RpcReply<C>> {
    const request = contract.request.safeParse(input);
    if (!request.success) throw invalidInput(request.error);
    return this.tracing.span(
      contract.subject,
      async () => {
        const { correlationId } = currentCall();
        const carried = headers();
        carried.set('traceparent', this.tracing.traceparent() ?? '');
        const record = new NatsRecordBuilder({
          caller: options.caller ?? null,
          correlation_id: correlationId,
          data: input,
        })
          .setHeaders(carried)
          .build();
        const reply = await firstValueFrom(
          this.client.send<unknown>(contract.subject, record).pipe(timeout(options.timeoutMs ?? contract.timeoutMs)),
        ).catch((error: unknown) => {
          throw toAppError(error);
        });
        return contract.reply.parse(reply) as RpcReply<C>;
      },
      { kind: SpanKind.CLIENT, attributes: { 'messaging.system': 'nats', 'rpc.method': contract.subject } },
    );
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}

function toAppError(error: unknown): AppError {
  if (error instanceof TimeoutError) return new AppError('service.timeout', {}, { cause: error });
  // Nobody listens on the subject, or the connection is away: both pass, so the caller may try again.
  return fromProblem(error) ?? new AppError('service.unavailable', {}, { cause: error, retryAfterSeconds: 2 });
}
