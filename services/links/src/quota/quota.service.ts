import type { getGuestQuotaRpc, RpcReply } from '@linkway/contracts';
import { AppError, AppLogger, CONFIG } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { networkOf } from '../address/network.js';
import type { LinksConfig } from '../config.js';
import type { Transaction } from '../transaction.js';
import { Calendar } from './calendar.js';
import { QuotaRepository } from './quota.repository.js';

type GuestQuota = RpcReply<typeof getGuestQuotaRpc>;

const DAY_MS = 86_400_000;
const CLEAN_EVERY_MS = 3_600_000;

/** How many links may be made: by a workspace in a month, by a guest's device and network in a day. */
@Injectable()
export class QuotaService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly calendar: Calendar;
  private cleaning: NodeJS.Timeout | undefined;

  constructor(
    private readonly quotas: QuotaRepository,
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly logger: AppLogger,
  ) {
    this.calendar = new Calendar(config.QUOTA_TIME_ZONE);
  }

  /** Counts a link of a workspace. Throws `links.monthly_limit`. */
  async takeMonthly(manager: Transaction, workspaceId: string): Promise<void> {
    const limit = await this.monthlyLimit(workspaceId, manager);
    const used = await this.quotas.takeMonthly(manager, workspaceId, this.calendar.month(new Date()), limit);
    if (used === null) throw new AppError('links.monthly_limit', { limit });
  }

  async monthly(workspaceId: string): Promise<{ used: number; limit: number }> {
    const month = this.calendar.month(new Date());
    return {
      used: await this.quotas.monthlyUsed(workspaceId, month),
      limit: await this.monthlyLimit(workspaceId),
    };
  }

  /** Counts a guest's link, on the device and on the network. Throws `links.guest_limit`. */
  async takeGuest(manager: Transaction, deviceId: string, ip: string): Promise<GuestQuota> {
    const limit = this.config.GUEST_DAILY_LIMIT;
    const now = new Date();
    let used = 0;
    // Always the device first: two requests never wait for each other's row.
    for (const key of guestKeys(deviceId, ip)) {
      const taken = await this.quotas.takeGuest(manager, key, this.calendar.day(now), limit);
      if (taken === null) {
        throw new AppError('links.guest_limit', { limit }, { retryAfterSeconds: this.calendar.secondsLeftOfDay(now) });
      }
      used = Math.max(used, taken);
    }
    return { limit, used, remaining: limit - used };
  }

  async guest(deviceId: string, ip: string): Promise<GuestQuota> {
    const limit = this.config.GUEST_DAILY_LIMIT;
    const used = await this.quotas.guestUsed(guestKeys(deviceId, ip), this.calendar.day(new Date()));
    return { limit, used, remaining: Math.max(0, limit - used) };
  }

  onApplicationBootstrap(): void {
    this.cleaning = setInterval(() => void this.clean(), CLEAN_EVERY_MS);
    this.cleaning.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.cleaning);
  }

  private async monthlyLimit(workspaceId: string, manager?: Transaction): Promise<number> {
    return (await this.quotas.monthlyLimit(workspaceId, manager)) ?? this.config.DEFAULT_MONTHLY_LIMIT;
  }

  /** Deletes the counters of past days, every hour. */
  async clean(): Promise<void> {
    await this.quotas
      .forgetGuestsBefore(this.calendar.day(new Date(Date.now() - DAY_MS)))
      .catch((error: unknown) => this.logger.warn("old guests' counters could not be deleted", { error }));
  }
}

function guestKeys(deviceId: string, ip: string): string[] {
  const network = networkOf(ip);
  return network === null ? [`device:${deviceId}`] : [`device:${deviceId}`, `network:${network}`];
}
