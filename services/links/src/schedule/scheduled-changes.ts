import { linksNotificationDue, plannedChangesSchema, scheduledChangeFailed } from '@linkway/contracts';
import {
  AppError,
  AppLogger,
  CONFIG,
  type Emit,
  invalidInput,
  isOutage,
  Metrics,
  Outbox,
  type Periodic,
  periodic,
} from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { LinksConfig } from '../config.js';
import type { OwnedLink } from '../link/link.repository.js';
import { LinkService } from '../link/link.service.js';
import type { Transaction } from '../transaction.js';
import { ScheduledChangeRepository, type ScheduledKey, type ScheduledRow } from './scheduled-change.repository.js';

/** Another process may be where a change is planned, and may be gone by its time. */
const LOOK_EVERY_MS = 30_000;
/** What is due within it is waited for, since the next look may come so late. */
const AHEAD_MS = 60_000;
const CLEAN_EVERY_MS = 6 * 3_600_000;
const LOOKED_AT = 100;
/** Each holds a connection of the pool, and asks for what it needs to know by a second one. */
const MOST_AT_ONCE = 3;
/** Somebody else has the link in hand. */
const SOON_MS = 150;
const OUTAGE_PAUSE_MS = 1_000;
/** What fails by no rule, nor by an outage, is tried so often. */
const TRIES = 5;
const RETRY_MS = 2_000;
/** What ends by itself is waited for, for a day at most. */
const ENDS: ReadonlySet<string> = new Set(['links.changes_exceeded', 'service.busy']);
const LIMIT_PAUSE_MS = 30_000;
const WAITED_FOR_MS = 86_400_000;
const MAX_NAME_LENGTH = 200;

type Done = 'done' | 'elsewhere';

/**
 * Makes the changes that are planned, in their time: the change, its completion and its event are one transaction, so that each is made once whatever
 * is killed. Any number of processes do it; each takes what no other has in hand. Changes of one link are made in the order of their times.
 */
