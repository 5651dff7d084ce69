import { AppLogger, CONFIG, type Periodic, periodic, withoutDeadline } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock.js';
import type { AnalyticsConfig } from '../config.js';
import type { Lease } from '../lease/lease.js';
import { type DayState, dayOf } from '../query/day-states.js';
import type { Scope } from '../query/scope.js';
import { ClickHouse, meansAway } from '../store/clickhouse.js';
import { keyOf, OutdatedRuns } from './outdated-runs.js';
import { type Candidate, RollUpRepository, type ScopeDays } from './roll-up.repository.js';

const DAY_MS = 86_400_000;
/** Every sweep looks at the days that clicks arrive for; the first one, and one an hour, looks further back. */
const RECENT_DAYS = 2;
const FAR_DAYS = 400;
const FAR_EVERY_MS = 3_600_000;
/** After one that failed. */
const FAR_AGAIN_MS = 600_000;
/** A day that questions ask for is tried again after this long when it keeps changing. */
const SUGGEST_AGAIN_MS = 10_000;
const MAX_SCOPES = 5_000;
const DAYS_AT_ONCE = 31;
const RENEW_MS = 2_000;
/** While ClickHouse is away another process may add up for this long before this one asks for the lease again. */
const LEAVE_MS = 10_000;

/** The lease of the roll-up; none where this is the only process. */
export const ROLL_UP_LEASE = Symbol('ROLL_UP_LEASE');

/**
 * Adds up the days of busy links and workspaces in the background, so that a question about a million clicks reads some
 * thousand rows. Additions never make an answer wrong: one that no longer has all clicks of its day is not used. Of several
 * processes the one with the lease does it.
 */
