import { setTimeout as delay } from 'node:timers/promises';
import { linkUpdated } from '@linkway/contracts';
import { AppError, AppLogger, type Emit, isOutage, Outbox, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CodeService } from '../code/code.service.js';
import type { Domain } from '../domain/domain.entity.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { hostOf } from '../domain/domain-address.js';
import type { Transaction } from '../transaction.js';
import type { Link } from './link.entity.js';
import { routeOf, stateOf } from './link.mapper.js';
import { LinkRepository } from './link.repository.js';
import { allBut, allOf, type Found, MoveRepository, type Place, type Stretch } from './move.repository.js';

const BATCH = 100;
const FULL_PAUSE_MS = 500;
const RETRY_MS = 5_000;
const SWEEP_EVERY_MS = 3_600_000;
/** What is wrong with all links of a batch may pass: so many tries come soon, the next ones with all other domains. */
const SOON = 3;
/** What is wrong with so many batches in a row is wrong with more than their links. */
const STUCK_BATCHES = 10;
/** Millions of links take hours: after so long it is the next domain's turn, and this one's again after that. */
const TURN_MS = 60_000;
/** Those that were kept from a host are tried again so often, and at each news of their domain: their codes may be free by then. */
const RETRY_KEPT_MS = 86_400_000;

interface Done {
  moved: number;
  /** Their codes are taken at the new host. */
  kept: number;
  /** Somebody changes them now, or they are gone. */
  left: number;
  /** Its turn was over before all were looked at. */
  isCut: boolean;
  /** None of those that were asked for together could be moved. */
  isStuck: boolean;
}
/** `elsewhere`: another process moves this domain, or its host is another one by now. */
type Moved = Done | 'elsewhere';

/**
 * Brings links along when their domain gets another host. What is to be done is read from the tables, so a move that
 * was cut off goes on after a restart. Of any number of processes one moves a domain at a time.
 */
