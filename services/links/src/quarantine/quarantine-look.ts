import { setTimeout as delay } from 'node:timers/promises';
import { AppLogger, isOutage, Outbox, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BlockList } from '../block-list/block-list.js';
import { BlockListRepository } from '../block-list/block-list.repository.js';
import type { Link } from '../link/link.entity.js';
import { addressesOf, Quarantines } from './quarantine.js';
import { type LinkPlace, type Look, QuarantineRepository } from './quarantine.repository.js';

/** Whether another process has died over a look, or nobody heard of a change. */
const EVERY_MS = 15_000;
const SOON_MS = 1_000;
const TIDY_EVERY_MS = 3_600_000;
const PORTION = 500;
/** Between portions, so that ten million links take minutes and nobody notices. */
const PAUSE_MS = 10;
const FULL_PAUSE_MS = 2_000;
const LIFTED_AT_ONCE = 100;

/**
 * Looks through all links once entries came onto the block list, in portions by their key, and takes links out of quarantine whose entries were
 * taken off. Of any number of processes one has the look in hand; where it was is written down with each portion.
 */
@Injectable()
export class QuarantineLook implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Periodic | null = null;
  private tidying: Periodic | null = null;
  private stopped = false;

  constructor(
    private readonly blockList: BlockList,
    private readonly list: BlockListRepository,
    private readonly rows: QuarantineRepository,
    private readonly quarantines: Quarantines,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const { logger } = this;
    const rounds = periodic(EVERY_MS, () => this.round(), { name: 'looking for blocked links', logger });
    this.rounds = rounds;
    this.blockList.onNews(() => rounds.within(0));
    this.tidying = periodic(TIDY_EVERY_MS, () => this.list.forgetRemoved(), { name: 'forgetting entries', logger });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await Promise.all([this.rounds?.stop(), this.tidying?.stop()]);
  }

  /** In how many milliseconds it wants to be next. */
  async round(): Promise<number | undefined> {
    await this.lift();
    const dueMs = await this.rows.lookDueMs();
    if (dueMs === null || dueMs > 0) return dueMs ?? undefined;
    const look = await this.rows.takeLook();
    // Another process was quicker.
    if (look === null) return SOON_MS;
    await this.blockList.renew();
    return this.goOn(look);
  }

  private async lift(): Promise<void> {
    for (let left = LIFTED_AT_ONCE; left === LIFTED_AT_ONCE && !this.stopped; ) {
      const places = await this.rows.heldByRemoved(LIFTED_AT_ONCE);
      left = places.length;
      if (left > 0) await this.blockList.renew();
      const before = left;
      for (const place of places) if (!(await this.settled(place))) left -= 1;
      // Those that cannot be settled would be found again at once.
      if (left < before) return;
    }
  }

  private async goOn(first: Look): Promise<number | undefined> {
    let look = first;
    while (!this.stopped) {
      // A change that somebody makes today must not leave after all of these.
      if (await this.outbox.isFull()) await delay(FULL_PAUSE_MS);
      const links = await this.rows.portion(look, PORTION);
      for (const link of links) if (this.concerns(link)) await this.settled(link);
      const last = links.at(-1);
      if (!last || links.length < PORTION) {
        await this.rows.endLook(look);
        return undefined;
      }
      const after = { tenant_id: last.tenant_id, id: last.id };
      if (!(await this.rows.moveOn(look, after))) return undefined;
      look = { ...look, after };
      await delay(PAUSE_MS);
    }
    return undefined;
  }

  /** A link that cannot be settled keeps nobody from the others. */
  private async settled(place: LinkPlace): Promise<boolean> {
    try {
      await this.quarantines.settle(place);
      return true;
    } catch (error) {
      if (isOutage(error)) throw error;
      this.logger.error('a link could not be compared with the block list', { link_id: place.id, error });
      return false;
    }
  }

  private concerns(link: Link): boolean {
    return link.quarantine !== null || addressesOf(link).some((address) => this.quarantines.isBlocked(address));
  }
}