@Injectable()
export class ScheduledChanges implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Periodic | null = null;
  private cleaning: Periodic | null = null;
  private stopped = false;
  private readonly settled;
  private readonly atOnce: number;

  constructor(
    private readonly scheduled: ScheduledChangeRepository,
    private readonly links: LinkService,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
    metrics: Metrics,
    @Inject(CONFIG) config: LinksConfig,
  ) {
    // As many as hold one wait for a second one at the same time.
    this.atOnce = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(config.DATABASE_POOL_SIZE / 2)));
    this.settled = metrics.counter('links_scheduled_changes_total', 'Planned changes of links by what became of them', [
      'state',
    ]);
  }

  onApplicationBootstrap(): void {
    const { logger } = this;
    this.rounds = periodic(LOOK_EVERY_MS, () => this.round(), { name: 'making planned changes', logger });
    this.cleaning = periodic(CLEAN_EVERY_MS, () => this.scheduled.clean(), {
      name: 'forgetting planned changes',
      logger,
    });
    void this.rounds.now();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await Promise.all([this.rounds?.stop(), this.cleaning?.stop()]);
  }

  /** A change was planned. */
  soon(due: Date): void {
    const ms = waitFor(due.getTime() - Date.now());
    if (ms !== undefined) this.rounds?.within(ms);
  }

  private async round(): Promise<number | undefined> {
    try {
      return await this.makeDue();
    } catch (error) {
      this.rounds?.within(RETRY_MS);
      throw error;
    }
  }

  /** Makes all that are due. In how many milliseconds it wants to be next. */
  async makeDue(): Promise<number | undefined> {
    for (let others = false; !this.stopped && !others; ) {
      const due = await this.scheduled.due(LOOKED_AT);
      if (due.length === 0) break;
      others = !(await this.makeAll(due));
    }
    const ms = await this.scheduled.nextDueMs();
    return ms === null ? undefined : waitFor(Math.max(ms, SOON_MS));
  }

  /** false: others have all of them in hand, or cannot be helped now. */
  private async makeAll(due: readonly ScheduledKey[]): Promise<boolean> {
    // Processes that look at the same time do not all begin with the same one.
    const left = due.map((key) => ({ key, at: Math.random() })).toSorted((one, other) => one.at - other.at);
    let made = 0;
    const lane = async () => {
      for (let next = left.pop(); next && !this.stopped; next = left.pop()) {
        if ((await this.tried(next.key)) === 'done') made += 1;
      }
    };
    await Promise.all(Array.from({ length: this.atOnce }, lane));
    return made > 0;
  }

  private async tried(key: ScheduledKey): Promise<Done> {
    try {
      return await this.outbox.transaction((manager, emit) => this.make(manager, emit, key));
    } catch (error) {
      const passes = isOutage(error) || endsByItself(error);
      const told = { link_id: key.link_id, change_id: key.id, error };
      if (passes) this.logger.warn('a planned change waits for what keeps it from being made', told);
      else this.logger.error('a planned change could not be made, trying again', told);
      await this.scheduled.putOff(key, pauseOf(error), !passes);
      return 'elsewhere';
    }
  }

  private async make(manager: Transaction, emit: Emit, key: ScheduledKey): Promise<Done> {
    const locked = await this.scheduled.lock(manager, key);
    if (!locked) return 'elsewhere';
    const { link, planned } = locked;
    const told: (() => void)[] = [];
    // What a change that is refused has told is undone with it.
    const later: Emit = (...event) => void told.push(() => emit(...event));
    try {
      const by = planned.planned_by && { ...planned.planned_by, scheduled: true as const };
      const changes = judged(planned);
      const made = await manager.transaction((inner) => this.links.changeLocked(inner, later, link, changes, by));
      for (const tell of told) tell();
      const state = made ? 'done' : 'unneeded';
      await this.scheduled.settle(manager, planned, state);
      this.settled.inc({ state });
    } catch (error) {
      const refusal = refusalOf(error, planned);
      if (refusal === null) throw error;
      await this.refuse(manager, emit, link, planned, refusal);
    }
    return 'done';
  }

  /** It is kept with the reason, and its owner is told. */
  private async refuse(
    manager: Transaction,
    emit: Emit,
    { workspace_id, host, short_code }: OwnedLink,
    planned: ScheduledRow,
    { code, params }: AppError,
  ): Promise<void> {
    await this.scheduled.settle(manager, planned, 'failed', { code, params });
    const { name: notification } = scheduledChangeFailed;
    const link = (host === '*' ? short_code : `${host}/${short_code}`).slice(0, MAX_NAME_LENGTH);
    emit(linksNotificationDue, {
      workspace_id,
      notification,
      key: `${notification}:${planned.id}`,
      variables: { link },
    });
    this.settled.inc({ state: 'failed' });
  }
}

/** What a planned change is given up for; null: it is tried again, for as long as an outage lasts, and after what fails by no rule a few times. */
function refusalOf(error: unknown, { tries, due_at }: ScheduledRow): AppError | null {
  if (isOutage(error)) return null;
  if (endsByItself(error) && Date.now() - due_at.getTime() < WAITED_FOR_MS) return null;
  if (error instanceof AppError) return error;
  return tries + 1 < TRIES ? null : new AppError('service.internal');
}

/** The limit of changes in an hour, and what others hold for a moment. */
const endsByItself = (error: unknown): boolean => error instanceof AppError && ENDS.has(error.code);

function pauseOf(error: unknown): number {
  if (endsByItself(error)) return LIMIT_PAUSE_MS;
  return isOutage(error) ? OUTAGE_PAUSE_MS : RETRY_MS;
}

/** What was taken once may not be taken by this release. */
function judged({ changes }: ScheduledRow) {
  const parsed = plannedChangesSchema.safeParse(changes);
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

/** A wait of four seconds or more may take a quarter longer (`periodic`): it ends before the time, and the rest is waited for anew. */
function waitFor(ms: number): number | undefined {
  if (ms >= AHEAD_MS) return undefined;
  return ms < 4_000 ? Math.max(0, ms) : ms * 0.75;
}
