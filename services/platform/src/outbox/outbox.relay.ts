import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { envelopeSchema } from '@linkway/contracts';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type DatabaseConfig } from '../config/service-config.js';
import { EventPublisher } from '../events/event-publisher.js';
import { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import { Metrics } from '../metrics/metrics.js';
import { afterAbout } from '../periodic/ticks.js';
import { SERVICE_NAME } from '../service/tokens.js';
import { type Failure, failureOf } from './failure.js';
import { OutboxListener } from './outbox.listener.js';
import { type DueRow, OutboxRepository } from './outbox.repository.js';

const BATCH = 100;
/** Only a net: rows of others are told of by the database, and those of this very process by `stored`. */
const POLL_MS = 10_000;
/** Where nothing was stored for a while there is little that nobody could have told of. */
const POLL_QUIET_MS = 30_000;
const QUIET_AFTER_MS = 60_000;
/** The process that stored a row publishes it with its next round; others look only when that one has had its chance. */
const OTHERS_ROWS_AFTER_MS = 150;
const STUCK_MS = { first: 500, most: 5_000 };
const PUT_OFF_MS = 2_000;
const BLOCKED_MS = 50;
/** Rows that are due within so long are looked at together. */
const DUE_STEP_MS = 50;
/** Rounds begin no more often while rows come: the first of a while goes at once, what follows closely together. */
const GATHER_MS = { one: 25, many: 50 };
/** A row that is refused so often is set aside: after 15 s with these pauses. */
const MAX_REFUSALS = 6;
const refusedMs = (refusals: number): number => 500 * 2 ** refusals;
const TELL_EVERY_MS = 10_000;

interface Round {
  /** What became of rows. */
  settled: number;
  /** As many were taken as are taken at once: there may be more. */
  full: boolean;
  /** Due, but behind rows that another process holds at this moment. */
  blocked: number;
  /** Nothing gets through: NATS or the database is away, or the stream is full. */
  stuck: boolean;
}

type Result = { row: DueRow; failure: Failure | null; reason: string };

/**
 * Publishes outbox rows, each on its own account, and deletes what JetStream has stored. Any number of processes may do
 * it at once.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly listener: OutboxListener;
  private readonly published;
  private readonly failures;
  private readonly setAside;
  private readonly tellFailure = rarely(TELL_EVERY_MS);
  private loop: Promise<void> = Promise.resolve();
  private working: Promise<unknown> = Promise.resolve();
  private wake: () => void = () => undefined;
  private kicked = false;
  private kickedAt = performance.now();
  private told: NodeJS.Timeout | undefined;
  private stuckRounds = 0;
  /** When rows that were put off are due, as far as this process knows: a few moments, however many rows they are. */
  private readonly due = new Set<number>();
  private readonly stopping = new AbortController();

  constructor(
    @Inject(CONFIG) config: DatabaseConfig,
    @Inject(SERVICE_NAME) name: string,
    private readonly repository: OutboxRepository,
    private readonly publisher: EventPublisher,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.listener = new OutboxListener(config.DATABASE_URL, name, () => this.othersStored(), logger);
    this.published = metrics.counter('outbox_published_total', 'Events published from the outbox');
    this.failures = metrics.counter('outbox_failures_total', 'Tries to publish an event that failed, by kind', [
      'kind',
    ]);
    this.setAside = metrics.counter('outbox_set_aside_total', 'Events that were refused too often and set aside');
  }

  onApplicationBootstrap(): void {
    this.listener.start();
    this.loop = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.told);
    this.wake();
    await this.listener.stop();
    await this.loop;
  }

  /** This process stored rows: it publishes them at once, and others do if it cannot. */
  stored(): void {
    this.kick();
    this.listener.tell();
  }

  /** There is something to publish. */
  kick(): void {
    this.kicked = true;
    this.kickedAt = performance.now();
    this.wake();
  }

  private othersStored(): void {
    if (this.told || this.stopping.signal.aborted) return;
    this.told = setTimeout(
      () => {
        this.told = undefined;
        this.kick();
      },
      OTHERS_ROWS_AFTER_MS * (0.5 + Math.random()),
    );
    this.told.unref();
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.kicked = false;
      const beganAt = performance.now();
      const round = this.round();
      this.working = round;
      await this.pause(await round, beganAt);
    }
    // What the last requests stored should not wait for the next start.
    if (this.kicked && this.stuckRounds === 0) await this.round();
  }

  private async round(): Promise<Round> {
    const now = performance.now();
    for (const moment of this.due) if (moment <= now) this.due.delete(moment);
    try {
      const round = await this.repository.transaction((manager) => this.publishBatch(manager));
      this.stuckRounds = round.stuck ? this.stuckRounds + 1 : 0;
      return round;
    } catch (error) {
      this.stuckRounds += 1;
      this.tell('the outbox could not be read, it is tried again', error);
      return { settled: 0, full: false, blocked: 0, stuck: true };
    }
  }

  private async pause({ settled, full, blocked, stuck }: Round, beganAt: number): Promise<void> {
    if (this.stopping.signal.aborted) return;
    if (stuck) {
      // Nothing that is stored meanwhile brings NATS or the database back.
      const most = Math.min(STUCK_MS.first * 2 ** (this.stuckRounds - 1), STUCK_MS.most);
      return this.sleep(most * (0.5 + Math.random() / 2));
    }
    if (settled > 0) {
      if (full) return;
      const gathered = beganAt + (settled > 1 ? GATHER_MS.many : GATHER_MS.one);
      return this.sleep(Math.max(gathered - performance.now(), 0));
    }
    if (blocked > 0) return this.sleep(BLOCKED_MS * (0.5 + Math.random()));
    if (this.kicked) return;
    const pollMs = this.pollMs() * (0.9 + Math.random() / 5);
    const dueMs = Math.max(Math.min(...this.due) - performance.now(), 0);
    await new Promise<void>((resolve) => {
      const later = afterAbout(Math.min(pollMs, dueMs), async () => {
        resolve();
        // It has begun by then.
        await turn();
        await this.working;
      });
      this.wake = () => {
        later.cancel();
        resolve();
      };
    });
  }

  private pollMs(): number {
    const isQuiet = this.listener.isListening && performance.now() - this.kickedAt > QUIET_AFTER_MS;
    return isQuiet ? POLL_QUIET_MS : POLL_MS;
  }

  private sleep(ms: number): Promise<void> {
    return delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private async publishBatch(manager: EntityManager): Promise<Round> {
    const { rows, blocked } = await this.repository.take(manager, BATCH);
    const results = (await Promise.all(chains(rows).map((chain) => this.publishChain(chain)))).flat();
    const gone = results.filter(({ failure }) => failure === null);
    const refused = results.filter(({ failure }) => failure === 'refused');
    const held = results.filter(({ failure }) => failure === 'away' || failure === 'full');
    await this.repository.remove(
      manager,
      gone.map(({ row }) => row.id),
    );
    this.published.inc(gone.length);
    for (const { row, reason } of refused) await this.refused(manager, row, reason);
    const stuck = held.length > 0 && gone.length === 0;
    // Where others get through, these must not be tried without a pause.
    if (held.length > 0 && !stuck) await this.putOff(manager, held);
    return { settled: gone.length + refused.length, full: rows.length >= BATCH, blocked, stuck };
  }

  /** Rows of one aggregate, one after the other; the first that fails keeps back the rest. */
  private async publishChain(chain: DueRow[]): Promise<Result[]> {
    const results: Result[] = [];
    for (const row of chain) {
      const result = await this.publish(row);
      results.push(result);
      if (result.failure !== null) break;
    }
    return results;
  }

  private async publish(row: DueRow): Promise<Result> {
    try {
      await this.publisher.publish(envelopeSchema.parse(row.envelope));
      return { row, failure: null, reason: '' };
    } catch (error) {
      const kind = failureOf(error);
      this.failures.inc({ kind });
      if (kind !== 'refused') this.tell('events could not be published, they stay', error);
      return { row, failure: kind, reason: (error instanceof Error ? error.message : String(error)).slice(0, 500) };
    }
  }

  private async putOff(manager: EntityManager, held: Result[]): Promise<void> {
    const ids = held.map(({ row }) => row.id);
    await this.repository.postpone(manager, ids, PUT_OFF_MS, held[0]?.reason ?? '');
    this.dueIn(PUT_OFF_MS);
  }

  private async refused(manager: EntityManager, row: DueRow, reason: string): Promise<void> {
    const attempts = row.attempts + 1;
    const { type } = (row.envelope ?? {}) as { type?: unknown };
    if (attempts >= MAX_REFUSALS) {
      await this.repository.setAside(manager, row.id, reason);
      this.setAside.inc();
      this.logger.error('event is set aside, it cannot be published', { event_id: row.id, type, attempts, reason });
      return;
    }
    const ms = refusedMs(row.attempts);
    await this.repository.countRefusal(manager, row.id, ms, reason);
    this.dueIn(ms);
    this.logger.warn('event is refused, it is tried again', { event_id: row.id, type, attempts, reason });
  }

  private dueIn(ms: number): void {
    this.due.add(Math.ceil((performance.now() + ms) / DUE_STEP_MS) * DUE_STEP_MS);
  }

  private tell(message: string, error: unknown): void {
    this.tellFailure((suppressed) => this.logger.warn(message, { error, suppressed }));
  }
}

function chains(rows: DueRow[]): DueRow[][] {
  const byAggregate = new Map<string, DueRow[]>();
  for (const row of rows) {
    const key = row.aggregate ?? row.id;
    const chain = byAggregate.get(key);
    if (chain) chain.push(row);
    else byAggregate.set(key, [row]);
  }
  return [...byAggregate.values()];
}
