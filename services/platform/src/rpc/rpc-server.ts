import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection, Subscription } from '@nats-io/nats-core';
import { type MessageHandler, type NatsContext, type NatsOptions, ServerNats } from '@nestjs/microservices';
import { throwError } from 'rxjs';
import type { AppLogger } from '../log/logger.js';
import { rpcServerDuration, secondsSince } from '../metrics/durations.js';
import type { Metrics } from '../metrics/metrics.js';
import { AppError } from '../problem/app-error.js';
import { toProblem } from '../problem/problem.js';
import { SpanKind, type Tracing } from '../telemetry/tracing.js';
import { RpcFailure } from './rpc.decorator.js';

/** Open requests get this long to finish once the service takes no new ones. */
const FINISH_WITHIN_MS = 10_000;
/** For a round trip to NATS; while it is away there is nothing to wait for. */
const ROUND_TRIP_MS = 2_000;

type Client = Pick<NatsConnection, 'subscribe'>;
type Packet = { isDisposed?: boolean; status?: string };

/**
 * Nest's NATS server, with a span below the caller's around each request, problems as error answers, and an end that
 * leaves no request unanswered.
 */
export class RpcServer extends ServerNats {
  private readonly listening: Subscription[] = [];
  private readonly open = new Set<object>();
  private finished: () => void = () => undefined;
  private closing: Promise<void> | null = null;
  private readonly durations;

  constructor(
    options: NonNullable<NatsOptions['options']>,
    private readonly tracing: Tracing,
    private readonly appLogger: AppLogger,
    metrics: Metrics,
  ) {
    super({ ...options, gracefulShutdown: false });
    this.durations = rpcServerDuration(metrics);
  }

  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler?: boolean,
    extras?: Record<string, unknown>,
  ): void {
    const traced = (data: unknown, context: NatsContext): Promise<unknown> =>
      this.tracing.span(context.getSubject(), () => this.answer(context, () => callback(data, context)), {
        kind: SpanKind.SERVER,
        parent: (context.getHeaders() as { get(name: string): string } | undefined)?.get('traceparent') || null,
      });
    super.addHandler(pattern, Object.assign(traced, callback) as MessageHandler, isEventHandler, extras);
  }

  override bindEvents(client: Client): void {
    super.bindEvents({
      subscribe: (...args: Parameters<Client['subscribe']>) => {
        const subscription = client.subscribe(...args);
        this.listening.push(subscription);
        return subscription;
      },
    });
  }

  override async handleMessage(channel: string, message: object): Promise<unknown> {
    this.open.add(message);
    try {
      return await super.handleMessage(channel, message);
    } catch (error) {
      this.settled(message);
      throw error;
    }
  }

  override getPublisher(message: object, id: string, context: NatsContext): (packet: Packet) => unknown {
    const publish = super.getPublisher(message, id, context);
    return (packet) => {
      try {
        return publish(packet);
      } finally {
        // The last packet of an answer; an answer that nobody could make has but one.
        if (packet.isDisposed || packet.status === 'error') this.settled(message);
      }
    };
  }

  /** Takes no new requests, answers those that are open, closes the connection. */
  override close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    if (this.listening.length > 0) {
      const until = Date.now() + FINISH_WITHIN_MS;
      // Drained, not unsubscribed: what the server sent before it heard of it is still answered.
      const drained = Promise.allSettled(this.listening.map((subscription) => subscription.drain()));
      await within(drained, ROUND_TRIP_MS);
      if (this.open.size > 0) await within(this.noneOpen(), until - Date.now());
      if (this.open.size > 0) this.appLogger.warn('requests are left without an answer', { requests: this.open.size });
      const connection = this.unwrap<NatsConnection>();
      if (!connection.isClosed()) await within(connection.flush(), ROUND_TRIP_MS);
    }
    await super.close();
  }

  private noneOpen(): Promise<void> {
    return new Promise((resolve) => {
      this.finished = resolve;
    });
  }

  private settled(message: object): void {
    this.open.delete(message);
    if (this.open.size === 0) this.finished();
  }

  private async answer(context: NatsContext, ask: () => unknown): Promise<unknown> {
    const startedAt = performance.now();
    const answer = await ask();
    const subject = context.getSubject();
    if (!(answer instanceof RpcFailure)) {
      this.durations.observe({ subject, outcome: 'ok' }, secondsSince(startedAt));
      return answer;
    }
    const { error } = answer;
    const problem = toProblem(error, 'en', this.tracing.traceId());
    // What is our own fault is logged with its stack and told as service.internal. Being busy is what anybody can cause.
    const failed = !(error instanceof AppError) || (error.status >= 500 && error.code !== 'service.busy');
    if (failed) this.appLogger.error('request failed', { subject, code: problem.code, error });
    this.durations.observe({ subject, outcome: failed ? 'failed' : 'refused' }, secondsSince(startedAt));
    return throwError(() => problem);
  }
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const timer = new AbortController();
  const late = delay(Math.max(ms, 0), undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([work.catch(() => undefined), late]);
  timer.abort();
}
