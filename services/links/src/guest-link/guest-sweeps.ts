import { setTimeout as delay } from 'node:timers/promises';
import {
  auditRecord,
  type Caller,
  type ExpiredGuestLinksDeletion,
  linkDeleted,
  linksAuditRecorded,
} from '@linkway/contracts';
import { AppLogger, Outbox, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { actBy } from '../block-list/block-list.service.js';
import { GuestDeletionRepository } from './guest-deletion.repository.js';

const EVERY_MS = 30_000;
const BATCH = 100;
/** How long whoever asks waits for the end of it. */
const WAITING_MS = 4_000;
/** Others have what is left in hand, or the events that are to leave first are very many. */
const PAUSE_MS = 200;

/**
 * Deletes guests' links that have expired, where an administrator asks for it: portion by portion, so that nothing waits behind a million of them.
 * What is asked for is in the database: any number of processes may go on with it at once, and one does where another was killed.
 */
@Injectable()
export class GuestSweeps implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Periodic | null = null;
  private isStopping = false;

  constructor(
    private readonly rows: GuestDeletionRepository,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const options = { name: "deleting guests' expired links", logger: this.logger };
    this.rounds = periodic(EVERY_MS, () => this.goOn(), options);
    void this.rounds.now();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.rounds?.stop();
  }

  /** All that has expired by now; while it goes on, that is told. */
  async ask(caller: Caller): Promise<ExpiredGuestLinksDeletion> {
    const { id, ...by } = actBy(caller);
    const sweep = await this.rows.begin(id, by);
    if (sweep === null) return { deleted: 0, is_done: true };
    const until = performance.now() + WAITING_MS;
    await this.sweep(sweep, () => performance.now() > until);
    const state = await this.rows.stateOf(sweep);
    if (state?.is_done === false) void this.rounds?.now();
    return state ?? { deleted: 0, is_done: true };
  }

  private async goOn(): Promise<void> {
    const sweep = await this.rows.underWay();
    if (sweep !== null) await this.sweep(sweep, () => false);
  }

  private async sweep(sweep: string, isOver: () => boolean): Promise<void> {
    while (!this.isStopping && !isOver()) {
      // What others change meanwhile must not leave after all of these.
      const isHeld = (await this.outbox.isFull()) || (await this.deleteSome(sweep)) === 0;
      if (isHeld && (await this.isEnded(sweep))) return;
      if (isHeld) await delay(PAUSE_MS);
    }
  }

  private deleteSome(sweep: string): Promise<number> {
    return this.outbox.transaction(async (manager, emit) => {
      const { count, told } = await this.rows.deleteSome(sweep, BATCH, manager);
      for (const { link_id, ...key } of told) emit(linkDeleted, { link_id, workspace_id: null, key });
      return count;
    });
  }

  private async isEnded(sweep: string): Promise<boolean> {
    const ended = await this.outbox.transaction(async (manager, emit) => {
      const end = await this.rows.end(sweep, manager);
      if (end && end.deleted > 0) {
        const details = { links: end.deleted };
        const act = { id: uuidv7(), ...end.by, action: 'guest_links.expired_deleted', details } as const;
        emit(linksAuditRecorded, auditRecord(act));
      }
      return end;
    });
    if (ended) this.logger.info("guests' expired links deleted", { links: ended.deleted });
    return ended !== null || (await this.rows.stateOf(sweep))?.is_done !== false;
  }
}
