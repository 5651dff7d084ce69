import { AppLogger, CONFIG, type Periodic, periodic, withoutDeadline } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock.js';
import type { AnalyticsConfig } from '../config.js';
import type { Lease } from '../lease/lease.js';
import { type DayState } from '../query/day-states.js';
import { dayOf } from '../query/days.js';
import type { Scope } from '../query/scope.js';
import { ClickHouse, meansAway } from '../store/clickhouse.js';
import { LookRepository, type SeenDay, type TouchedDay } from './look.repository.js';
import { keyOf, OutdatedRuns } from './outdated-runs.js';
import { MAX_CANDIDATES, RollUpRepository, type ScopeDays } from './roll-up.repository.js';

const DAY_MS = 86_400_000;
/** Where clicks are not stored by day, these are all that is looked at. */
const RECENT_DAYS = 2;
/** What was added up so long before a process stopped, it may not have cleared up after. */
const LEFT_MS = 3_600_000;
/** A day that questions ask for is tried again after this long when it keeps changing. */
const SUGGEST_AGAIN_MS = 10_000;
const MAX_SCOPES = 5_000;
const DAYS_AT_ONCE = 31;
/** An addition that failed is tried again after this long. */
const FAILED_AGAIN_MS = 600_000;
/** Additions that one deletion drops. */
const DROPPED_AT_ONCE = 200;
const RENEW_MS = 2_000;
/** So much seldomer a sweep looks after one that found nothing: what waits for it costs time, never clicks. */
const QUIET = 4;
/** While ClickHouse is away another process may add up for this long before this one asks for the lease again. */
const LEAVE_MS = 10_000;

/** The lease of the roll-up; none where this is the only process. */
export const ROLL_UP_LEASE = Symbol('ROLL_UP_LEASE');

/**
 * Adds up the days of busy links and workspaces in the background, so that a question about a million clicks reads some
 * thousand rows. It looks only at days whose parts have changed since it looked at them last. Additions never make an answer wrong: one that no longer has all clicks of its day is not used. Of several
 * processes the one with the lease does it.
 */
