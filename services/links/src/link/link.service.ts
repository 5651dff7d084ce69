import {
  type ExpectedLink,
  type Link as LinkReply,
  linkDeleted,
  linkUpdated,
  type MemberCaller,
  type UpdateLink,
} from '@linkway/contracts';
import { AppError, type Emit, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { CodeService, type ReservedCode } from '../code/code.service.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { DomainService } from '../domain/domain.service.js';
import { author, type ChangedBy, noteAuthor } from '../history/changed-by.js';
import { QuotaService } from '../quota/quota.service.js';
import { SiteService } from '../site/site.service.js';
import type { Transaction } from '../transaction.js';
import { ChangeRepository, type Standing } from './change.repository.js';
import { changed, changesTo, type Prepared, requireExpected } from './link.change.js';
import { replyOf, routeOf, stateOf, type WholeReply } from './link.mapper.js';
import { LinkPreparation } from './link.preparation.js';
import { LinkRepository, type OwnedLink } from './link.repository.js';
import { type Reach, reachOf, requireWithin } from './reach.js';

/** A link that others change all the while is locked after so many tries. */
const TRIES = 3;

/** What a link, as it is, is changed by; null: by nothing. */
type ChangesOf = (link: OwnedLink) => UpdateLink | null;
const UNPREPARED: Prepared = { passwordHash: null, newDomain: null };

/**
 * Reads and changes the links of a workspace. An unknown link, another workspace's and one that the caller's API key is not for are
 * `links.not_found` alike.
 */
@Injectable()
export class LinkService {
  constructor(
    private readonly outbox: Outbox,
    private readonly preparation: LinkPreparation,
    private readonly domainChoice: DomainService,
    private readonly domains: DomainRepository,
    private readonly codes: CodeService,
    private readonly quotas: QuotaService,
    private readonly sites: SiteService,
    private readonly links: LinkRepository,
    private readonly changes: ChangeRepository,
  ) {}

  async get(id: string, caller: MemberCaller): Promise<LinkReply> {
    const [reply] = await this.shown([found(await this.links.findOwned(reachOf(caller), id))]);
    return found(reply);
  }

  async byIds(ids: string[], caller: MemberCaller): Promise<LinkReply[]> {
    return this.replies(await this.links.findAllOwned(reachOf(caller), ids));
  }

  /** Links as their owners see them, with what is known of the pages that they lead to. */
  async shown(links: OwnedLink[]): Promise<LinkReply[]> {
    return this.sites.with(await this.replies(links));
  }

  /** Links as their owners see them. */
  async replies(links: OwnedLink[]): Promise<WholeReply[]> {
    const ids = links.flatMap((link) => link.selected_domain_id ?? []);
    const domains = await this.domains.findAll([...new Set(ids)]);
    return links.map((link) => {
      const domain = (link.selected_domain_id === null ? null : domains.get(link.selected_domain_id)) ?? null;
      return replyOf(link, domain, this.domainChoice.shortUrl(domain, link.short_code));
    });
  }

  /**
   * Changes the fields that are there, of a link that is as `expected`. Throws `links.not_found`, `request.changed_meanwhile`, `links.url_*`, `links.ab_goal_invalid`, `links.campaign_unavailable`, `links.domain_*`, `links.code_*`,
   * `links.changes_exceeded`, `service.busy`, `auth.outside_key_scope` for a domain that the caller's API key is not for.
   */
  async update(id: string, sent: UpdateLink, caller: MemberCaller, expected: ExpectedLink = {}): Promise<LinkReply> {
    const reach = reachOf(caller);
    const standing = found(await this.changes.find(reach, id));
    const { changes, newDomain } = await this.judged(standing.link, sent, reach, expected);
    const passwordHash = await this.preparation.hashOfChanged(changes, standing.link, newDomain);
    const prepared = { passwordHash, newDomain };
    const same = (link: OwnedLink) => {
      requireExpected(link, expected, changes);
      return changes;
    };
    const reply =
      (await this.updateAtOnce(standing, same, prepared, reach)) ??
      (await this.updateLocked(id, reach, same, prepared));
    return found(reply || null);
  }

  /** Has a link be as it was in an earlier version, whatever it is in that very moment; null: it is so already. Throws as `update` does. */
  async restore(id: string, target: UpdateLink, caller: MemberCaller, version: number): Promise<LinkReply | null> {
    const reach = reachOf(caller);
    const standing = found(await this.changes.find(reach, id));
    const first = changesTo(standing.link, target);
    if (first === null) return null;
    const { newDomain } = await this.judged(standing.link, first, reach);
    const by = author();
    const cause = by && { ...by, restored: version };
    const prepared = { passwordHash: null, newDomain };
    const rest = (link: OwnedLink) => {
      const changes = changesTo(link, target);
      // It went elsewhere meanwhile, and nobody has looked whether it may go back.
      if (changes?.domain_id !== undefined && newDomain === null) throw new AppError('service.busy');
      return changes;
    };
    const reply =
      (await this.updateAtOnce(standing, rest, prepared, reach, cause)) ??
      (await this.updateLocked(id, reach, rest, prepared, cause));
    return reply || null;
  }

  /**
   * Changes a link that the transaction has locked, under the rules of any change; false: it is so already. Throws as `update` does: what
   * was done until then is to be undone.
   */
  async changeLocked(
    manager: Transaction,
    emit: Emit,
    link: OwnedLink,
    planned: Omit<UpdateLink, 'password'>,
    by: ChangedBy | null,
  ): Promise<boolean> {
    const reach = { workspaceId: link.workspace_id, domainIds: null };
    const { changes: judged, newDomain } = await this.judged(link, planned, reach);
    const changes = changesTo(link, judged);
    if (changes === null) return false;
    await this.put(manager, emit, link, changes, { passwordHash: null, newDomain }, by);
    return true;
  }

  /** Whether these changes could be made of a link as things are. Throws as `update` does. */
  async requirePossible(link: OwnedLink, sent: Omit<UpdateLink, 'password'>, reach: Reach): Promise<void> {
    const { changes, newDomain } = await this.judged(link, sent, reach);
    const next = changed(link, changes, { passwordHash: null, newDomain });
    this.preparation.requireFit(changes, next);
    if (!hasSameKey(link, next)) await this.preparation.requireFree(next);
  }

  /**
   * Changes a link by what it is in that very moment; false: it is so already, and nothing was done. Of fields that neither lead anywhere nor cost a hash. Throws
   * as `update` does, and `links.tags_too_many`.
   */
  async amend(id: string, changesOf: ChangesOf, caller: MemberCaller): Promise<boolean> {
    const reach = reachOf(caller);
    const standing = found(await this.changes.find(reach, id));
    const reply =
      (await this.updateAtOnce(standing, changesOf, UNPREPARED, reach)) ??
      (await this.updateLocked(id, reach, changesOf, UNPREPARED));
    return reply !== false;
  }

  /** Moves a link to another domain, where its code has to be free; false: it is there already. Throws as `update` does. */
  async moveTo(id: string, domainId: string, caller: MemberCaller): Promise<boolean> {
    const { link } = found(await this.changes.find(reachOf(caller), id));
    if (link.selected_domain_id === domainId) return false;
    await this.update(id, { domain_id: domainId }, caller);
    return true;
  }

  /** The link is gone; its code leads nowhere and stays with the workspace. */
  async delete(id: string, caller: MemberCaller): Promise<void> {
    const reach = reachOf(caller);
    const standing = found(await this.changes.find(reach, id));
    if (!(await this.deleteAtOnce(standing, reach))) await this.deleteLocked(id, reach);
  }

  /** What is sent, as the workspace spells it, and the domain that the link goes to; null: it stays where it is. */
  private async judged(link: OwnedLink, sent: UpdateLink, reach: Reach, expected: ExpectedLink = {}) {
    const changes = await this.preparation.spelled(sent, reach.workspaceId, link.tags);
    // Who would be refused anyway is told this first, and nothing more is asked or hashed for it.
    requireExpected(link, expected, changes);
    // A link may stay on a domain that is no longer to be had.
    const moves = changes.domain_id !== undefined && changes.domain_id !== link.selected_domain_id;
    if (moves) requireWithin(reach, changes.domain_id ?? null);
    await this.preparation.checkChanges(changes, link);
    await this.preparation.requireGoal(changes, reach, link);
    await this.preparation.requireCampaign(changes, reach.workspaceId, link);
    return { changes, newDomain: moves ? await this.domainChoice.choose(changes.domain_id) : null };
  }

  /** In one statement, which does nothing where somebody else has changed the link meanwhile. null: it is to be locked first; false: there is nothing to change. */
  private async updateAtOnce(
    first: Standing,
    changesOf: ChangesOf,
    prepared: Prepared,
    reach: Reach,
    by: ChangedBy | null = author(),
  ): Promise<LinkReply | null | false> {
    for (let standing: Standing | null = first, tries = 0; tries < TRIES; tries += 1) {
      const { link, codeVersion, domain } = found(standing);
      const changes = changesOf(link);
      if (changes === null) return false;
      const next = changed(link, changes, prepared);
      this.preparation.requireFit(changes, next);
      if (!hasSameKey(link, next)) return null;
      const now = { ...keyOf(next), version: codeVersion + 1 };
      const at = prepared.newDomain ?? domain;
      const event = { route: routeOf(next, at, now), link: stateOf(next), previous: null };
      const outcome = await this.changes.change(found(standing), next, this.quotas.countersNow().changes, event, by);
      if (outcome === 'made') return replyOf(next, at, this.domainChoice.shortUrl(at, next.short_code));
      if (outcome === 'changes-exceeded') throw this.quotas.changesExceeded();
      standing = await this.changes.find(reach, link.id);
    }
    return null;
  }

  /** Changes its key as well, and waits for others who change the link. */
  private updateLocked(
    id: string,
    reach: Reach,
    changesOf: ChangesOf,
    prepared: Prepared,
    by: ChangedBy | null = author(),
  ): Promise<LinkReply | false> {
    return this.outbox.transaction<LinkReply | false>(async (manager, emit) => {
      const link = found(await this.links.lockOwned(manager, reach, id));
      const changes = changesOf(link);
      return changes === null ? false : this.put(manager, emit, link, changes, prepared, by);
    });
  }

  private async put(
    manager: Transaction,
    emit: Emit,
    link: OwnedLink,
    changes: UpdateLink,
    prepared: Prepared,
    by: ChangedBy | null,
  ): Promise<LinkReply> {
    // Through the transaction's own connection: a second one for each would use up the pool, and all would wait for ever.
    const domain = prepared.newDomain ?? (await this.domains.findOf(link, manager));
    const next = changed(link, changes, prepared);
    this.preparation.requireFit(changes, next);
    const { now, previous } = await this.rekey(manager, link, next);
    await noteAuthor(manager, by);
    await this.links.update(manager, next);
    emit(linkUpdated, { route: routeOf(next, domain, now), link: stateOf(next), previous });
    await this.quotas.takeChange(manager, link.workspace_id);
    return replyOf(next, domain, this.domainChoice.shortUrl(domain, next.short_code));
  }

  private async deleteAtOnce(first: Standing, reach: Reach): Promise<boolean> {
    for (let standing: Standing | null = first, tries = 0; tries < TRIES; tries += 1) {
      const { link, codeVersion } = found(standing);
      const key = { ...keyOf(link), version: codeVersion + 1 };
      const event = { link_id: link.id, workspace_id: link.workspace_id, key };
      const outcome = await this.changes.delete(found(standing), this.quotas.countersNow().changes, event);
      if (outcome === 'made') return true;
      if (outcome === 'changes-exceeded') throw this.quotas.changesExceeded();
      standing = await this.changes.find(reach, link.id);
    }
    return false;
  }

  private async deleteLocked(id: string, reach: Reach): Promise<void> {
    await this.outbox.transaction(async (manager, emit) => {
      const link = found(await this.links.lockOwned(manager, reach, id));
      const key = await this.codes.release(manager, keyOf(link), id);
      await this.links.delete(manager, link);
      emit(linkDeleted, { link_id: id, workspace_id: link.workspace_id, key });
      await this.quotas.takeChange(manager, reach.workspaceId);
    });
  }

  private async rekey(
    manager: Transaction,
    link: OwnedLink,
    next: OwnedLink,
  ): Promise<{ now: ReservedCode; previous: ReservedCode | null }> {
    if (hasSameKey(link, next)) {
      return { now: await this.codes.touch(manager, keyOf(link), link.id), previous: null };
    }
    const owner = { workspaceId: link.workspace_id, linkId: link.id };
    return this.codes.move(manager, keyOf(link), keyOf(next), owner);
  }
}

const hasSameKey = (link: OwnedLink, next: OwnedLink): boolean =>
  link.host === next.host && link.short_code === next.short_code;
const keyOf = (link: OwnedLink) => ({ host: link.host, code: link.short_code });

function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new AppError('links.not_found');
  return value;
}
