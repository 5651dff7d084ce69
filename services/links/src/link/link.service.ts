import {
  type Link as LinkReply,
  type ListLinksQuery,
  linkDeleted,
  linkUpdated,
  type MemberCaller,
  type UpdateLink,
} from '@linkway/contracts';
import { AppError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { CodeService, type ReservedCode } from '../code/code.service.js';
import type { Domain } from '../domain/domain.entity.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { DomainService } from '../domain/domain.service.js';
import { QuotaService } from '../quota/quota.service.js';
import type { Transaction } from '../transaction.js';
import { changed } from './link.change.js';
import { replyOf, routeOf, stateOf } from './link.mapper.js';
import { LinkPreparation } from './link.preparation.js';
import { LinkRepository, type OwnedLink } from './link.repository.js';

/** Reads and changes the links of a workspace. An unknown link and another workspace's are `links.not_found` alike. */
@Injectable()
export class LinkService {
  constructor(
    private readonly outbox: Outbox,
    private readonly preparation: LinkPreparation,
    private readonly domainChoice: DomainService,
    private readonly domains: DomainRepository,
    private readonly codes: CodeService,
    private readonly quotas: QuotaService,
    private readonly links: LinkRepository,
  ) {}

  async get(id: string, caller: MemberCaller): Promise<LinkReply> {
    const [reply] = await this.replies([found(await this.links.findOwned(caller.workspace_id, id))]);
    return found(reply);
  }

  async byIds(ids: string[], caller: MemberCaller): Promise<LinkReply[]> {
    return this.replies(await this.links.findAllOwned(caller.workspace_id, ids));
  }

  async list(query: ListLinksQuery, caller: MemberCaller) {
    const { links, total } = await this.links.page(
      caller.workspace_id,
      query,
      this.domainChoice.pastedLink(query.search ?? ''),
    );
    const { page, limit } = query;
    return {
      data: await this.replies(links),
      pagination: { page, limit, total, total_pages: Math.ceil(total / limit) },
    };
  }

  count(caller: MemberCaller): Promise<number> {
    return this.links.count(caller.workspace_id);
  }

  /**
   * Changes the fields that are there. Throws `links.not_found`, `links.url_*`, `links.domain_*`, `links.code_*`,
   * `links.changes_exceeded`, `service.busy`.
   */
  async update(id: string, changes: UpdateLink, caller: MemberCaller): Promise<LinkReply> {
    const before = found(await this.links.findOwned(caller.workspace_id, id));
    await this.preparation.checkChanges(changes);
    // A link may stay on a domain that is no longer to be had.
    const moves = changes.domain_id !== undefined && changes.domain_id !== before.selected_domain_id;
    const newDomain = moves ? await this.domainChoice.choose(changes.domain_id) : null;
    const passwordHash = await this.preparation.hashOfChanged(changes, before, newDomain);

    return this.outbox.transaction(async (manager, emit) => {
      const link = found(await this.links.lockOwned(manager, caller.workspace_id, id));
      const domain = newDomain ?? (await this.domainOf(manager, link));
      const next = changed(link, changes, { passwordHash, newDomain });
      this.preparation.requireFit(changes, next);
      const { now, previous } = await this.rekey(manager, link, next);
      await this.links.update(manager, next);
      emit(linkUpdated, { route: routeOf(next, domain, now), link: stateOf(next), previous });
      await this.quotas.takeChange(manager, caller.workspace_id);
      return replyOf(next, domain, this.domainChoice.shortUrl(domain, next.short_code));
    });
  }

  /** The link is gone; its code leads nowhere and stays with the workspace. */
  async delete(id: string, caller: MemberCaller): Promise<void> {
    await this.outbox.transaction(async (manager, emit) => {
      const link = found(await this.links.lockOwned(manager, caller.workspace_id, id));
      const key = await this.codes.release(manager, keyOf(link), id);
      await this.links.delete(manager, link);
      emit(linkDeleted, { link_id: id, workspace_id: link.workspace_id, key });
      await this.quotas.takeChange(manager, caller.workspace_id);
    });
  }

  // Through the transaction's own connection: a second one for each would use up the pool, and all would wait for ever.
  private domainOf(manager: Transaction, { selected_domain_id: id }: OwnedLink): Promise<Domain | null> {
    return id === null ? Promise.resolve(null) : this.domains.find(id, manager);
  }

  private async rekey(
    manager: Transaction,
    link: OwnedLink,
    next: OwnedLink,
  ): Promise<{ now: ReservedCode; previous: ReservedCode | null }> {
    if (link.host === next.host && link.short_code === next.short_code) {
      return { now: await this.codes.touch(manager, keyOf(link), link.id), previous: null };
    }
    const owner = { workspaceId: link.workspace_id, linkId: link.id };
    return this.codes.move(manager, keyOf(link), keyOf(next), owner);
  }

  private async replies(links: OwnedLink[]): Promise<LinkReply[]> {
    const ids = links.flatMap((link) => link.selected_domain_id ?? []);
    const domains = await this.domains.findAll([...new Set(ids)]);
    return links.map((link) => {
      const domain = (link.selected_domain_id === null ? null : domains.get(link.selected_domain_id)) ?? null;
      return replyOf(link, domain, this.domainChoice.shortUrl(domain, link.short_code));
    });
  }
}

const keyOf = (link: OwnedLink) => ({ host: link.host, code: link.short_code });

function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new AppError('links.not_found');
  return value;
}