@Injectable()
export class RollUpService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue = new Map<string, { scope: Scope; days: Set<string> }>();
  private readonly suggested = new Map<string, number>();
  private readonly outdated = new OutdatedRuns();
  /** Additions that failed, and when they are tried again. */
  private readonly failed = new Map<string, { target: ScopeDays; againAt: number }>();
  /** Days that were to be looked at in the sweep before, as they were then. */
  private lastSeen = new Map<string, SeenDay>();
  private hasSwept = false;
  private foundNothing = false;
  private rounds: Periodic[] = [];
  private working: Promise<void> | null = null;
  private leftUntil = 0;
  private stopped = false;

  constructor(
    private readonly repository: RollUpRepository,
    private readonly looks: LookRepository,
    private readonly clickhouse: ClickHouse,
    private readonly logger: AppLogger,
    @Inject(CONFIG)
    private readonly config: Pick<AnalyticsConfig, 'ROLL_UP_MIN_CLICKS' | 'ROLL_UP_SWEEP_MS' | 'CLICK_KEEP_DAYS'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ROLL_UP_LEASE) private readonly lease: Lease | null,
  ) {}

  onApplicationBootstrap(): void {
    const every = (ms: number, name: string, work: () => Promise<number | undefined> | Promise<void>) => {
      const rounds = periodic(ms, work, { name, logger: this.logger });
      this.rounds.push(rounds);
      return rounds;
    };
    void this.clickhouse.untilOpen().then(() => {
      if (this.stopped) return;
      const sweeping = every(this.config.ROLL_UP_SWEEP_MS, 'looking for days to add up', () => this.sweepInTurn());
      // Held between the sweeps as well: one that changed hands each time would know nothing of the sweep before.
      if (this.lease) every(RENEW_MS, 'renewing the lease', async () => void (await this.isMine()));
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

  /** Looks at every day that was touched, now: for tests and after a bulk load. */
  async runOnce(): Promise<void> {
    await this.work(async () => {
      for (const day of await this.touched()) await this.lookAt(day);
    });
  }

  /** Answers when the next one is due, where that is not as usual. */
  private async sweepInTurn(): Promise<number | undefined> {
    this.foundNothing = false;
    await this.sweep();
    return this.foundNothing ? QUIET * this.config.ROLL_UP_SWEEP_MS : undefined;
  }

  /** What it does every half a minute: looks at touched days, adds them up, and drops what is over. */
  async sweep(): Promise<void> {
    await this.work(async () => {
      if (!(await this.isMine())) return;
      if (!this.hasSwept) await this.findLeftovers();
      this.hasSwept = true;
      await this.look();
      await this.dropOutdated();
      await this.dropOld();
    });
  }

  private async look(): Promise<void> {
    const today = dayOf(this.clock());
    const touched = await this.touched();
    const before = this.lastSeen;
    this.lastSeen = new Map(touched.map((one) => [one.day, one]));
    this.foundNothing = touched.length === 0 && this.queue.size === 0 && this.outdated.isEmpty;
    for (const [asked, at] of this.suggested) if (this.clock() - at > SUGGEST_AGAIN_MS) this.suggested.delete(asked);
    this.tryFailedAgain();
    for (const one of touched) {
      // Today, and a day that late clicks come to: only when it has rested since the sweep before, as it would be out of date at once.
      const rests = isSame(one, before.get(one.day));
      if (!rests && (one.known || one.day >= today)) continue;
      if (this.stopped || !(await this.isMine())) return;
      await this.lookAt(one);
    }
  }

  /**
   * Adds up what is busy on a day and counts its clicks by link. A click that arrives meanwhile makes it another day than was seen, which is
   * then still to be looked at.
   */
  private async lookAt(seen: TouchedDay): Promise<void> {
    const candidates = await this.repository.candidates(seen.day, this.config.ROLL_UP_MIN_CLICKS);
    const hasRoom = candidates.map(({ scope, day }) => this.enqueue(scope, day)).every(Boolean);
    if (!(await this.empty()) || seen.block === '0' || !hasRoom || candidates.length === MAX_CANDIDATES) return;
    await this.looks.keepTotals(seen);
    await this.looks.confirm(seen, this.clock());
  }

  private async touched(): Promise<TouchedDay[]> {
    if (await this.looks.isByDay()) return this.looks.touched(this.clock());
    return this.looks.recent(dayOf(this.clock() - RECENT_DAYS * DAY_MS));
  }

  private async findLeftovers(): Promise<void> {
    const days = await this.looks.lookedAtSince(this.clock() - LEFT_MS);
    for (const left of await this.repository.leftovers(days)) this.outdated.add(left, this.clock());
  }

  private async dropOld(): Promise<void> {
    const { CLICK_KEEP_DAYS: days } = this.config;
    if (days === 0) return;
    const dropped = await this.looks.dropBefore(dayOf(this.clock() - days * DAY_MS));
    if (dropped.length > 0) this.logger.info('clicks are older than they are kept', { days: dropped.join(' ') });
  }

  /** False where there is no more room. What failed lately waits until it is tried again. */
  private enqueue(scope: Scope, day: string): boolean {
    if (this.failed.get(keyOf(scope))?.target.days.includes(day)) return true;
    const entry = this.queue.get(keyOf(scope)) ?? { scope, days: new Set<string>() };
    if (entry.days.size === 0 && this.queue.size >= MAX_SCOPES) return false;
    entry.days.add(day);
    this.queue.set(keyOf(scope), entry);
    return true;
  }

  private tryFailedAgain(): void {
    for (const [key, { target, againAt }] of this.failed) {
      if (this.clock() < againAt) continue;
      this.failed.delete(key);
      for (const day of target.days) this.enqueue(target.scope, day);
    }
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

  /** False when it had to leave some to others. */
  private async empty(): Promise<boolean> {
    for (const [key, { scope, days }] of this.queue) {
      this.queue.delete(key);
      const all = [...days].sort();
      for (let start = 0; start < all.length; start += DAYS_AT_ONCE) {
        // Lost in a long queue: the other process has the same days before it.
        const isLost = this.lease && !this.lease.held && !(await this.isMine());
        if (isLost) this.queue.clear();
        if (isLost || this.stopped) return false;
        await this.tryToAddUp({ scope, days: all.slice(start, start + DAYS_AT_ONCE) });
      }
    }
    return true;
  }

  /** One that is too much for the store keeps no other from being added up; its days are counted click by click meanwhile. */
  private async tryToAddUp(target: ScopeDays): Promise<void> {
    try {
      await this.addUp(target);
    } catch (error) {
      if (meansAway(error)) throw error;
      this.logger.warn('days of a scope could not be added up, trying again later', { error, ...target });
      const key = keyOf(target.scope);
      const days = [...new Set([...(this.failed.get(key)?.target.days ?? []), ...target.days])];
      if (this.failed.has(key) || this.failed.size < MAX_SCOPES)
        this.failed.set(key, { target: { scope: target.scope, days }, againAt: this.clock() + FAILED_AGAIN_MS });
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
    const due = this.outdated.due(this.clock());
    for (let start = 0; start < due.length; start += DROPPED_AT_ONCE) {
      const runs = due.slice(start, start + DROPPED_AT_ONCE);
      await this.repository.dropOlder(runs);
      this.outdated.done(runs);
    }
  }

  /** Takes or renews the lease; without NATS nobody adds up. */
  private async isMine(): Promise<boolean> {
    if (!this.lease) return true;
    if (this.clock() < this.leftUntil) return false;
    if (this.lease.held && !this.lease.due) return true;
    return this.lease.acquire().catch(() => false);
  }
}

const isSame = (one: SeenDay, other: SeenDay | undefined): boolean =>
  other !== undefined && one.block === other.block && one.clicks === other.clicks;