@Injectable()
export class LinkMover implements OnApplicationBootstrap, OnModuleDestroy {
  private sweeping: Periodic | null = null;
  private stopping = false;
  /** Domains to be looked at before all are again; whether what was kept from their host is tried, too. */
  private readonly due = new Map<string, boolean>();
  /** How often in a row links of a domain were stuck. */
  private readonly stuck = new Map<string, number>();
  /** Where the last walk of a stretch gave up: the next one tries its first links again, and then those behind that place. */
  private readonly gaveUpAt = new Map<string, Place>();
  private sweptAt = Number.NEGATIVE_INFINITY;
  private retriedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly outbox: Outbox,
    private readonly domains: DomainRepository,
    private readonly codes: CodeService,
    private readonly links: LinkRepository,
    private readonly moves: MoveRepository,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    // A link that was being made while its domain was renamed is found by the next round.
    this.sweeping = periodic(SWEEP_EVERY_MS, () => this.sweep(), { name: 'moving links', logger: this.logger });
    void this.sweeping.now();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.sweeping?.stop();
  }

  /** These domains may have changed. */
  wake(domainIds: readonly string[]): void {
    for (const id of domainIds) this.again(id, true);
    void this.sweeping?.now();
  }

  private async sweep(): Promise<number | undefined> {
    const now = performance.now();
    // News that comes from here on is for the next round: this one may have read the domain before.
    const due = new Map(this.due);
    this.due.clear();
    try {
      if (now - this.sweptAt >= SWEEP_EVERY_MS / 2) await this.sweepAll(now, due);
      else
        for (const domain of (await this.domains.findAll([...due.keys()])).values())
          await this.look(domain, due.get(domain.id) ?? false);
    } catch (error) {
      for (const [id, retry] of due) this.again(id, retry);
      this.warn(error);
      return RETRY_MS;
    }
    return this.due.size > 0 ? RETRY_MS : undefined;
  }

  private async sweepAll(now: number, due: ReadonlyMap<string, boolean>): Promise<void> {
    const retry = now - this.retriedAt >= RETRY_KEPT_MS;
    for (const domain of await this.domains.all()) await this.look(domain, retry || (due.get(domain.id) ?? false));
    this.sweptAt = now;
    if (retry) this.retriedAt = now;
  }

  /** What fails, or is done by another process, is looked at again soon; the domains after it do not wait for that. */
  private async look(domain: Domain, retry: boolean): Promise<void> {
    if (this.stopping) return;
    try {
      const done = await this.moveTo(domain, retry);
      if (done === 'elsewhere' || done.left > 0 || this.mayPass(domain.id, done)) this.again(domain.id, retry);
      // What is kept was tried in this turn, and may be as many as what is left to move.
      else if (done.isCut) this.again(domain.id, false);
      if (done !== 'elsewhere') this.tell(domain, done);
    } catch (error) {
      if (isOutage(error)) throw error;
      this.again(domain.id, retry);
      this.warn(error, domain);
    }
  }

  private mayPass(id: string, { isStuck }: Done): boolean {
    const tries = isStuck ? (this.stuck.get(id) ?? 0) + 1 : 0;
    if (isStuck) this.stuck.set(id, tries);
    else this.stuck.delete(id);
    return isStuck && tries <= SOON;
  }

  private again(id: string, retry: boolean): void {
    this.due.set(id, retry || (this.due.get(id) ?? false));
  }

  private tell({ id }: Domain, { moved, kept }: Done): void {
    if (moved > 0) this.logger.info('links moved to the new host of their domain', { domain_id: id, moved });
    if (kept > 0) this.logger.warn('links keep their old host', { domain_id: id, kept });
  }

  private warn(error: unknown, domain?: Domain): void {
    const message = 'links could not be moved to the new host of their domain, trying again';
    this.logger.warn(message, { error, ...(domain && { domain_id: domain.id }) });
  }

  private async moveTo(domain: Domain, retry: boolean): Promise<Moved> {
    const host = hostOf(domain);
    const until = performance.now() + TURN_MS;
    // Kept ones first, or those that are kept now would be tried twice.
    const kept = retry ? allOf('kept_from') : allBut('kept_from', host);
    const sum = nothingDone();
    for (const stretch of [...kept, ...allBut('host', host)]) {
      // What is kept stays where it is, and a walk of it that was cut off would never come further.
      const done = await this.walk(domain, host, stretch, stretch.by === 'host' ? until : Number.POSITIVE_INFINITY);
      if (done === 'elsewhere') return done;
      add(sum, done);
    }
    return sum;
  }

  private async walk(domain: Domain, host: string, stretch: Stretch, until: number): Promise<Moved> {
    const sum = nothingDone();
    const name = JSON.stringify([domain.id, stretch]);
    let further = this.gaveUpAt.get(name);
    let stuck = 0;
    for (let { after } = stretch; !this.stopping; ) {
      const found = await this.moves.find(domain.id, { ...stretch, after }, BATCH);
      const last = found.at(-1);
      if (!last) break;
      // A pause or an edit of today must not leave after all links of a domain.
      while (!this.stopping && (await this.outbox.isFull())) await delay(FULL_PAUSE_MS);
      if (this.stopping) return sum;
      const done = await this.moveFound(domain.id, host, found);
      if (done === 'elsewhere') return done;
      add(sum, done);
      stuck = done.isStuck ? stuck + 1 : 0;
      if (found.length < BATCH) break;
      if (performance.now() >= until) return { ...sum, isCut: true };
      after = last;
      if (stuck < STUCK_BATCHES) continue;
      if (further === undefined) {
        this.gaveUpAt.set(name, last);
        return sum;
      }
      after = further;
      further = undefined;
      stuck = 0;
    }
    this.gaveUpAt.delete(name);
    return sum;
  }

  /** Those that cannot be moved by any try are told and left where they are: they must not hold up the others. */
  private async moveFound(domainId: string, host: string, found: readonly Found[]): Promise<Moved> {
    try {
      return await this.moveTogether(domainId, host, found);
    } catch (error) {
      if (isOutage(error)) throw error;
    }
    const sum = nothingDone();
    const broken: { id: string; error: unknown }[] = [];
    for (const one of found) {
      try {
        const done = await this.moveTogether(domainId, host, [one]);
        if (done === 'elsewhere') return done;
        add(sum, done);
      } catch (error) {
        if (isOutage(error)) throw error;
        broken.push({ id: one.id, error });
      }
    }
    const [first] = broken;
    // What is wrong with all of them may be wrong with none of them.
    sum.isStuck = broken.length === found.length && found.length > 1;
    if (first) {
      this.logger.error('links cannot be moved to the new host of their domain', {
        domain_id: domainId,
        link_ids: broken.map(({ id }) => id).join(' '),
        error: first.error,
      });
    }
    return sum;
  }

  private moveTogether(domainId: string, host: string, found: readonly Found[]): Promise<Moved> {
    return this.outbox.transaction((manager, emit) => this.moveBatch(manager, emit, domainId, host, found));
  }

  private async moveBatch(
    manager: Transaction,
    emit: Emit,
    domainId: string,
    host: string,
    found: readonly Found[],
  ): Promise<Moved> {
    const alone = await this.moves.isAlone(manager, domainId);
    const domain = alone ? await this.domains.find(domainId, manager) : null;
    if (domain === null || hostOf(domain) !== host) return 'elsewhere';
    const locked = await this.moves.lock(manager, domainId, found);
    // In the order of their codes, so that moves of several domains to one host never wait for each other's.
    const links = locked.toSorted((one, other) => (one.short_code < other.short_code ? -1 : 1));
    const refused = await this.codes.refusedAt(
      manager,
      host,
      links.map((link) => ({ code: link.short_code, owner: ownerOf(link) })),
    );
    const done = { ...nothingDone(), left: found.length - links.length };
    for (const link of links) {
      const isThere = link.host === host;
      const moved = !isThere && !refused.has(link.id) && (await this.move(manager, emit, link, domain));
      const keptFrom = isThere || moved ? null : host;
      if (link.kept_from !== keptFrom) await this.moves.mark(manager, link, keptFrom);
      if (moved) done.moved += 1;
      else if (!isThere) done.kept += 1;
    }
    return done;
  }

  /** false: another domain was at this host before, and its code stands. */
  private async move(manager: Transaction, emit: Emit, link: Link, domain: Domain): Promise<boolean> {
    const { host: from, short_code: code } = link;
    const host = hostOf(domain);
    try {
      const { now, previous } = await this.codes.move(manager, { host: from, code }, { host, code }, ownerOf(link));
      Object.assign(link, { host, kept_from: null, version: link.version + 1, updated_at: new Date() });
      await this.links.update(manager, link);
      emit(linkUpdated, { route: routeOf(link, domain, now), link: stateOf(link), previous });
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'links.code_taken') throw error;
      return false;
    }
  }
}

const nothingDone = (): Done => ({ moved: 0, kept: 0, left: 0, isCut: false, isStuck: false });

function add(sum: Done, { moved, kept, left, isCut, isStuck }: Done): void {
  sum.moved += moved;
  sum.kept += kept;
  sum.left += left;
  sum.isCut ||= isCut;
  sum.isStuck ||= isStuck;
}

const ownerOf = (link: Link) => ({ workspaceId: link.workspace_id, linkId: link.id });
