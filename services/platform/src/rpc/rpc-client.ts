import { setTimeout as delay } from 'node:timers/promises';
import type { Caller, RpcContract, RpcEnvelope, RpcReply, RpcRequest } from '@linkway/contracts';
import { headers } from '@nats-io/nats-core';
import { type ClientNats, type NatsRecord, NatsRecordBuilder } from '@nestjs/microservices';
import { EmptyResponseException } from '@nestjs/microservices/errors/empty-response.exception.js';
import { firstValueFrom, Observable, raceWith, TimeoutError } from 'rxjs';
import { rpcClientDuration, secondsSince } from '../metrics/durations.js';
import type { Metrics } from '../metrics/metrics.js';
import { AppError } from '../problem/app-error.js';
import { fromProblem } from '../problem/problem.js';
import { SpanKind, type Tracing } from '../telemetry/tracing.js';
import { currentCall } from './call-context.js';
import { patienceLeft } from './patience.js';

/** A request, made anew for each try: what is left of its time is in it. */
type RecordOf = (patienceMs: number) => NatsRecord;

export interface CallOptions {
  caller?: Caller | null;
  timeoutMs?: number;
}

/** Nobody subscribed means that nobody has the request, so asking again is safe for commands too. */
const ASK_AGAIN_AFTER_MS = [50, 250];

/** The answer has to come back too: the other side is told of a tenth less than there is, and of this much less at most. */
const WAY_BACK_MS = 100;
const told = (leftMs: number): number => Math.max(Math.floor(leftMs - Math.min(WAY_BACK_MS, leftMs / 10)), 0);

/**
 * Asks other services. Every call has a time-out, which is never longer than what is left to the request that it is made for;
 * what went wrong there is thrown here as the same AppError. Input is judged there, once.
 */
export class RpcClient {
  private readonly durations;

  constructor(
    private readonly client: ClientNats,
    private readonly tracing: Tracing,
    metrics: Metrics,
  ) {
    this.durations = rpcClientDuration(metrics);
  }

  async call<C extends RpcContract>(
    contract: C,
    input: RpcRequest<C>,
    options: CallOptions = {},
  ): Promise<RpcReply<C>> {
    return this.tracing.span(
      contract.subject,
      async () => {
        const { correlationId, ip } = currentCall();
        const carried = headers();
        carried.set('traceparent', this.tracing.traceparent() ?? '');
        const record = (patienceMs: number): NatsRecord =>
          new NatsRecordBuilder({
            caller: options.caller ?? null,
            correlation_id: correlationId,
            patience_ms: patienceMs,
            ...(ip !== null && { ip }),
            data: input,
          } satisfies RpcEnvelope)
            .setHeaders(carried)
            .build();
        const timeoutMs = Math.min(options.timeoutMs ?? contract.timeoutMs, patienceLeft() ?? Number.POSITIVE_INFINITY);
        const reply = await this.timed(contract.subject, record, timeoutMs);
        return contract.reply.parse(reply) as RpcReply<C>;
      },
      { kind: SpanKind.CLIENT, attributes: { 'messaging.system': 'nats', 'rpc.method': contract.subject } },
    );
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async timed(subject: string, record: RecordOf, timeoutMs: number): Promise<unknown> {
    const startedAt = performance.now();
    const observed = (outcome: string) => this.durations.observe({ subject, outcome }, secondsSince(startedAt));
    try {
      if (timeoutMs <= 0) throw new AppError('service.timeout');
      const reply = await this.ask(subject, record, performance.now() + timeoutMs);
      observed('ok');
      return reply;
    } catch (cause) {
      const error = toAppError(cause);
      observed(outcomeOf(error));
      throw error;
    }
  }

  /** While a process is deployed anew there may be a moment without any. `until` is of the clock that nobody sets. */
  private async ask(subject: string, record: RecordOf, until: number): Promise<unknown> {
    for (let again = 0; ; again += 1) {
      try {
        const left = Math.max(until - performance.now(), 1);
        return await firstValueFrom(
          this.client.send<unknown>(subject, record(told(left))).pipe(raceWith(lateAfter(left))),
        );
      } catch (error) {
        const pause = ASK_AGAIN_AFTER_MS[again];
        if (!nobodyThere(error) || pause === undefined || performance.now() + pause >= until) throw error;
        await delay(pause);
      }
    }
  }
}

/**
 * Fails after a time, and not before what has arrived by then was read: on a busy machine an answer may lie there for longer
 * than was left, and timers come first.
 */
const lateAfter = (ms: number): Observable<never> =>
  new Observable((late) => {
    const timer = setTimeout(() => setImmediate(() => late.error(new TimeoutError())), ms);
    return () => clearTimeout(timer);
  });

// The server's answer where nobody is subscribed; ours are never empty.
const nobodyThere = (error: unknown): boolean => error instanceof EmptyResponseException;

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TimeoutError) return new AppError('service.timeout', {}, { cause: error });
  // Nobody listens on the subject, or the connection is away: both pass, so the caller may try again.
  return fromProblem(error) ?? new AppError('service.unavailable', {}, { cause: error, retryAfterSeconds: 2 });
}

function outcomeOf({ code, status }: AppError): string {
  if (code === 'service.timeout') return 'timeout';
  if (code === 'service.unavailable') return 'unavailable';
  return status >= 500 ? 'failed' : 'refused';
}
