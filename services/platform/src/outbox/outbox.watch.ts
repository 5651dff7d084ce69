import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type DatabaseConfig } from '../config/service-config.js';
import { Health } from '../health/health.js';
import { AppLogger } from '../log/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { type Periodic, periodic } from '../periodic/periodic.js';
import { OutboxRepository } from './outbox.repository.js';

const MEASURE_EVERY_MS = 10_000;
/** After nothing was found to wait. */
const MEASURE_EMPTY_EVERY_MS = 30_000;
/** Readiness fails while there is still time to do something. */
const ALARM_AT = 0.8;

/** Tells how much waits in the outbox and how long, on /metrics and in readiness. */
@Injectable()
export class OutboxWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private measuring: Periodic | null = null;

  constructor(
    @Inject(CONFIG) config: DatabaseConfig,
    private readonly repository: OutboxRepository,
    private readonly metrics: Metrics,
    private readonly logger: AppLogger,
    health: Health,
  ) {
    const limit = config.OUTBOX_MAX_AGE_SECONDS * ALARM_AT;
    health.register('outbox', async () => {
      const seconds = await repository.oldestSeconds();
      if (seconds >= limit) throw new Error(`the oldest event waits for ${Math.round(seconds)} s`);
    });
  }

  onApplicationBootstrap(): void {
    const rows = this.metrics.gauge('outbox_rows', 'Events that wait to be published');
    const oldest = this.metrics.gauge(
      'outbox_oldest_seconds',
      'Age of the oldest event that should have been published',
    );
    const aside = this.metrics.gauge('outbox_set_aside_rows', 'Events that were set aside and wait for an operator');
    const measure = async () => {
      const state = await this.repository.state();
      rows.set(state.rows);
      oldest.set(state.oldestSeconds);
      aside.set(state.setAside);
      return state.rows === 0 ? MEASURE_EMPTY_EVERY_MS : undefined;
    };
    this.measuring = periodic(MEASURE_EVERY_MS, measure, { name: 'measuring the outbox', logger: this.logger });
    void this.measuring.now();
  }

  /** Measures now, and not only when it is time. */
  async measure(): Promise<void> {
    await this.measuring?.now();
  }

  async onModuleDestroy(): Promise<void> {
    await this.measuring?.stop();
  }
}
