import { setTimeout as delay } from 'node:timers/promises';
import { linkUpdated } from '@linkway/contracts';
import { AppError, AppLogger, type Emit, Outbox, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CodeService } from '../code/code.service.js';
import type { Domain } from '../domain/domain.entity.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { hostOf } from '../domain/domain-address.js';
import type { Transaction } from '../transaction.js';
import type { Link } from './link.entity.js';
import { routeOf, stateOf } from './link.mapper.js';
import { LinkRepository } from './link.repository.js';

const BATCH = 100;
const FULL_PAUSE_MS = 500;
const RETRY_MS = 5_000;
const SWEEP_EVERY_MS = 3_600_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Brings links along when their domain gets another host. What is to be done is read from the tables, so a move that
 * was cut off goes on after a restart, and any number of processes may do it at once.
 */
@Injectable()
export class LinkMover implements OnApplicationBootstrap, OnModuleDestroy {
  private sweeping: Periodic | null = null;
  private stopping = false;

  constructor(
    private readonly outbox: Outbox,
    private readonly domains: DomainRepository,
    private readonly codes: CodeService,
    private readonly links: LinkRepository,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    // A link that was being made while its domain was renamed is found by the next round.
    this.sweeping = periodic(SWEEP_EVERY_MS, () => this.sweep(), { name: 'moving links', logger: this.logger });
    this.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.sweeping?.stop();
  }

  /** A domain may have changed. */
  wake(): void {
    void this.sweeping?.now();
  }

  private async sweep(): Promise<number | undefined> {
    try {
      for (const domain of await this.domains.all()) await this.moveTo(domain);
      return undefined;
    } catch (error) {
      this.logger.warn('links could not be moved to the new host of their domain, trying again', { error });
      return RETRY_MS;
    }
  }

  private async moveTo(domain: Domain): Promise<void> {
    let after: string | null = LOWEST_ID;
    let moved = 0;
    while (after !== null && !this.stopping) {
      // A pause or an edit of today must not leave after all links of a domain.
      if (await this.outbox.isFull()) {
        await delay(FULL_PAUSE_MS);
        continue;
      }
      const from: string = after;
      const links = await this.outbox.transaction((manager, emit) => this.moveBatch(manager, emit, domain, from));
      moved += links.length;
      after = links.length < BATCH ? null : (links.at(-1)?.id ?? null);
    }
    if (moved > 0) this.logger.info('links moved to the new host of their domain', { domain_id: domain.id, moved });
  }

  private async moveBatch(manager: Transaction, emit: Emit, domain: Domain, after: string): Promise<Link[]> {
    const host = hostOf(domain);
    const links = await this.links.lockMisplaced(manager, { id: domain.id, host }, after, BATCH);
    for (const link of links) {
      const owner = { workspaceId: link.workspace_id, linkId: link.id };
      const from = { host: link.host, code: link.short_code };
      try {
        const { now, previous } = await this.codes.move(manager, from, { host, code: link.short_code }, owner);
        Object.assign(link, { host, version: link.version + 1, updated_at: new Date() });
        await this.links.update(manager, link);
        emit(linkUpdated, { route: routeOf(link, domain, now), link: stateOf(link), previous });
      } catch (error) {
        // Another domain was at this host before, and its code stands: this link stays where it is.
        if (!(error instanceof AppError)) throw error;
        this.logger.warn('link keeps its old host', { link_id: link.id, code: error.code });
      }
    }
    return links;
  }
}
