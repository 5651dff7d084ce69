import { expiredLinksDeleted, linkDeleted, linksNotificationDue } from '@linkway/contracts';
import { AppLogger, isOutage, Outbox, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { CodeService } from '../code/code.service.js';
import { LinkRepository } from '../link/link.repository.js';
import { type ExpiredLink, ExpiredLinksRepository } from './expired-links.repository.js';

const EVERY_MS = 3_600_000;
const BATCH = 100;
const FULL_PAUSE_MS = 5_000;

/** Deletes links that have expired, of those who have chosen that. Any number of processes may do it at once. */
@Injectable()
export class ExpiredLinks implements OnApplicationBootstrap, OnModuleDestroy {
  private deleting: Periodic | null = null;

  constructor(
    private readonly expired: ExpiredLinksRepository,
    private readonly codes: CodeService,
    private readonly links: LinkRepository,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.deleting = periodic(EVERY_MS, () => this.deleteSome(), {
      name: 'deleting expired links',
      logger: this.logger,
    });
    void this.deleting.now();
  }

  async onModuleDestroy(): Promise<void> {
    await this.deleting?.stop();
  }

  /** In how many ms there may be more to delete; undefined: not before the next round. */
  async deleteSome(): Promise<number | undefined> {
    const found = await this.expired.find(BATCH);
    if (found.length === 0) return this.tell();
    // A change that somebody makes today must not leave after all of these.
    if (await this.outbox.isFull()) return FULL_PAUSE_MS;
    const deleted = await this.deleteFound(found);
    if (deleted > 0) this.logger.info('expired links deleted', { links: deleted });
    // Those that somebody changes now are looked at again in the next round.
    return found.length === BATCH && deleted > 0 ? 0 : this.tell();
  }

  /** Once a round is over, however many batches it took, so that nobody is told of each. */
  private async tell(): Promise<undefined> {
    await this.outbox.transaction(async (manager, emit) => {
      for (const { workspace_id, links } of await this.expired.takeCounts(manager)) {
        const key = `${expiredLinksDeleted.name}:${uuidv7()}`;
        const variables = { count: String(links) };
        emit(linksNotificationDue, { workspace_id, notification: expiredLinksDeleted.name, key, variables });
      }
    });
  }

  /** How many. One that cannot be deleted is told, and holds up no other. */
  private async deleteFound(found: readonly ExpiredLink[]): Promise<number> {
    try {
      return await this.deleteTogether(found);
    } catch (error) {
      if (isOutage(error)) throw error;
      const [only, ...others] = found;
      if (only && others.length === 0) {
        this.logger.error('an expired link cannot be deleted', { link_id: only.id, error });
        return 0;
      }
    }
    let deleted = 0;
    for (const one of found) deleted += await this.deleteFound([one]);
    return deleted;
  }

  private deleteTogether(found: readonly ExpiredLink[]): Promise<number> {
    return this.outbox.transaction(async (manager, emit) => {
      const links = await this.expired.lock(manager, found);
      for (const link of links) {
        const key = await this.codes.release(manager, { host: link.host, code: link.short_code }, link.id);
        await this.links.delete(manager, link);
        emit(linkDeleted, { link_id: link.id, workspace_id: link.workspace_id, key });
      }
      await this.expired.count(
        links.flatMap(({ workspace_id }) => workspace_id ?? []),
        manager,
      );
      return links.length;
    });
  }
}
