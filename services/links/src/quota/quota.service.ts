import type { getGuestQuotaRpc, RpcReply } from '@linkway/contracts';
import { AppError, AppLogger, CONFIG, type Periodic, periodic } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { LinksConfig } from '../config.js';
import type { Transaction } from '../transaction.js';
import { Calendar } from './calendar.js';
import { ChangeService } from './change.service.js';
import { type GuestKey, GuestKeys } from './guest-keys.js';
import { MonthlyLimitNotice } from './monthly-limit-notice.js';
import { QuotaRepository } from './quota.repository.js';

type GuestQuota = RpcReply<typeof getGuestQuotaRpc>;

/** Whom a guest's link will be counted for; made before the transaction, which has no second connection for it. */
export interface GuestCount {
  keys: GuestKey[];
  /** By whom the change is counted. */
  network: string;
  at: Date;
}

const DAY_MS = 86_400_000;
const CLEAN_EVERY_MS = 3_600_000;
const RENAMED_AT_ONCE = 1_000;

/** How many links may be made: by a workspace in a month, by a guest's device and network in a day. */
@Injectable()
export class QuotaService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly calendar: Calendar;
  private cleaning: Periodic | null = null;

  constructor(
    private readonly quotas: QuotaRepository,
    private readonly keys: GuestKeys,
    private readonly changes: ChangeService,
    private readonly notice: MonthlyLimitNotice,
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly logger: AppLogger,
  ) {
    this.calendar = new Calendar(config.QUOTA_TIME_ZONE);
  }

  /** What a link of a workspace is counted by, now. */
  countersNow(now = new Date()) {
    const month = { name: this.calendar.month(now), limit: this.config.DEFAULT_MONTHLY_LIMIT };
    return { month, changes: this.changes.counterOf(now) };
  }

  changesExceeded(): AppError {
    return this.changes.exceeded(new Date());
  }

  /** Whether a link may be made as things are, which costs less than trying. Throws `links.monthly_limit`. */
  async requireMonthly(workspaceId: string): Promise<void> {
    const { used, limit } = await this.monthly(workspaceId);
    if (used >= limit) throw await this.monthlyExceeded(workspaceId, limit);
  }

  /** What a link is refused with whose month is used up; its owner is told of that, too. */
  async monthlyExceeded(workspaceId: string, limit: number): Promise<AppError> {
    await this.notice.tell(workspaceId, this.countersNow().month.name, limit);
    return new AppError('links.monthly_limit', { limit });
  }

  /** Counts a link of a workspace; false when it has made as many as it may. */
  takeMonthly(manager: Transaction, workspaceId: string): Promise<boolean> {
    const { name, limit } = this.countersNow().month;
    return this.quotas.takeMonthly(manager, workspaceId, name, limit);
  }

  async monthly(workspaceId: string): Promise<{ used: number; limit: number; endsAt: Date }> {
    const now = new Date();
    return {
      used: await this.quotas.monthlyUsed(workspaceId, this.calendar.month(now)),
      limit: await this.monthlyLimit(workspaceId),
      endsAt: this.calendar.monthEnd(now),
    };
  }

  /** Links made this month, of those workspaces that made any. */
  monthlyUsedOf(workspaceIds: string[]): Promise<Map<string, number>> {
    return this.quotas.monthlyUsedOf(workspaceIds, this.calendar.month(new Date()));
  }

  /** Counts a change of a workspace or of a guest's network. Throws `links.changes_exceeded`. The last statement of its transaction. */
  takeChange(manager: Transaction, key: string): Promise<void> {
    return this.changes.take(manager, key);
  }

  /** By whom a report is counted: nobody can tell which network that is. Made before the transaction. */
  reporterOf(ip: string): Promise<string> {
    return this.changes.guestKey(ip);
  }

  /** Counts a report. Throws `links.report_limit`. */
  async takeReport(manager: Transaction, reporter: string): Promise<void> {
    const at = new Date();
    const limit = this.config.REPORTS_PER_DAY;
    const taken = await this.quotas.takeGuest(manager, `report:${reporter}`, this.calendar.day(at), limit);
    if (taken === null)
      throw new AppError('links.report_limit', { limit }, { retryAfterSeconds: this.calendar.secondsLeftOfDay(at) });
  }

  async guestCount(deviceId: string, ip: string): Promise<GuestCount> {
    const at = new Date();
    const keys = await this.keys.of(deviceId, ip, this.calendar.day(at));
    return { keys, network: await this.changes.guestKey(ip), at };
  }

  /** Counts a guest's link, on the device and on the networks. Throws `links.guest_limit`. */
  async takeGuest(manager: Transaction, { keys, at }: GuestCount): Promise<GuestQuota> {
    const limit = this.config.GUEST_DAILY_LIMIT;
    let remaining = limit;
    for (const { key, share } of keys) {
      const taken = await this.quotas.takeGuest(manager, key, this.calendar.day(at), limit * share);
      if (taken === null) {
        throw new AppError('links.guest_limit', { limit }, { retryAfterSeconds: this.calendar.secondsLeftOfDay(at) });
      }
      remaining = Math.min(remaining, limit * share - taken);
    }
    return { limit, used: limit - remaining, remaining };
  }

  async guest(deviceId: string, ip: string): Promise<GuestQuota> {
    const limit = this.config.GUEST_DAILY_LIMIT;
    const { keys, at } = await this.guestCount(deviceId, ip);
    const names = keys.map(({ key }) => key);
    const used = await this.quotas.guestUsed(names, this.calendar.day(at));
    const left = keys.map(({ key, share }) => limit * share - (used.get(key) ?? 0));
    const remaining = Math.max(0, Math.min(limit, ...left));
    return { limit, used: limit - remaining, remaining };
  }

  onApplicationBootstrap(): void {
    this.cleaning = periodic(CLEAN_EVERY_MS, () => this.clean(), {
      name: "deleting old guests' counters",
      logger: this.logger,
    });
    void this.cleaning.now();
  }

  async onModuleDestroy(): Promise<void> {
    await this.cleaning?.stop();
  }

  private async monthlyLimit(workspaceId: string): Promise<number> {
    return (await this.quotas.monthlyLimit(workspaceId)) ?? this.config.DEFAULT_MONTHLY_LIMIT;
  }

  /**
   * Deletes the counters of past days and turns addresses that the former release stored into digests, at the start and every
   * hour; 0: there are more.
   */
  async clean(): Promise<0 | undefined> {
    const past = await this.quotas.forgetGuestsBefore(this.calendar.day(new Date(Date.now() - DAY_MS)));
    const clear = await this.quotas.clearNetworks(RENAMED_AT_ONCE);
    for (const row of clear) {
      await this.quotas.rename(row, await this.keys.network(row.key.slice('network:'.length), row.day));
    }
    return clear.length === RENAMED_AT_ONCE ? 0 : past;
  }
}
