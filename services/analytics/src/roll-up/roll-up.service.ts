import { AppLogger, CONFIG } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';
import { type DayState, dayOf } from '../query/day-states.js';
import type { Scope } from '../query/scope.js';
import { type Candidate, RollUpRepository, type ScopeDays } from './roll-up.repository.js';

const DAY_MS = 86_400_000;
/** Every sweep looks at the days that clicks arrive for; the first one, and one an hour, looks further back. */
const RECENT_DAYS = 2;
const FAR_DAYS = 400;
const FAR_EVERY_MS = 3_600_000;
/** A day that questions ask for is tried again after this long when it keeps changing. */
const SUGGEST_AGAIN_MS = 10_000;
const MAX_SCOPES = 5_000;
const DAYS_AT_ONCE = 31;
/** A question that began before a new addition may still read the one before it. */
const DROP_AFTER_MS = 60_000;

const keyOf = (scope: Scope): string => `${scope.workspaceId}/${scope.linkId ?? '*'}`;

/**
 * Adds up the days of busy links and workspaces in the background, so that a question about a million clicks reads some
 * thousand rows. Additions never make an answer wrong: one that no longer has all clicks of its day is not used.
 */
@Injectable()
export class RollUpService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue = new Map<string, { scope: Scope; days: Set<string> }>();
  private readonly suggested = new Map<string, number>();
  private lastSeen = new Map<string, number>();
  private outdated: { target: ScopeDays; run: string; dueAt: number }[] = [];
  private lastFarSweep = 0;
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<void> | null = null;
  private stopped = false;

  constructor(
    private readonly repository: RollUpRepository,
    private readonly logger: AppLogger,
    @Inject(CONFIG) private readonly config: AnalyticsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.work(() => this.sweep()), this.config.ROLL_UP_SWEEP_MS);
    this.timer.unref();
    void this.work(() => this.sweep());
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.working;
  }

  /** Days that a question had to count click by click. */
  suggest(scope: Scope, days: readonly DayState[]): void {
    const now = Date.now();
    const today = dayOf(now);
    for (const { day, clicks, run } of days) {
      // Today is for the sweep, once no more clicks come.
      if (run !== null || day >= today || clicks < this.config.ROLL_UP_MIN_CLICKS) continue;
      const key = `${keyOf(scope)}/${day}`;
      if (now - (this.suggested.get(key) ?? 0) < SUGGEST_AGAIN_MS) continue;
      this.suggested.set(key, now);
      this.enqueue(scope, day);
    }
    if (this.queue.size > 0) void this.work(async () => undefined);
  }

  /** Adds up what is due, now: for tests and after a bulk load. */
  async runOnce(): Promise<void> {
    while (this.working) await this.working;
    await this.work(async () => {
      const candidates = await this.repository.candidates(this.since(FAR_DAYS), this.config.ROLL_UP_MIN_CLICKS);
      for (const { scope, day } of candidates) this.enqueue(scope, day);
    });
  }

  /** Today only when it did not change since the sweep before: it would be out of date at once. */
  private async sweep(): Promise<void> {
    const far = Date.now() - this.lastFarSweep > FAR_EVERY_MS;
    const from = this.since(far ? FAR_DAYS : RECENT_DAYS);
    const candidates = await this.repository.candidates(from, this.config.ROLL_UP_MIN_CLICKS);
    if (far) this.lastFarSweep = Date.now();
    const today = dayOf(Date.now());
    const key = ({ scope, day }: Candidate) => `${keyOf(scope)}/${day}`;
    for (const candidate of candidates) {
      if (candidate.day < today || this.lastSeen.get(key(candidate)) === candidate.clicks) {
        this.enqueue(candidate.scope, candidate.day);
      }
    }
    this.lastSeen = new Map(candidates.map((candidate) => [key(candidate), candidate.clicks]));
    for (const [asked, at] of this.suggested) if (Date.now() - at > SUGGEST_AGAIN_MS) this.suggested.delete(asked);
    await this.dropOutdated();
  }

  private enqueue(scope: Scope, day: string): void {
    const entry = this.queue.get(keyOf(scope)) ?? { scope, days: new Set<string>() };
    if (entry.days.size === 0 && this.queue.size >= MAX_SCOPES) return;
    entry.days.add(day);
    this.queue.set(keyOf(scope), entry);
  }

  /** One worker at a time; it ends when the queue is empty. */
  private work(before: () => Promise<void>): Promise<void> {
    this.working ??= (async () => {
      try {
        await before();
        await this.empty();
      } catch (error) {
        this.logger.warn('adding up days failed, trying again later', { error });
      } finally {
        this.working = null;
      }
    })();
    return this.working;
  }

  private async empty(): Promise<void> {
    for (const [key, { scope, days }] of this.queue) {
      this.queue.delete(key);
      const all = [...days].sort();
      for (let start = 0; start < all.length && !this.stopped; start += DAYS_AT_ONCE) {
        await this.addUp({ scope, days: all.slice(start, start + DAYS_AT_ONCE) });
      }
    }
  }

  private async addUp(target: ScopeDays): Promise<void> {
    const before = await this.repository.clicksOf(target);
    // Grows with time, so that of two processes that add up the same day the later one counts.
    const run = (BigInt(Date.now()) * 1_000n + BigInt(Math.floor(Math.random() * 1_000))).toString();
    await this.repository.addUp(target, run);
    const after = await this.repository.clicksOf(target);
    // Clicks are only ever added: as many as before are the same as before, also while they were read.
    const steady = new Map([...before].filter(([day, clicks]) => after.get(day) === clicks));
    if (steady.size > 0) await this.repository.confirm(target.scope, run, steady);
    const settled = { scope: target.scope, days: [...steady.keys()] };
    if (steady.size > 0) this.outdated.push({ target: settled, run, dueAt: Date.now() + DROP_AFTER_MS });
  }

  private async dropOutdated(): Promise<void> {
    const due = this.outdated.filter(({ dueAt }) => dueAt <= Date.now());
    this.outdated = this.outdated.filter(({ dueAt }) => dueAt > Date.now());
    for (const { target, run } of due) await this.repository.dropOthers(target, run);
  }

  private since(days: number): string {
    return dayOf(Date.now() - days * DAY_MS);
  }
}
