import type { JsMsg } from '@nats-io/jetstream';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import type { Health } from '../health/health.js';
import type { AppLogger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { NatsService } from '../nats/nats.service.js';
import type { EventPositions } from '../position/event-positions.js';
import type { PositionPace } from '../position/position-keeper.js';
import { withCallContext } from '../rpc/call-context.js';
import { SpanKind, type Tracing } from '../telemetry/tracing.js';
import { DeadLetters } from './dead-letters.js';
import { EventConsumer } from './event-consumer.js';
import type { EventHandler } from './event-handlers.js';
import { type Deliveries, type Delivery, JETSTREAM } from './on-event.decorator.js';
import { type Outcome, outcomeOf } from './outcome.js';
import { contentOf } from './read-event.js';

export interface JetStreamStrategyOptions {
  service: string;
  nats: NatsService;
  logger: AppLogger;
  tracing: Tracing;
  metrics: Metrics;
  health: Health;
  /** Asked once the modules are there; null in a service without a database. */
  positions: () => EventPositions | null;
  pace: PositionPace;
}

/** Nest's own NATS transport is core NATS and loses messages: this one reads durable consumers, one per owner's stream. */
export class JetStreamStrategy extends Server implements CustomTransportStrategy {
  override readonly transportId = JETSTREAM;
  private readonly handlers = new Map<string, EventHandler[]>();
  private consumers: EventConsumer[] = [];

  constructor(private readonly options: JetStreamStrategyOptions) {
    super();
  }

  // Nest would chain the handlers of one event and run them as one; each has an outcome and an inbox entry of its own.
  override addHandler(
    pattern: string,
    callback: MessageHandler,
    _isEventHandler = true,
    extras: Record<string, unknown> = {},
  ): void {
    const handlers = this.handlers.get(pattern) ?? [];
    callback.extras = extras;
    handlers.push(callback);
    this.handlers.set(pattern, handlers);
    this.messageHandlers.set(pattern, callback);
  }

  listen(callback: () => void): void {
    const owners = new Set([...this.handlers.keys()].map((subject) => subject.split('.')[1] ?? ''));
    const parts = {
      ...this.options,
      positions: this.options.positions(),
      deadLetters: new DeadLetters(this.options.nats),
      handlersOf: (subject: string) => this.handlers.get(subject) ?? [],
      call: (handler: EventHandler, message: JsMsg) => this.run(handler, message),
      callWith: (handler: EventHandler, messages: readonly JsMsg[]) => this.runWith(handler, messages),
    };
    this.consumers = [...owners].map((owner) => new EventConsumer(owner, parts));
    void Promise.all(this.consumers.map((consumer) => consumer.start())).then(() => callback());
  }

  async close(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
  }

  on(): void {
    throw new Error('The JetStream strategy has no events of its own');
  }

  unwrap<T>(): T {
    return this.options.nats as T;
  }

  private async runWith(handler: EventHandler, messages: readonly JsMsg[]): Promise<Outcome> {
    const batch = messages.flatMap((message) => {
      const raw = contentOf(message);
      return raw === undefined ? [] : { raw, sequence: message.seq, redelivered: message.redelivered };
    });
    if (batch.length < messages.length) return { kind: 'dead-letter', reason: 'not JSON' };
    const deliveries: Deliveries = { batch };
    return this.options.tracing
      .span(`handle ${messages.length} events`, () => this.outcome(handler, deliveries), { kind: SpanKind.CONSUMER })
      .catch(outcomeOf);
  }

  private async outcome(handler: EventHandler, payload: Delivery | Deliveries): Promise<Outcome> {
    const reply = await handler(payload);
    return (await lastValueFrom(this.transformToObservable(reply))) as Outcome;
  }

  private async run(handler: EventHandler, message: JsMsg): Promise<Outcome> {
    const raw = contentOf(message);
    if (raw === undefined) return { kind: 'dead-letter', reason: 'not JSON' };
    const delivery: Delivery = { raw, sequence: message.seq, redelivered: message.redelivered };
    const { id, correlation_id: correlation } = raw as { id?: string; correlation_id?: string };
    return withCallContext(correlation ?? '', id ?? null, () =>
      this.options.tracing.span(`handle ${message.subject}`, () => this.outcome(handler, delivery), {
        kind: SpanKind.CONSUMER,
        parent: message.headers?.get('traceparent') || null,
      }),
    ).catch(outcomeOf);
  }
}
