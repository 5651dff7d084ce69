import { type CreateGuestLink, type GuestLink, guestLinkSchema, linkCreated } from '@linkway/contracts';
import { CONFIG, type Emit } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { CodeService } from '../code/code.service.js';
import type { LinksConfig } from '../config.js';
import type { Domain } from '../domain/domain.entity.js';
import { DomainService } from '../domain/domain.service.js';
import { IdempotencyService, type Repeatable } from '../idempotency/idempotency.service.js';
import { QuotaService } from '../quota/quota.service.js';
import type { Transaction } from '../transaction.js';
import { newLink } from './link.draft.js';
import type { Link } from './link.entity.js';
import { guestReplyOf, routeOf, stateOf } from './link.mapper.js';
import { LinkMetrics } from './link.metrics.js';
import { LinkPreparation } from './link.preparation.js';
import { LinkRepository } from './link.repository.js';

const DAY_MS = 86_400_000;

/** Makes links for guests. A link, its code, what it uses of limits and its event are one transaction. */
@Injectable()
export class GuestCreation {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly preparation: LinkPreparation,
    private readonly domains: DomainService,
    private readonly codes: CodeService,
    private readonly quotas: QuotaService,
    private readonly links: LinkRepository,
    private readonly metrics: LinkMetrics,
    @Inject(CONFIG) private readonly config: Pick<LinksConfig, 'GUEST_LINK_DAYS'>,
  ) {}

  /** Throws `links.url_*`, `links.domain_*`, `links.code_*`, `links.guest_limit`, `links.changes_exceeded`. */
  async make(request: CreateGuestLink, ip: string, key: string | null): Promise<GuestLink> {
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

    const domain = await this.preparation.checkNew(request, null);
    const count = await this.quotas.guestCount(request.device_id, ip);
    return this.idempotency.once(repeatable, null, async (manager, emit) => {
      const { limit, remaining } = await this.quotas.takeGuest(manager, count);
      const nobody = { workspace_id: null, user_id: null, password_hash: null };
      const link = newLink({ ...request, ...nobody, ...this.end() }, domain);
      await this.store(manager, emit, link, request.custom_code ?? '', domain);
      await this.quotas.takeChange(manager, count.network);
      const shortUrl = this.domains.shortUrl(domain, link.short_code);
      return { ...guestReplyOf(link, domain, shortUrl), limit, remaining };
    });
  }

  /** When a link that is made now stops working, where guests' links do. */
  private end(): { expires_at?: string } {
    const days = Number(this.config.GUEST_LINK_DAYS);
    return days === 0 ? {} : { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() };
  }

  private async store(manager: Transaction, emit: Emit, link: Link, custom: string, domain: Domain): Promise<void> {
    const code = await this.codes.reserve(manager, link.host, custom, { workspaceId: null, linkId: link.id });
    link.short_code = code.code;
    await this.links.insert(manager, link);
    emit(linkCreated, { route: routeOf(link, domain, code), link: stateOf(link) });
    this.metrics.countCreated('guest');
  }
}
