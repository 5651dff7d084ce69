import { AppLogger, CONFIG, type Periodic, periodic, rarelyEach } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock.js';
import type { AnalyticsConfig } from '../config.js';
import type { Lease } from '../lease/lease.js';
import { ClickHouse } from '../store/clickhouse.js';
import { ClicksByDayRepository } from './clicks-by-day.repository.js';
import { portions } from './portions.js';

/** The lease of the move; none where this is the only process. */
export const BY_DAY_LEASE = Symbol('BY_DAY_LEASE');

const ROUND_MS = 2_000;
/** Of small days so many at once: each copy reads the index of a month. */
const CLICKS_AT_ONCE = 1_000_000;
/** An insert that began in the former table is over by then, and what it forwards is in the new one. */
const KEEP_FORMER_MS = 60_000;
/** What has to be free on the disk, by what the clicks take. */
const ROOM = 1.3;
const TELL_EVERY_MS = 600_000;

export type Move = 'done' | 'under way' | 'elsewhere';

/**
 * Moves the clicks of the former release into a table by day while everything goes on. Until the last moment all processes read and
 * write the former table, whose inserts are forwarded; its days are copied and compared, and when both tables are the same they change
 * places at once. Begun anew after a crash at any point, it finds from the tables themselves what is left to do.
 */
@Injectable()
export class ClicksByDayService implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Periodic[] = [];
  private stopped = false;
  /** When the tables changed places, as far as this process knows. */
  private exchangedAt: number | null = null;
  private readonly seldom = rarelyEach(TELL_EVERY_MS);

  constructor(
    private readonly repository: ClicksByDayRepository,
    private readonly clickhouse: ClickHouse,
    private readonly logger: AppLogger,
    @Inject(CONFIG) private readonly config: Pick<AnalyticsConfig, 'CLICKHOUSE_CLUSTER'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(BY_DAY_LEASE) private readonly lease: Lease | null,
  ) {}

  onApplicationBootstrap(): void {
    // The tables of a cluster carry their names in Keeper: they cannot change places.
    if (this.config.CLICKHOUSE_CLUSTER !== '') return;
    void this.clickhouse.untilOpen().then(() => {
      if (this.stopped) return;
      const every = (work: () => Promise<void>, name: string) => {
        const rounds = periodic(ROUND_MS, work, { name, logger: this.logger });
        this.rounds.push(rounds);
        return rounds;
      };
      const moving = every(async () => {
        if ((await this.round()) === 'done') void this.stop();
      }, 'moving clicks to their days');
      // A day may take longer to copy than the lease lasts.
      every(async () => {
        if (this.lease?.held) await this.isMine();
      }, 'renewing the lease');
      void moving.now();
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    const ended = this.stop();
    // A server goes on with its statement by itself, and whoever has the lease then finds how far it came. The embedded engine is closed next.
    if (!this.lease) await ended;
    else await this.lease.release().catch(() => undefined);
  }

  private async stop(): Promise<void> {
    await Promise.all(this.rounds.map((rounds) => rounds.stop()));
    await this.lease?.release().catch(() => undefined);
  }

  /** As much as can be done now. */
  async round(): Promise<Move> {
    const state = await this.repository.state();
    if (state.clicks === 'by-day' && state.copy === null && !state.former && !state.forward) return 'done';
    if (!(await this.isMine())) return 'elsewhere';
    if (state.clicks === 'by-day') return this.clearUp(state);
    if (state.copy === null && !(await this.hasRoom())) return 'under way';
    await this.repository.begin();
    if (!(await this.copyAll())) return 'under way';
    const last = await this.sameUpTo();
    return last === null ? 'under way' : this.changePlaces(last);
  }

  /** For a program or a test that wants it done. */
  async moveAll(): Promise<void> {
    while ((await this.repository.state()).clicks !== 'by-day') await this.round();
  }

  /** Copies the days that have fewer clicks; false when it had to stop. */
  private async copyAll(): Promise<boolean> {
    const missing = (await this.repository.differences(false)).filter(({ wrong }) => !wrong);
    for (const days of portions(missing, CLICKS_AT_ONCE)) {
      if (this.stopped || !(await this.isMine())) return false;
      await this.repository.copy(days.map(({ day }) => day));
    }
    if (missing.length > 0) this.logger.info('clicks were copied to their days', { days: missing.length });
    return true;
  }

  /**
   * Up to which insert or change both tables are the same; null while they are not. What differs is mended as far as it can be, to be
   * compared once more. A change that is under way, or begins meanwhile, may be done to clicks that were compared already.
   */
  private async sameUpTo(): Promise<bigint | null> {
    const before = await this.repository.history();
    if (before.underWay > 0) {
      this.tell('clicks are moved to their days when they are no longer being changed', { changes: before.underWay });
      return null;
    }
    const different = await this.repository.differences(true);
    for (const { day, clicks, wrong } of different) {
      if (this.stopped || !(await this.isMine())) return null;
      await this.repository.unite(day);
      const [still] = await this.repository.differences(true, [day]);
      // Deleted, or changed, since it was copied.
      if (still?.wrong) await this.repository.forget(day);
      if (still && clicks > 0) await this.repository.copy([day]);
      if (wrong) this.logger.info('a day was copied anew', { day });
    }
    if (different.length > 0) return null;
    const { lastChange, underWay } = await this.repository.history();
    // What came during the comparison may be in days that were compared before it came.
    return underWay === 0 && lastChange === before.lastChange ? before.last : null;
  }

  private async changePlaces(last: bigint): Promise<Move> {
    await this.repository.remember(last);
    // Asked anew: two processes that did this at once would undo it.
    if (!(await this.isMine()) || (await this.repository.state()).clicks === 'by-day') return 'under way';
    await this.repository.exchange();
    this.exchangedAt = this.clock();
    await this.repository.stopForwarding();
    await this.repository.keepFormer();
    this.logger.info('clicks are stored by day');
    return 'under way';
  }

  private async clearUp(state: Awaited<ReturnType<ClicksByDayRepository['state']>>): Promise<Move> {
    if (state.forward) await this.repository.stopForwarding();
    if (state.copy === 'by-day') await this.repository.dropNew();
    if (state.copy === 'monthly') await this.repository.keepFormer();
    if (!state.former && state.copy !== 'monthly') return 'done';
    this.exchangedAt ??= this.clock();
    if (this.clock() - this.exchangedAt < KEEP_FORMER_MS) return 'under way';
    const last = await this.repository.remembered();
    await this.repository.bringStragglers(last);
    // After the clicks that they are about.
    await this.repository.bringChanges(last);
    await this.repository.uniteRepeated();
    await this.repository.dropFormer();
    return 'done';
  }

  private async hasRoom(): Promise<boolean> {
    const { taken, free } = await this.repository.room();
    if (free > taken * ROOM) return true;
    this.tell('clicks cannot be moved to their days: the disk of ClickHouse needs as much room as they take', {
      taken_bytes: taken,
      free_bytes: free,
    });
    return false;
  }

  private tell(what: string, about: Record<string, number>): void {
    this.seldom(what, (more) => this.logger.error(what, { ...about, more }));
  }

  /** Takes or renews the lease; without NATS nobody moves anything. */
  private async isMine(): Promise<boolean> {
    if (this.stopped) return false;
    if (!this.lease || (this.lease.held && !this.lease.due)) return true;
    return this.lease.acquire().catch(() => false);
  }
}
