import type { JsMsg } from '@nats-io/jetstream';
import { isOutage, outageText } from '../database/outage.js';
import type { Health } from '../health/health.js';
import type { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import type { Metrics } from '../metrics/metrics.js';
import type { NatsService } from '../nats/nats.service.js';
import { type Periodic, periodic } from '../periodic/periodic.js';
import type { EventPositions } from '../position/event-positions.js';
import { PositionKeeper, type PositionPace } from '../position/position-keeper.js';
import { type DeadLetters, REPLAY_FOR } from './dead-letters.js';
import { type EventHandler, Progress } from './event-handlers.js';
import { EventMetrics } from './event-metrics.js';
import { Intake } from './intake.js';
import type { BatchExtras } from './on-event.decorator.js';
import type { Outcome } from './outcome.js';
import { eventStream } from './streams.js';

/** How often a handler may refuse an event before it is put aside, and how long between the tries: half a minute in all. */
export const MAX_REFUSALS = 8;
export const backoffMs = (refusals: number): number => Math.min(200 * 2 ** (refusals - 1), 60_000);

/** Between the tries during an outage. */
export const outagePauseMs = (tries: number): number => Math.min(100 * 2 ** (tries - 1), 5_000);

/** An intake that waits this long has nothing to say: it is looked whether NATS has forgotten it. */
const IDLE_MS = 30_000;
/** With so much to be tried again nothing new is taken: it is looked this often whether one of it is due. */
const FULL_MS = 10_000;
/** Of work; who waits for an event does not stand still. */
const STALLED_AFTER_MS = 20_000;
const TELL_EVERY_MS = 10_000;
/** Handled at once at most, where a handler takes many. */
const MOST_TOGETHER = 64;
/** Such a handler begins no more often with fewer: the first event of a while is handled at once, what follows closely together. */
const GATHER_MS = { one: 50, many: 100 };
/** Refused events that wait for their next try; with more of them nothing new is taken until one is settled. */
const MAX_REFUSED = 128;
/** So often is the position kept after an event was handled: the first time NATS may not have its acknowledgement yet. */
const KEEP_AGAIN = 2;

export interface ConsumerParts {
  readonly service: string;
  readonly nats: NatsService;
  readonly logger: AppLogger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly deadLetters: DeadLetters;
  /** Null in a service without a database. */
  readonly positions: EventPositions | null;
  readonly pace: PositionPace;
  handlersOf(subject: string): readonly EventHandler[];
  /** Runs one handler within the message's correlation and trace. */
  call(handler: EventHandler, message: JsMsg): Promise<Outcome>;
  /** Runs a handler that takes many with several messages. */
  callWith(handler: EventHandler, messages: readonly JsMsg[]): Promise<Outcome>;
}

/** An event in hand. */
interface Pending {
  readonly sequence: number;
  readonly subject: string;
  readonly progress: Progress;
  dueAt: number;
}

/**
 * Reads one owner's events through the service's durable consumer, one at a time and in order. While a store is away nothing
 * else is handled; an event that is refused waits for its next try beside the others.
 */
export class EventConsumer {
  private readonly metrics: EventMetrics;
  private readonly position: PositionKeeper | null;
  /** By sequence. Counted here and not by NATS, which also counts what a restart or an outage made it deliver again. */
  private readonly refusals = new Map<number, number>();
  private readonly refused = new Map<number, Pending>();
  private trouble: string | null = 'not connected';
  private lastSign = Number.NEGATIVE_INFINITY;
  private isWaiting = false;
  private keeping = KEEP_AGAIN;
  private keeper: Periodic | null = null;
  private gatheredAt = 0;
  private gatherMs = GATHER_MS.one;
  private readonly seldomDead = rarely(TELL_EVERY_MS);
  private readonly seldomTrouble = rarely(TELL_EVERY_MS);
  private readonly closing = new AbortController();
  private done: Promise<void> = Promise.resolve();

  constructor(
    private readonly owner: string,
    private readonly parts: ConsumerParts,
  ) {
    this.metrics = new EventMetrics(parts.metrics);
    const { positions } = parts;
    this.position = positions && new PositionKeeper({ ...parts, positions }, owner, eventStream(owner), parts.service);
    parts.health.register(`events.${owner}`, () => this.check());
  }

  /** Resolves once it reads, or has said why not; it goes on by itself in either case. */
  start(): Promise<void> {
    return new Promise((tried) => {
      this.done = this.run(tried);
    });
  }

  async stop(): Promise<void> {
    this.closing.abort();
    await this.done;
  }

  private check(): void {
    if (this.trouble) throw new Error(this.trouble);
    if (!this.isWaiting && performance.now() - this.lastSign > STALLED_AFTER_MS) throw new Error('stalled');
  }

  // Whatever ends a session (NATS away, consumer deleted, a stall) begins a new one until the service stops.
  private async run(tried: () => void): Promise<void> {
    for (let failures = 0; !this.closing.signal.aborted; ) {
      const { comebacks } = this.parts.nats;
      try {
        await this.session(() => {
          failures = 0;
          tried();
        });
      } catch (error) {
        tried();
        // What was asked of a NATS that went away meanwhile says nothing of the one that is back.
        failures = this.parts.nats.comebacks === comebacks ? failures + 1 : 1;
        this.tellTrouble(isOutage(error) ? `waiting: ${outageText(error)}` : outageText(error), error);
        await this.pause(outagePauseMs(failures));
      }
    }
    tried();
  }

  private async session(onOpen: () => void): Promise<void> {
    const { nats, service } = this.parts;
    await this.position?.begin();
    const intake = await Intake.open(nats, eventStream(this.owner), service);
    this.alive();
    onOpen();
    const keeping = periodic(this.parts.pace.keepMs, () => this.keepPosition(), {
      name: 'keeping the position',
      logger: this.parts.logger,
    });
    this.keeper = keeping;
    const stopWaiting = () => intake.stopWaiting();
    this.closing.signal.addEventListener('abort', stopWaiting);
    try {
      while (!this.closing.signal.aborted) {
        await this.step(intake);
        this.alive();
      }
    } finally {
      this.closing.signal.removeEventListener('abort', stopWaiting);
      const kept = keeping.stop();
      this.refused.clear();
      intake.close();
      if (this.closing.signal.aborted) {
        await kept;
        this.keeping = KEEP_AGAIN;
        await this.keepPosition();
      }
    }
  }

  private async step(intake: Intake): Promise<void> {
    const next = this.nextRefused();
    const waitMs = next ? next.dueAt - performance.now() : IDLE_MS;
    if (next && waitMs <= 0) return this.handle(intake, next);
    if (this.refused.size >= MAX_REFUSED) return this.pause(Math.min(waitMs, FULL_MS));
    const message = await this.nextOf(intake, Math.min(waitMs, IDLE_MS));
    if (!message) return;
    if (this.isNobodys(message)) return this.pass(intake, message);
    const handler = this.handlerOfMany(message);
    if (handler) return this.handleMany(intake, message, handler);
    await this.handle(intake, this.pendingOf(message));
  }

  private async nextOf(intake: Intake, waitMs: number): Promise<JsMsg | null> {
    this.isWaiting = true;
    try {
      return await intake.next(waitMs);
    } finally {
      this.isWaiting = false;
      this.lastSign = performance.now();
    }
  }

  private pendingOf({ seq: sequence, subject }: JsMsg): Pending {
    return { sequence, subject, progress: new Progress(this.parts.handlersOf(subject)), dueAt: 0 };
  }

  /** Most of a busy owner's events are of no concern to most services. */
  private isNobodys(message: JsMsg): boolean {
    return this.parts.handlersOf(message.subject).length === 0 || this.isForOthers(message);
  }

  private pass(intake: Intake, { seq: sequence, subject }: JsMsg): void {
    this.metrics.handled.inc({ subject, outcome: 'done' });
    this.finish(intake, { sequence, subject }, (message) => message.ack());
  }

  /** Null: the message has others, or is for others. */
  private handlerOfMany(message: JsMsg): EventHandler | null {
    const [handler, ...more] = this.parts.handlersOf(message.subject);
    return handler && more.length === 0 && togetherOf(handler) && !this.isForOthers(message) ? handler : null;
  }

  /** The message with those that wait behind it for the same handler; where that fails, each alone. */
  private async handleMany(intake: Intake, first: JsMsg, handler: EventHandler): Promise<void> {
    intake.lookAhead(MOST_TOGETHER);
    await this.gather(intake);
    this.gatheredAt = performance.now();
    const many = [this.pendingOf(first)];
    for (let next = intake.peek(); next && many.length < MOST_TOGETHER; next = intake.peek()) {
      const other = this.handlerOfMany(next);
      if (!other || togetherOf(other) !== togetherOf(handler)) break;
      await intake.next(0);
      many.push(this.pendingOf(next));
    }
    this.gatherMs = many.length > 1 ? GATHER_MS.many : GATHER_MS.one;
    if (many.length === 1 || !(await this.doneTogether(intake, many, handler))) {
      for (const pending of many) await this.handle(intake, pending);
    }
  }

  /** A backlog waits for nothing: as many as are handled together are there, or come as fast as they are pulled. */
  private async gather(intake: Intake): Promise<void> {
    const until = this.gatheredAt + this.gatherMs;
    while (intake.waiting < MOST_TOGETHER - 1 && !this.closing.signal.aborted) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) return;
      await intake.arrival(leftMs);
    }
  }

  private async doneTogether(intake: Intake, many: readonly Pending[], handler: EventHandler): Promise<boolean> {
    const outcome = await this.throughOutages(() => this.attemptTogether(intake, many, handler));
    if (outcome === null) return true;
    if (outcome.kind !== 'done') return false;
    for (const pending of many) {
      this.metrics.handled.inc({ subject: pending.subject, outcome: outcome.kind });
      this.finish(intake, pending, (message) => message.ack());
    }
    return true;
  }

  /** Measured as one, by the subject of the first. */
  private async attemptTogether(intake: Intake, many: readonly Pending[], handler: EventHandler): Promise<Outcome> {
    const messages = many.flatMap(({ sequence }) => intake.current(sequence) ?? []);
    const [first] = messages;
    if (!first) return { kind: 'done' };
    const stop = this.metrics.duration.startTimer({ subject: first.subject });
    const outcome = await this.parts.callWith(handler, messages);
    stop({ outcome: outcome.kind });
    return outcome;
  }

  private nextRefused(): Pending | null {
    let next: Pending | null = null;
    for (const pending of this.refused.values()) if (!next || pending.dueAt < next.dueAt) next = pending;
    return next;
  }

  private isForOthers(message: JsMsg): boolean {
    const service = message.headers?.get(REPLAY_FOR);
    return Boolean(service) && service !== this.parts.service;
  }

  private async handle(intake: Intake, pending: Pending): Promise<void> {
    this.refused.delete(pending.sequence);
    const outcome = await this.throughOutages(() => this.attempt(intake, pending));
    if (outcome === null) return;
    this.metrics.handled.inc({ subject: pending.subject, outcome: outcome.kind });
    if (outcome.kind === 'retry') return this.refuse(intake, pending, outcome.reason, outcome.delayMs);
    if (outcome.kind === 'dead-letter') return this.bury(intake, pending, outcome.reason, 'hopeless');
    this.finish(intake, pending, (message) => message.ack());
  }

  private async attempt(intake: Intake, pending: Pending): Promise<Outcome> {
    const message = intake.current(pending.sequence);
    if (!message) return { kind: 'done' };
    const stop = this.metrics.duration.startTimer({ subject: pending.subject });
    const outcome = await pending.progress.run((handler) => this.parts.call(handler, message));
    stop({ outcome: outcome.kind });
    return outcome;
  }

  /**
   * Repeats until it is no outage: nothing may overtake this event, and nothing is wrong with it. Null: the service stops,
   * and the event goes back to its stream.
   */
  private async throughOutages(attempt: () => Promise<Outcome>): Promise<Exclude<Outcome, { kind: 'outage' }> | null> {
    for (let tries = 1; ; tries += 1) {
      const { comebacks } = this.parts.nats;
      const outcome = await attempt();
      if (outcome.kind !== 'outage') {
        if (tries > 1) this.parts.logger.info('event consumer goes on', { owner: this.owner });
        this.alive();
        return outcome;
      }
      this.metrics.waiting.set({ owner: this.owner }, 1);
      this.tellTrouble(`waiting: ${outcome.reason}`);
      await this.pause(outagePauseMs(this.parts.nats.comebacks === comebacks ? tries : 1));
      if (this.closing.signal.aborted) return null;
    }
  }

  private async refuse(intake: Intake, pending: Pending, reason: string, delayMs: number | null): Promise<void> {
    const count = (this.refusals.get(pending.sequence) ?? 0) + 1;
    this.refusals.set(pending.sequence, count);
    if (count >= MAX_REFUSALS) return this.bury(intake, pending, reason, 'refused');
    const { subject, sequence } = pending;
    this.parts.logger.warn('event is tried again', { subject, sequence, refusals: count, reason });
    pending.dueAt = performance.now() + (delayMs ?? backoffMs(count));
    this.refused.set(sequence, pending);
  }

  /** Puts an event aside. Where even that is refused it is told and given up: it must not hold up the others. */
  private async bury(intake: Intake, pending: Pending, reason: string, kind: 'refused' | 'hopeless'): Promise<void> {
    const { deadLetters, service, logger } = this.parts;
    const { subject, sequence } = pending;
    const letter: { lost: { error: unknown } | null } = { lost: null };
    const outcome = await this.throughOutages(async () => {
      const message = intake.current(sequence);
      try {
        if (message) letter.lost = await deadLetters.bury(message, service, reason);
        return { kind: 'done' };
      } catch (error) {
        return { kind: 'outage', reason: outageText(error) };
      }
    });
    if (outcome === null) return;
    if (letter.lost) {
      this.metrics.lost.inc({ subject });
      logger.error('ALARM: a dead letter was refused, the event is lost', {
        subject,
        sequence,
        reason,
        ...letter.lost,
      });
    } else {
      this.metrics.dead.inc({ subject, reason: kind });
      this.seldomDead(() =>
        logger.error('event is dead', { subject, sequence, reason, hint: 'npm run events -- dead list' }),
      );
    }
    this.finish(intake, pending, (message) => message.term());
  }

  private finish(
    intake: Intake,
    { sequence, subject }: Pick<Pending, 'sequence' | 'subject'>,
    how: (message: JsMsg) => void,
  ): void {
    this.refusals.delete(sequence);
    if (this.keeping <= 0) this.keeper?.within(this.parts.pace.keepMs);
    this.keeping = KEEP_AGAIN;
    try {
      intake.settle(sequence, how);
    } catch (error) {
      // Not settled, so it comes again; handlers are idempotent.
      this.parts.logger.warn('event could not be settled', { subject, error });
    }
  }

  /** Answers in how many milliseconds it has to be done again, where that is later than usual. */
  private async keepPosition(): Promise<number | undefined> {
    try {
      const handled = this.keeping > 0;
      this.keeping -= 1;
      await this.position?.keep(handled);
    } catch (error) {
      this.keeping = KEEP_AGAIN;
      if (!isOutage(error)) this.parts.logger.warn('position could not be kept', { owner: this.owner, error });
    }
    return this.keeping > 0 ? undefined : this.position?.pauseMs;
  }

  private alive(): void {
    this.lastSign = performance.now();
    if (this.trouble === null) return;
    this.trouble = null;
    this.metrics.waiting.set({ owner: this.owner }, 0);
  }

  private tellTrouble(trouble: string, error?: unknown): void {
    this.trouble = trouble;
    this.seldomTrouble(() => {
      this.parts.logger.warn('event consumer waits', { owner: this.owner, trouble, ...(error ? { error } : {}) });
    });
  }

  private pause(ms: number): Promise<void> {
    return this.parts.nats.pause(ms, this.closing.signal);
  }
}

const togetherOf = (handler: EventHandler): object | undefined => (handler.extras as BatchExtras | undefined)?.together;