@Injectable()
export class RollUpService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue = new Map<string, { scope: Scope; days: Set<string> }>();
  private readonly suggested = new Map<string, number>();
  private readonly outdated = new OutdatedRuns();
  private lastSeen = new Map<string, number>();
  private lastFarSweep: number | null = null;
  private rounds: Periodic[] = [];
  private working: Promise<void> | null = null;
  private leftUntil = 0;
  private stopped = false;

  constructor(
    private readonly repository: RollUpRepository,
    private readonly clickhouse: ClickHouse,
    private readonly logger: AppLogger,
    @Inject(CONFIG) private readonly config: Pick<AnalyticsConfig, 'ROLL_UP_MIN_CLICKS' | 'ROLL_UP_SWEEP_MS'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ROLL_UP_LEASE) private readonly lease: Lease | null,
  ) {}

  onApplicationBootstrap(): void {
    const every = (ms: number, name: string, work: () => Promise<void>) => {
      const rounds = periodic(ms, work, { name, logger: this.logger });
      this.rounds.push(rounds);
      return rounds;
    };
    void this.clickhouse.untilOpen().then(() => {
      if (this.stopped) return;
      const sweeping = every(this.config.ROLL_UP_SWEEP_MS, 'looking for days to add up', () => this.sweep());
      // Held between the sweeps as well: one that changed hands each time would know nothing of the sweep before.
      every(RENEW_MS, 'renewing the lease', async () => void (await this.isMine()));
      void sweeping.now();
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    // A renewal under way would take again what is given back here.
    await Promise.all(this.rounds.map((rounds) => rounds.stop()));
    await this.working;
    await this.lease?.release().catch(() => undefined);
  }

  /** Days that a question had to count click by click. */
  suggest(scope: Scope, days: readonly DayState[]): void {
    if (this.lease && !this.lease.held) return;
    const now = this.clock();
    const today = dayOf(now);
    for (const { day, clicks, run } of days) {
      // Today is for the sweep, once no more clicks come.
      if (run !== null || day >= today || clicks < this.config.ROLL_UP_MIN_CLICKS) continue;
      const key = `${keyOf(scope)}/${day}`;
      if (now - (this.suggested.get(key) ?? 0) < SUGGEST_AGAIN_MS) continue;
      this.suggested.set(key, now);
      this.enqueue(scope, day);
    }
    // A worker under way takes these days too.
    if (this.queue.size > 0 && !this.working) void this.work(async () => undefined);
  }

  /** Adds up what is due, now: for tests and after a bulk load. */
  async runOnce(): Promise<void> {
    await this.work(async () => {
      const candidates = await this.repository.candidates(this.since(FAR_DAYS), this.config.ROLL_UP_MIN_CLICKS);
      for (const { scope, day } of candidates) this.enqueue(scope, day);
    });
  }

  /** What it does every half a minute: looks for days to add up, adds them up, and drops what newer additions replaced. */
  async sweep(): Promise<void> {
    await this.work(async () => {
      if (!(await this.isMine())) return;
      await this.look();
      await this.dropOutdated();
    });
  }

  private async look(): Promise<void> {
    const now = this.clock();
    // First, so that the days of now are added up though looking far back takes longer than ClickHouse gives it.
    await this.lookFrom(RECENT_DAYS, now);
    if (this.lastFarSweep !== null && now - this.lastFarSweep <= FAR_EVERY_MS) return;
    this.lastFarSweep = now;
    try {
      await this.lookFrom(FAR_DAYS, now);
      for (const left of await this.repository.leftovers(this.since(FAR_DAYS))) this.outdated.add(left, now);
    } catch (error) {
      this.lastFarSweep = now - FAR_EVERY_MS + FAR_AGAIN_MS;
      this.logger.warn('days long ago could not be looked at, trying again later', { error });
    }
  }

  /** Today only when it did not change since the sweep before: it would be out of date at once. */
  private async lookFrom(days: number, now: number): Promise<void> {
    const candidates = await this.repository.candidates(this.since(days), this.config.ROLL_UP_MIN_CLICKS);
    const today = dayOf(now);
    const key = ({ scope, day }: Candidate) => `${keyOf(scope)}/${day}`;
    for (const candidate of candidates) {
      const steady = days === RECENT_DAYS && this.lastSeen.get(key(candidate)) === candidate.clicks;
      if (candidate.day < today || steady) this.enqueue(candidate.scope, candidate.day);
    }
    if (days === RECENT_DAYS) this.lastSeen = new Map(candidates.map((one) => [key(one), one.clicks]));
    for (const [asked, at] of this.suggested) if (now - at > SUGGEST_AGAIN_MS) this.suggested.delete(asked);
  }

  private enqueue(scope: Scope, day: string): void {
    const entry = this.queue.get(keyOf(scope)) ?? { scope, days: new Set<string>() };
    if (entry.days.size === 0 && this.queue.size >= MAX_SCOPES) return;
    entry.days.add(day);
    this.queue.set(keyOf(scope), entry);
  }

  /** One worker at a time, each after the one before; it ends when the queue is empty. */
  private async work(before: () => Promise<void>): Promise<void> {
    while (this.working) await this.working;
    if (this.stopped) return;
    // The question that suggested days does not wait for them.
    this.working = withoutDeadline(() => this.workOnce(before));
    await this.working;
  }

  private async workOnce(before: () => Promise<void>): Promise<void> {
    try {
      await before();
      await this.empty();
    } catch (error) {
      this.logger.warn('adding up days failed, trying again later', { error });
      if (!meansAway(error)) return;
      // It may be this process alone that cannot reach ClickHouse.
      this.leftUntil = this.clock() + LEAVE_MS;
      await this.lease?.release().catch(() => undefined);
    } finally {
      this.working = null;
    }
  }

  private async empty(): Promise<void> {
    for (const [key, { scope, days }] of this.queue) {
      this.queue.delete(key);
      const all = [...days].sort();
      for (let start = 0; start < all.length && !this.stopped; start += DAYS_AT_ONCE) {
        // Lost in a long queue: the other process has the same days before it.
        if (this.lease && !this.lease.held && !(await this.isMine())) return this.queue.clear();
        await this.addUp({ scope, days: all.slice(start, start + DAYS_AT_ONCE) });
      }
    }
  }

  private async addUp(target: ScopeDays): Promise<void> {
    const before = await this.repository.clicksOf(target);
    const run = await this.newRun(target);
    await this.repository.addUp(target, run);
    const after = await this.repository.clicksOf(target);
    // Clicks are only ever added: as many as before are the same as before, also while they were read.
    const steady = new Map([...before].filter(([day, clicks]) => after.get(day) === clicks));
    if (steady.size === 0) return;
    await this.repository.confirm(target.scope, run, steady);
    for (const day of steady.keys()) this.outdated.add({ scope: target.scope, day, run }, this.clock());
  }

  /** Grows with time, and above every run of these days, whatever the clock of the process that made it. */
  private async newRun(target: ScopeDays): Promise<string> {
    const byClock = BigInt(this.clock()) * 1_000n + BigInt(Math.floor(Math.random() * 1_000));
    const last = await this.repository.lastRunOf(target);
    return (byClock > last ? byClock : last + 1n).toString();
  }

  private async dropOutdated(): Promise<void> {
    for (const { scope, runs } of this.outdated.take(this.clock())) await this.repository.dropOlder(scope, runs);
  }

  /** Takes or renews the lease; without NATS nobody adds up. */
  private async isMine(): Promise<boolean> {
    if (!this.lease) return true;
    if (this.clock() < this.leftUntil) return false;
    if (this.lease.held && !this.lease.due) return true;
    return this.lease.acquire().catch(() => false);
  }

  private since(days: number): string {
    return dayOf(this.clock() - days * DAY_MS);
  }
}
