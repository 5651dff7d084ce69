import {
  type CreateGuestLink,
  type CreateLink,
  type GuestLink,
  guestLinkSchema,
  type Link as LinkReply,
  linkCreated,
  linkSchema,
  type MemberCaller,
} from '@linkway/contracts';
import type { Emit } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { CodeService } from '../code/code.service.js';
import type { Domain } from '../domain/domain.entity.js';
import { DomainService } from '../domain/domain.service.js';
import { hostOf } from '../domain/domain-address.js';
import { IdempotencyService, type Repeatable } from '../idempotency/idempotency.service.js';
import { QuotaService } from '../quota/quota.service.js';
import type { Transaction } from '../transaction.js';
import { type Draft, newLink } from './link.draft.js';
import { guestReplyOf, replyOf, routeOf, stateOf } from './link.mapper.js';
import { LinkMetrics } from './link.metrics.js';
import { LinkPreparation } from './link.preparation.js';
import { LinkRepository, type OwnedLink } from './link.repository.js';

/** Makes links, for users and for guests. A link, its code, what it uses of a limit and its event are one transaction. */
@Injectable()
export class LinkCreation {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly preparation: LinkPreparation,
    private readonly domains: DomainService,
    private readonly codes: CodeService,
    private readonly quotas: QuotaService,
    private readonly links: LinkRepository,
    private readonly metrics: LinkMetrics,
  ) {}

  /**
   * Throws `links.url_*`, `links.expires_in_past`, `links.domain_*`, `links.code_*`, `links.monthly_limit`,
   * `links.changes_exceeded`, `service.busy`.
   */
  async forUser(request: CreateLink, key: string | null, caller: MemberCaller): Promise<LinkReply> {
    const { password, ...visible } = request;
    const scope = `workspace:${caller.workspace_id}`;
    const repeatable: Repeatable<typeof linkSchema> = { scope, key, request: visible, password, reply: linkSchema };
    const earlier = await this.idempotency.earlier(repeatable);
    if (earlier) return earlier;

    await this.preparation.checkNew(request, 'user');
    const domain = await this.domains.choose(request.domain_id);
    const passwordHash = await this.preparation.hashOfNew(request, domain, caller.workspace_id);
    return this.idempotency.once(repeatable, passwordHash, async (manager, emit) => {
      await this.quotas.takeMonthly(manager, caller.workspace_id);
      const owner = { workspace_id: caller.workspace_id, user_id: caller.user_id };
      const draft = { ...request, ...owner, device_id: null, password_hash: passwordHash };
      const link = await this.make(manager, emit, draft, domain);
      await this.quotas.takeChange(manager, caller.workspace_id);
      return replyOf(link as OwnedLink, domain, this.domains.shortUrl(domain, link.short_code));
    });
  }

  /** Throws `links.url_*`, `links.domain_*`, `links.code_*`, `links.guest_limit`, `links.changes_exceeded`. */
  async forGuest(request: CreateGuestLink, ip: string, key: string | null): Promise<GuestLink> {
    const scope = `device:${request.device_id}`;
    const repeatable: Repeatable<typeof guestLinkSchema> = {
      scope,
      key,
      request,
      password: undefined,
      reply: guestLinkSchema,
    };
    const earlier = await this.idempotency.earlier(repeatable);
    if (earlier) return earlier;

    await this.preparation.checkNew(request, 'guest');
    const domain = await this.domains.choose(request.domain_id);
    const count = await this.quotas.guestCount(request.device_id, ip);
    return this.idempotency.once(repeatable, null, async (manager, emit) => {
      const { limit, remaining } = await this.quotas.takeGuest(manager, count);
      const draft = { ...request, workspace_id: null, user_id: null, password_hash: null };
      const link = await this.make(manager, emit, draft, domain);
      await this.quotas.takeChange(manager, count.network);
      const shortUrl = this.domains.shortUrl(domain, link.short_code);
      return { ...guestReplyOf(link, domain, shortUrl), limit, remaining };
    });
  }

  private async make(manager: Transaction, emit: Emit, draft: Draft, domain: Domain) {
    const link = newLink(draft, domain);
    const owner = { workspaceId: link.workspace_id, linkId: link.id };
    const code = await this.codes.reserve(manager, hostOf(domain), draft.custom_code ?? '', owner);
    link.short_code = code.code;
    await this.links.insert(manager, link);
    emit(linkCreated, { route: routeOf(link, domain, code), link: stateOf(link) });
    this.metrics.countCreated(link.workspace_id === null ? 'guest' : 'user');
    return link;
  }
}
