import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { rpcEnvelopeSchema } from '@linkway/contracts';
import type { NatsConnection, Subscription } from '@nats-io/nats-core';
import { type MessageHandler, type NatsContext, type NatsOptions, ServerNats } from '@nestjs/microservices';
import { throwError } from 'rxjs';
import type { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import { rpcServerDuration, secondsSince } from '../metrics/durations.js';
import type { Metrics } from '../metrics/metrics.js';
import { gatherWrites } from '../nats/gather-writes.js';
import { AppError } from '../problem/app-error.js';
import { toProblem } from '../problem/problem.js';
import { SpanKind, type Tracing } from '../telemetry/tracing.js';
import { Admission, type Bounds } from './admission.js';
import type { Carried, Neighbours } from './neighbours.js';
import { patienceLeft, withDeadline } from './patience.js';
import { RpcFailure } from './rpc.decorator.js';
import { whomOf } from './whom.js';

/** Open requests get this long to finish once the service takes no new ones. */
const FINISH_WITHIN_MS = 10_000;
/** For a round trip to NATS; while it is away there is nothing to wait for. */
const ROUND_TRIP_MS = 2_000;
const TELL_EVERY_MS = 10_000;
/** Of the caller's patience: for the way of the answer, so that what is done is not told too late. */
const ON_THE_WAY = 0.05;
const MOST_ON_THE_WAY_MS = 250;
/** A workspace's changes wait for its own rows, one for the other, each with a connection of the pool in its hand. */
const COMMANDS_OF_ONE = 1 / 16;

type Client = Pick<NatsConnection, 'subscribe'>;
const patience = rpcEnvelopeSchema.pick({ patience_ms: true });
/** When the request under way arrived, before it was so much as parsed: with many at once that may take its time. */
const arrivals = new AsyncLocalStorage<number>();
/** Nothing that a neighbour does is of the request that it is asked by: neither its span nor its patience, nor its transaction. */
const outside = AsyncLocalStorage.snapshot();

type Packet = { isDisposed?: boolean; status?: string };

/**
 * Nest's NATS server, with a span below the caller's around each request, problems as error answers, and an end that
 * leaves no request unanswered.
 */
export class RpcServer extends ServerNats {
  private readonly listening: Subscription[] = [];
  private readonly leave: (() => void)[] = [];
  private readonly open = new Set<object>();
  /** What has a publisher, which settles it with the answer. */
  private readonly answered = new WeakSet<object>();
  private readonly tellStray = rarely(TELL_EVERY_MS);
  private finished: () => void = () => undefined;
  private closing: Promise<void> | null = null;
  private readonly durations;
  /** Apart, so that a flood of questions keeps no change out. */
  private readonly admissions: { commands: Admission; questions: Admission };

  constructor(
    options: NonNullable<NatsOptions['options']>,
    private readonly tracing: Tracing,
    private readonly appLogger: AppLogger,
    metrics: Metrics,
    bounds: Bounds,
    private readonly neighbours: Neighbours | null = null,
  ) {
    super({ ...options, gracefulShutdown: false });
    this.durations = rpcServerDuration(metrics);
    const commands = new Admission(bounds, COMMANDS_OF_ONE);
    const questions = new Admission(bounds);
    this.admissions = { commands, questions };
    metrics.watch('rpc_commands_under_way', 'Commands that are worked on', () => commands.underWay);
    metrics.watch('rpc_commands_waiting', 'Commands that wait for their turn', () => commands.queued);
    metrics.watch('rpc_questions_under_way', 'Questions that are worked on', () => questions.underWay);
    metrics.watch('rpc_questions_waiting', 'Questions that wait for their turn', () => questions.queued);
  }

  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler?: boolean,
    extras?: Record<string, unknown>,
  ): void {
    const traced = (data: unknown, context: NatsContext): Promise<unknown> =>
      this.tracing.span(
        context.getSubject(),
        () => inTime(data, () => this.answer(context, () => this.inTurn(context, data, () => callback(data, context)))),
        {
          kind: SpanKind.SERVER,
          parent: (context.getHeaders() as { get(name: string): string } | undefined)?.get('traceparent') || null,
        },
      );
    super.addHandler(pattern, Object.assign(traced, callback) as MessageHandler, isEventHandler, extras);
  }

  // Subjects are texts. Nest's own tries each as JSON first, which costs every request an exception.
  override getHandlerByPattern(pattern: string): MessageHandler | null {
    return this.messageHandlers.get(pattern) ?? null;
  }

  override async createNatsClient(): Promise<NatsConnection> {
    const connection = (await super.createNatsClient()) as NatsConnection;
    gatherWrites(connection);
    return connection;
  }

  override bindEvents(client: Client): void {
    super.bindEvents({
      subscribe: (...args: Parameters<Client['subscribe']>) => {
        const subscription = client.subscribe(...args);
        this.listening.push(subscription);
        return subscription;
      },
    });
    for (const subject of this.messageHandlers.keys()) this.enter(subject);
  }

  /** What a neighbour asks is open from that moment on, and begun when they are done for now. */
  private enter(subject: string): void {
    const handle = this.getMessageHandler(subject) as unknown as (error: null, message: Carried) => Promise<unknown>;
    const take = (message: Carried) => {
      this.open.add(message);
      const at = performance.now();
      setImmediate(() => outside(() => arrivals.run(at, () => void handle(null, message))));
    };
    if (this.neighbours) this.leave.push(this.neighbours.enter(subject, take));
  }

  override async handleMessage(channel: string, message: object): Promise<unknown> {
    this.open.add(message);
    try {
      const handled: unknown = await arrivals.run(arrivals.getStore() ?? performance.now(), () =>
        super.handleMessage(channel, message),
      );
      if (!this.answered.has(message)) this.settled(message);
      return handled;
    } catch (error) {
      this.settled(message);
      throw error;
    }
  }

  // Nest takes a message without an id for an event, runs the handler of the subject and answers nobody.
  override async handleEvent(subject: string): Promise<void> {
    this.tellStray((suppressed) =>
      this.appLogger.warn('a message without an id is no request, it is dropped', { subject, suppressed }),
    );
  }

  override getPublisher(message: object, id: string, context: NatsContext): (packet: Packet) => unknown {
    const publish = super.getPublisher(message, id, context);
    this.answered.add(message);
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
    for (const leave of this.leave) leave();
    if (this.listening.length > 0) {
      const until = performance.now() + FINISH_WITHIN_MS;
      // Drained, not unsubscribed: what the server sent before it heard of it is still answered.
      const drained = Promise.allSettled(this.listening.map((subscription) => subscription.drain()));
      await within(drained, ROUND_TRIP_MS);
      if (this.open.size > 0) await within(this.noneOpen(), until - performance.now());
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

  /** A refusal is an answer, as any other. */
  private inTurn(context: NatsContext, data: unknown, work: () => unknown): Promise<unknown> {
    const { commands, questions } = this.admissions;
    const admission = context.getSubject().startsWith('qry.') ? questions : commands;
    return admission.run(work, whomOf(data)).catch((error: unknown) => new RpcFailure(error));
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
    const late = error instanceof AppError && error.code === 'service.timeout' && (patienceLeft() ?? 1) <= 0;
    const problem = toProblem(error, 'en', this.tracing.traceId());
    // What is our own fault is logged with its stack and told as service.internal. Being busy is what anybody can cause.
    const failed = !late && (!(error instanceof AppError) || (error.status >= 500 && error.code !== 'service.busy'));
    if (failed) this.appLogger.error('request failed', { subject, code: problem.code, error });
    this.durations.observe(
      { subject, outcome: late ? 'late' : failed ? 'failed' : 'refused' },
      secondsSince(startedAt),
    );
    return throwError(() => problem);
  }
}

/** Without a word of its caller's patience (a former release's) it takes as long as it takes. */
function inTime<T>(payload: unknown, answer: () => T): T {
  const { data } = patience.safeParse(payload);
  if (data?.patience_ms === undefined) return answer();
  const own = data.patience_ms - Math.min(MOST_ON_THE_WAY_MS, data.patience_ms * ON_THE_WAY);
  return withDeadline((arrivals.getStore() ?? performance.now()) + own, answer);
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const timer = new AbortController();
  const late = delay(Math.max(ms, 0), undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([work.catch(() => undefined), late]);
  timer.abort();
}
