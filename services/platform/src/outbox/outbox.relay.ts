import { setTimeout as delay } from 'node:timers/promises';
import { envelopeSchema } from '@linkway/contracts';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type DatabaseConfig } from '../config/service-config.js';
import { EventPublisher } from '../events/event-publisher.js';
import { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import { Metrics } from '../metrics/metrics.js';
import { SERVICE_NAME } from '../service/tokens.js';
import { failureOf } from './failure.js';
import { OutboxListener } from './outbox.listener.js';
import { type DueRow, OutboxRepository } from './outbox.repository.js';

const BATCH = 100;
/** Only a net: rows are told of by the database, and those of this very process by `kick`. */
const POLL_MS = 10_000;
/** The process that stored a row publishes it at once; others look only when that one has had its chance. */
const OTHERS_ROWS_AFTER_MS = 100;
const AWAY_MS = { first: 500, most: 5_000 };
const FULL_MS = 2_000;
/** A row that is refused so often is set aside: after 15 s with these pauses. */
const MAX_REFUSALS = 6;
const refusedMs = (refusals: number): number => 500 * 2 ** refusals;
const TELL_EVERY_MS = 10_000;

interface Round {
  taken: number;
  away: boolean;
}

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
  private wake: () => void = () => undefined;
  private kicked = false;
  private told: NodeJS.Timeout | undefined;
  private awayRounds = 0;
  /** When the next row of those that were put off is due, as far as this process knows. */
  private nextDue = Number.POSITIVE_INFINITY;
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

  /** There is something to publish. */
  kick(): void {
    this.kicked = true;
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
      await this.pause(await this.round());
    }
    // What the last requests stored should not wait for the next start.
    if (this.kicked && this.awayRounds === 0) await this.round();
  }

  private async round(): Promise<Round> {
    this.nextDue = Number.POSITIVE_INFINITY;
    try {
      const round = await this.repository.transaction((manager) => this.publishBatch(manager));
      this.awayRounds = round.away ? this.awayRounds + 1 : 0;
      return round;
    } catch (error) {
      this.awayRounds += 1;
      this.tell('the outbox could not be read, it is tried again', error);
      return { taken: 0, away: true };
    }
  }

  private async pause({ taken, away }: Round): Promise<void> {
    if (this.stopping.signal.aborted) return;
    if (away) {
      // Nothing that is stored meanwhile brings NATS or the database back.
      const most = Math.min(AWAY_MS.first * 2 ** (this.awayRounds - 1), AWAY_MS.most);
      await delay(most * (0.5 + Math.random() / 2), undefined, { signal: this.stopping.signal }).catch(() => undefined);
      return;
    }
    if (taken > 0 || this.kicked) return;
    const ms = Math.min(POLL_MS * (0.9 + Math.random() / 5), Math.max(this.nextDue - Date.now(), 0));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async publishBatch(manager: EntityManager): Promise<Round> {
    const rows = await this.repository.take(manager, BATCH);
    const results = await Promise.allSettled(rows.map((row) => this.publish(row)));
    const gone: string[] = [];
    const full: string[] = [];
    let fullReason = '';
    let away = false;
    for (const [index, row] of rows.entries()) {
      const result = results[index];
      if (result?.status !== 'rejected') {
        gone.push(row.id);
        continue;
      }
      const kind = failureOf(result.reason);
      this.failures.inc({ kind });
      if (kind === 'refused') await this.refused(manager, row, result.reason);
      else this.tell('events could not be published, they stay', result.reason);
      if (kind === 'away') away = true;
      if (kind === 'full') {
        full.push(row.id);
        fullReason = reasonOf(result.reason);
      }
    }
    await this.repository.remove(manager, gone);
    await this.repository.postpone(manager, full, FULL_MS, fullReason);
    if (full.length > 0) this.dueIn(FULL_MS);
    this.published.inc(gone.length);
    return { taken: rows.length, away };
  }

  private async publish(row: DueRow): Promise<void> {
    await this.publisher.publish(envelopeSchema.parse(row.envelope));
  }

  private async refused(manager: EntityManager, row: DueRow, error: unknown): Promise<void> {
    const reason = reasonOf(error);
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
    this.nextDue = Math.min(this.nextDue, Date.now() + ms);
  }

  private tell(message: string, error: unknown): void {
    this.tellFailure((suppressed) => this.logger.warn(message, { error, suppressed }));
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);
