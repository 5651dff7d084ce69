import { AppLogger, CONFIG } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';
import { type DayState, dayOf } from '../query/day-states.js';
import type { Scope } from '../query/scope.js';
import { type Candidate, RollUpRepository, type ScopeDay } from './roll-up.repository.js';

const DAY_MS = 86_400_000;
/** Every sweep looks at the days that clicks arrive for; the first one, and one an hour, looks further back. */
const RECENT_DAYS = 2;
const FAR_DAYS = 400;
const FAR_EVERY_MS = 3_600_000;
/** A day that questions ask for is tried again after this long when it keeps changing. */
const SUGGEST_AGAIN_MS = 10_000;
const MAX_QUEUE = 5_000;
/** A question that began before a new addition may still read the one before it. */
const DROP_AFTER_MS = 60_000;

const keyOf = ({ scope, day }: ScopeDay): string => `${scope.workspaceId}/${scope.linkId ?? '*'}/${day}`;

/**
 * Adds up the days of busy links and workspaces in the background, so that a question about a million clicks reads some
 * thousand rows. Additions never make an answer wrong: one that no longer has all clicks of its day is not used.
 */
@Injectable()
export class RollUpService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue = new Map<string, ScopeDay>();
  private readonly suggested = new Map<string, number>();
  private lastSeen = new Map<string, number>();
  private outdated: { target: ScopeDay; run: string; dueAt: number }[] = [];
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
    for (const { day, clicks, run } of days) {
      if (run !== null || clicks < this.config.ROLL_UP_MIN_CLICKS || this.queue.size >= MAX_QUEUE) continue;
      const key = keyOf({ scope, day });
      if (now - (this.suggested.get(key) ?? 0) < SUGGEST_AGAIN_MS) continue;
      this.suggested.set(key, now);
      this.queue.set(key, { scope, day });
    }
    if (this.queue.size > 0) void this.work(async () => undefined);
  }

  /** Adds up what is due, now: for tests and after a bulk load. */
  async runOnce(): Promise<void> {
    await this.working;
    for (const candidate of await this.repository.candidates(this.since(FAR_DAYS), this.config.ROLL_UP_MIN_CLICKS)) {
      this.queue.set(keyOf(candidate), candidate);
    }
    await this.work(async () => undefined);
  }

  /** Days that did not change since the sweep before: others would be out of date at once. */
  private async sweep(): Promise<void> {
    const far = Date.now() - this.lastFarSweep > FAR_EVERY_MS;
    const from = this.since(far ? FAR_DAYS : RECENT_DAYS);
    const candidates = await this.repository.candidates(from, this.config.ROLL_UP_MIN_CLICKS);
    if (far) this.lastFarSweep = Date.now();
    await this.dropOutdated();
    const today = dayOf(Date.now());
    const settled = ({ day, clicks, scope }: Candidate) =>
      day < today ? true : this.lastSeen.get(keyOf({ scope, day })) === clicks;
    for (const candidate of candidates.filter(settled)) this.queue.set(keyOf(candidate), candidate);
    this.lastSeen = new Map(candidates.map((candidate) => [keyOf(candidate), candidate.clicks]));
    for (const [key, at] of this.suggested) if (Date.now() - at > SUGGEST_AGAIN_MS) this.suggested.delete(key);
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
    for (const [key, next] of this.queue) {
      if (this.stopped) return;
      this.queue.delete(key);
      await this.addUp(next);
    }
  }

  private async addUp(target: ScopeDay): Promise<void> {
    const before = await this.repository.clicksOf(target);
    if (before < this.config.ROLL_UP_MIN_CLICKS) return;
    // Grows with time, so that of two processes that add up the same day the later one counts.
    const run = (BigInt(Date.now()) * 1_000n + BigInt(Math.floor(Math.random() * 1_000))).toString();
    await this.repository.addUp(target, run);
    // Clicks are only ever added: as many as before are the same as before, also while it was read.
    if ((await this.repository.clicksOf(target)) !== before) {
      await this.repository.drop(target, run);
      return;
    }
    await this.repository.confirm(target, run, before);
    this.outdated.push({ target, run, dueAt: Date.now() + DROP_AFTER_MS });
  }

  private async dropOutdated(): Promise<void> {
    const due = this.outdated.filter(({ dueAt }) => dueAt <= Date.now());
    this.outdated = this.outdated.filter(({ dueAt }) => dueAt > Date.now());
    for (const { target, run } of due) await this.repository.dropBefore(target, run);
  }

  private since(days: number): string {
    return dayOf(Date.now() - days * DAY_MS);
  }
}
