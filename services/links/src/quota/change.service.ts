import { AppError, AppLogger, CONFIG, networkOf, type Periodic, periodic } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { LinksConfig } from '../config.js';
import type { Transaction } from '../transaction.js';
import { Calendar, hourOf, secondsLeftOfHour } from './calendar.js';
import { GuestKeys } from './guest-keys.js';
import { QuotaRepository } from './quota.repository.js';

const HOUR_MS = 3_600_000;

/**
 * How many changes a workspace, or the guests of a network, may make in an hour, whatever they change: each is an event
 * that everybody's stream has to hold, so nobody may fill it alone.
 */
@Injectable()
export class ChangeService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly calendar: Calendar;
  private cleaning: Periodic | null = null;

  constructor(
    private readonly quotas: QuotaRepository,
    private readonly keys: GuestKeys,
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly logger: AppLogger,
  ) {
    this.calendar = new Calendar(config.QUOTA_TIME_ZONE);
  }

  /** By whom a guest's changes are counted; loopback is one of them here, so that no single machine can fill the stream. */
  guestKey(ip: string): Promise<string> {
    return this.keys.network(networkOf(ip), this.calendar.day(new Date()));
  }

  /**
   * Counts a change. Throws `links.changes_exceeded`. The last statement of its transaction: the row is locked for as short
   * as can be, and nobody who has it waits for anything else.
   */
  async take(manager: Transaction, key: string): Promise<void> {
    const now = new Date();
    const used = await this.quotas.takeChange(manager, key, hourOf(now), this.config.CHANGES_PER_HOUR);
    if (used === null) throw this.exceeded(now);
  }

  /** Whether a change may be made as things are, which costs less than trying. Throws `links.changes_exceeded`. */
  async require(key: string): Promise<void> {
    const now = new Date();
    const used = await this.quotas.changesUsed(key, hourOf(now));
    if (used >= this.config.CHANGES_PER_HOUR) throw this.exceeded(now);
  }

  onApplicationBootstrap(): void {
    this.cleaning = periodic(HOUR_MS, () => this.clean(), {
      name: 'deleting old counters of changes',
      logger: this.logger,
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.cleaning?.stop();
  }

  /** Deletes the counters of past hours, every hour; 0: there are more. */
  clean(): Promise<0 | undefined> {
    return this.quotas.forgetChangesBefore(hourOf(new Date(Date.now() - HOUR_MS)));
  }

  /** What a change is counted by. */
  counterOf(now: Date): { hour: string; limit: number } {
    return { hour: hourOf(now), limit: this.config.CHANGES_PER_HOUR };
  }

  exceeded(now: Date): AppError {
    const limit = this.config.CHANGES_PER_HOUR;
    return new AppError('links.changes_exceeded', { limit }, { retryAfterSeconds: secondsLeftOfHour(now) });
  }
}
