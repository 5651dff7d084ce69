import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { EventPublisher } from '../events/event-publisher.js';
import { AppLogger } from '../log/logger.js';
import { Metrics } from '../metrics/metrics.js';
import type { OutboxRow } from './outbox.entity.js';

const BATCH = 100;
/** Rows of a process that died are found this soon; a process's own are published at once, by `kick`. */
const POLL_MS = 500;
const RETRY_MS = 1_000;

/** Publishes outbox rows and deletes what JetStream has stored. Any number of processes may do it at once. */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private stopping = false;
  private loop: Promise<void> = Promise.resolve();
  private wake: () => void = () => undefined;
  private kicked = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly publisher: EventPublisher,
    private readonly logger: AppLogger,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    this.kick();
    await this.loop;
  }

  /** There is something to publish. */
  kick(): void {
    this.kicked = true;
    this.wake();
  }

  private async run(): Promise<void> {
    const published = this.metrics.counter('outbox_published_total', 'Events published from the outbox');
    const failures = this.metrics.counter('outbox_failures_total', 'Batches that could not be published');
    let pause = POLL_MS;
    while (!this.stopping) {
      this.kicked = false;
      try {
        const count = await this.database.transaction((manager) => this.publishBatch(manager));
        published.inc(count);
        pause = count === BATCH ? 0 : POLL_MS;
      } catch (error) {
        failures.inc();
        this.logger.warn('outbox batch could not be published, it stays', { error });
        pause = RETRY_MS;
        this.kicked = false;
      }
      if (!this.kicked && !this.stopping) await this.pause(pause);
    }
  }

  private async publishBatch(manager: EntityManager): Promise<number> {
    const rows: OutboxRow[] = await manager.query(
      'SELECT id, envelope FROM outbox ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED',
      [BATCH],
    );
    if (rows.length === 0) return 0;
    await Promise.all(rows.map((row) => this.publisher.publish(row.envelope)));
    await manager.query('DELETE FROM outbox WHERE id = ANY($1)', [rows.map((row) => row.id)]);
    return rows.length;
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
