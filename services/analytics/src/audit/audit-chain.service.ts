import { setTimeout as delay } from 'node:timers/promises';
import { AppError, withoutDeadline } from '@linkway/platform';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Lease } from '../lease/lease.js';
import { type Act, type AuditRow, entryAfter, type Link, NO_HASH } from './audit-entry.js';
import { AuditLogRepository } from './audit-log.repository.js';

/** The lease of whoever writes; none where this is the only process. */
export const AUDIT_LEASE = Symbol('AUDIT_LEASE');

/** Another process has it for as long as it takes to add some entries. */
const ASK_AGAIN_MS = 50;
/** So often the end of the chain may have been removed at the same place, before an operator has to see to it. */
const MOST_REMOVALS = 9;
/** So long an act waits for its turn; whoever brings it tries again. */
const MOST_WAIT_MS = 5_000;

/**
 * Writes the chain, one writer at a time: in this process one after the other, among processes by a lease. A writer that lost its
 * lease without knowing cannot fork the chain: the store takes one insert for each place in it.
 */
@Injectable()
export class AuditChain implements OnModuleDestroy {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly entries: AuditLogRepository,
    @Inject(AUDIT_LEASE) private readonly lease: Lease | null,
  ) {}

  /**
   * Adds acts in their order, each once, however often it is told; resolves when they are stored. Throws `service.unavailable` while
   * they cannot be, whatever the store says: nothing is wrong with an act that fits its contract, so it is to be brought again.
   */
  append(acts: readonly Act[]): Promise<void> {
    const turn = this.last.then(() => withoutDeadline(() => this.write(acts)));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  async onModuleDestroy(): Promise<void> {
    await this.last;
  }

  private async write(acts: readonly Act[]): Promise<void> {
    await this.takeTurn();
    try {
      await this.add(acts);
    } catch (error) {
      throw error instanceof AppError
        ? error
        : new AppError('service.unavailable', {}, { cause: error, retryAfterSeconds: 2 });
    } finally {
      await this.lease?.release().catch(() => undefined);
    }
  }

  private async add(acts: readonly Act[]): Promise<void> {
    const known = await this.entries.known(acts.map(({ record }) => record.id));
    const added: AuditRow[] = [];
    let link: Link = (await this.entries.head()) ?? { seq: 0, hash: NO_HASH };
    for (const act of acts) {
      if (known.has(act.record.id)) continue;
      known.add(act.record.id);
      const entry = entryAfter(link, act);
      added.push(entry);
      link = entry;
    }
    const [first, last] = [added.at(0), added.at(-1)];
    if (!first || !last) return;
    for (let again = 0; again <= MOST_REMOVALS; again += 1) {
      await this.entries.add(added, again);
      // The answer to the insert is the same where another one had that place before.
      const stored = await this.entries.head();
      if (stored && stored.seq >= first.seq) {
        if (stored.seq === last.seq && stored.hash === last.hash) return;
        break;
      }
      // It had, and is there no more: somebody has removed it from the store.
    }
    throw this.notNow();
  }

  private async takeTurn(): Promise<void> {
    const until = performance.now() + MOST_WAIT_MS;
    while (this.lease && !(await this.lease.acquire())) {
      if (performance.now() > until) throw this.notNow();
      await delay(ASK_AGAIN_MS);
    }
  }

  private notNow(): AppError {
    return new AppError('service.busy', {}, { retryAfterSeconds: 1 });
  }
}
