import { AppLogger, type Periodic, periodic } from '@linkway/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AuditNames } from '../audit/audit-names.js';
import type { Lease } from '../lease/lease.js';
import { ClickHouse } from '../store/clickhouse.js';
import { ClickRemovalRepository, type Removed } from './click-removal.repository.js';
import { DeletedAccountRepository } from './deleted-account.repository.js';

/** The lease of the removal; none where this is the only process. */
export const REMOVAL_LEASE = Symbol('REMOVAL_LEASE');

/** A change writes whole days anew: accounts that leave within a while go together. */
const ROUND_MS = 10 * 60_000;
const WORKSPACES_AT_ONCE = 100;

/**
 * Removes the clicks of accounts that are gone, what was counted from them, and who they were in the audit log. What is left to do is read from
 * the tables each time: so a round that was cut off is gone on with, and clicks that come late leave with the next one.
 */
@Injectable()
export class RemovalService implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Periodic | null = null;
  private stopped = false;

  constructor(
    private readonly accounts: DeletedAccountRepository,
    private readonly clicks: ClickRemovalRepository,
    private readonly names: AuditNames,
    private readonly clickhouse: ClickHouse,
    private readonly logger: AppLogger,
    @Inject(REMOVAL_LEASE) private readonly lease: Lease | null,
  ) {}

  onApplicationBootstrap(): void {
    void this.clickhouse.untilOpen().then(() => {
      if (this.stopped) return;
      const options = { name: 'removing deleted accounts', logger: this.logger };
      this.rounds = periodic(ROUND_MS, () => this.round(), options);
      void this.rounds.now();
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    const ended = this.rounds?.stop();
    // A server goes on with its statement by itself. The embedded engine is closed next.
    if (!this.lease) await ended;
    else await this.lease.release().catch(() => undefined);
  }

  /** All that can be removed now. */
  async round(): Promise<void> {
    try {
      const gone = await this.accounts.all();
      for (let start = 0; start < gone.length; start += WORKSPACES_AT_ONCE) {
        if (!(await this.isMine())) return;
        await this.remove(gone.slice(start, start + WORKSPACES_AT_ONCE));
      }
      if (await this.isMine()) await this.names.forget();
    } finally {
      await this.lease?.release().catch(() => undefined);
    }
  }

  private async remove(workspaces: readonly string[]): Promise<void> {
    // First what is found by theirs: without them nobody knows whose links they were.
    for (;;) {
      const guestLinks = await this.clicks.guestLinks(workspaces);
      if (guestLinks.length === 0) break;
      if (!(await this.removeAll({ guestLinks }))) return;
    }
    await this.removeAll({ workspaces });
  }

  /** false: it had to stop. */
  private async removeAll(removed: Removed): Promise<boolean> {
    const days = await this.clicks.days(removed);
    for (const day of days) {
      if (!(await this.isMine())) return false;
      await this.clicks.removeDay(removed, day);
    }
    await this.clicks.removeCounted(removed);
    if (days.length > 0) this.logger.info('clicks of deleted accounts are removed', { days: days.length });
    return true;
  }

  /** Two that do it at once do no harm. */
  private async isMine(): Promise<boolean> {
    if (this.stopped) return false;
    if (!this.lease || (this.lease.held && !this.lease.due)) return true;
    const { lease } = this;
    // A statement may have taken longer than the lease lasts: then the first answer says that it is lost, and not whether another has it.
    const acquire = () => lease.acquire().catch(() => false);
    return (await acquire()) || acquire();
  }
}
