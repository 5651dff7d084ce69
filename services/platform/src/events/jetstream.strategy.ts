import { type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import type { Health } from '../health/health.js';
import type { AppLogger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { NatsService } from '../nats/nats.service.js';
import { withCallContext } from '../rpc/call-context.js';
import { SpanKind, type Tracing } from '../telemetry/tracing.js';
import { openDurable, Watchdog } from './consumer.js';
import { DeadLetters } from './dead-letters.js';
import { type Delivery, JETSTREAM } from './on-event.decorator.js';
import { type Outcome, outcomeOf } from './outcome.js';
import { eventStream } from './streams.js';

/** How often an event is tried before it is put aside, and how long between the tries. */
export const MAX_DELIVERIES = 12;
export const backoffMs = (delivery: number): number => Math.min(200 * 2 ** (delivery - 1), 60_000);

export interface JetStreamStrategyOptions {
  service: string;
  replicas: number;
  nats: NatsService;
  logger: AppLogger;
  tracing: Tracing;
  metrics: Metrics;
  health: Health;
}

/** Nest's own NATS transport is core NATS and loses messages: this one reads durable consumers, one per owner's stream. */
export class JetStreamStrategy extends Server implements CustomTransportStrategy {
  override readonly transportId = JETSTREAM;
  private readonly deadLetters: DeadLetters;
  private readonly handled;
  private readonly loops: Promise<void>[] = [];
  private closing = false;
  private readonly open = new Set<ConsumerMessages>();

  constructor(private readonly options: JetStreamStrategyOptions) {
    super();
    this.deadLetters = new DeadLetters(options.nats, options.replicas);
    this.handled = options.metrics.counter('events_handled_total', 'Events by subject and outcome', [
      'subject',
      'outcome',
    ]);
  }

  listen(callback: () => void): void {
    const owners = new Set([...this.messageHandlers.keys()].map((subject) => subject.split('.')[1] ?? ''));
    for (const owner of owners) this.loops.push(this.consume(owner));
    callback();
  }

  async close(): Promise<void> {
    this.closing = true;
    for (const messages of this.open) messages.stop();
    await Promise.all(this.loops);
  }

  on(): void {
    throw new Error('The JetStream strategy has no events of its own');
  }

  unwrap<T>(): T {
    return this.options.nats as T;
  }

  // Whatever ends the iteration (NATS away, consumer deleted, a stall) starts it anew until the service stops.
  private async consume(owner: string): Promise<void> {
    const { service, replicas, nats, logger, health } = this.options;
    const watchdog = new Watchdog();
    health.register(`events.${owner}`, () => watchdog.check());
    while (!this.closing) {
      try {
        const messages = await openDurable(nats, eventStream(owner), service, replicas);
        await this.read(messages, watchdog, owner);
      } catch (error) {
        if (!this.closing) logger.warn('event consumer failed, trying again', { owner, error });
      }
      if (!this.closing) await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  private async read(messages: ConsumerMessages, watchdog: Watchdog, owner: string): Promise<void> {
    const guard = watchdog.guard(messages, () => this.options.logger.warn('stalled consumer is made anew', { owner }));
    this.open.add(messages);
    try {
      for await (const message of messages) {
        watchdog.alive();
        if (this.closing) message.nak();
        else await this.handle(message);
      }
    } finally {
      guard.release();
      this.open.delete(messages);
    }
  }

  private async handle(message: JsMsg): Promise<void> {
    const outcome = await this.run(message);
    try {
      await this.settle(message, outcome);
      this.handled.inc({ subject: message.subject, outcome: outcome.kind });
    } catch (error) {
      // Not acknowledged, so it comes again; handlers are idempotent.
      this.options.logger.warn('event could not be settled', { subject: message.subject, error });
    }
  }

  private async run(message: JsMsg): Promise<Outcome> {
    const handler = this.getHandlerByPattern(message.subject);
    if (!handler) return { kind: 'done' };
    const raw = parse(message);
    if (raw === undefined) return { kind: 'dead-letter', reason: 'not JSON' };
    const delivery: Delivery = { raw, sequence: message.seq, redelivered: message.redelivered };
    const { id, correlation_id: correlation } = raw as { id?: string; correlation_id?: string };
    return withCallContext(correlation ?? '', id ?? null, () =>
      this.options.tracing.span(
        `handle ${message.subject}`,
        async () => {
          const reply = await handler(delivery);
          return (await lastValueFrom(this.transformToObservable(reply))) as Outcome;
        },
        { kind: SpanKind.CONSUMER, parent: message.headers?.get('traceparent') || null },
      ),
    ).catch(outcomeOf);
  }

  private async settle(message: JsMsg, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'done') return message.ack();
    const delivery = message.info.deliveryCount;
    if (outcome.kind === 'retry' && delivery < MAX_DELIVERIES) {
      this.options.logger.warn('event is tried again', { subject: message.subject, delivery, reason: outcome.reason });
      return message.nak(outcome.delayMs ?? backoffMs(delivery));
    }
    this.options.logger.error('event is dead', {
      subject: message.subject,
      sequence: message.seq,
      reason: outcome.reason,
    });
    await this.deadLetters.put(message, this.options.service, outcome.reason);
    message.term();
  }
}

function parse(message: JsMsg): object | undefined {
  try {
    const value: unknown = message.json();
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
