import { type CreateLink, type Link as LinkReply, linkSchema, type MemberCaller } from '@linkway/contracts';
import { AppError, fieldError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { CodeService } from '../code/code.service.js';
import type { Domain } from '../domain/domain.entity.js';
import { DomainService } from '../domain/domain.service.js';
import { IdempotencyService, type Repeatable } from '../idempotency/idempotency.service.js';
import { QuotaService } from '../quota/quota.service.js';
import { type Created, FIRST_VERSION } from './creation.repository.js';
import { CreationsTogether } from './creations.together.js';
import { newLink } from './link.draft.js';
import { replyOf, routeOf, stateOf } from './link.mapper.js';
import { LinkMetrics } from './link.metrics.js';
import { LinkPreparation } from './link.preparation.js';
import type { OwnedLink } from './link.repository.js';
import { type Reach, reachOf, requireWithin } from './reach.js';

/** Makes links for users. A link, its code, what it uses of limits, its answer and its event are one statement. */
@Injectable()
export class LinkCreation {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly preparation: LinkPreparation,
    private readonly domains: DomainService,
    private readonly codes: CodeService,
    private readonly quotas: QuotaService,
    private readonly creations: CreationsTogether,
    private readonly metrics: LinkMetrics,
  ) {}

  /**
   * Throws `links.url_*`, `links.expires_in_past`, `links.domain_*`, `links.code_*`, `links.ab_goal_invalid`, `links.campaign_unavailable`, `links.monthly_limit`,
   * `links.changes_exceeded`, `service.busy`, `auth.outside_key_scope` for a domain that the caller's API key is not for, be it the default one.
   */
  async forUser(request: CreateLink, key: string | null, caller: MemberCaller): Promise<LinkReply> {
    const reach = reachOf(caller);
    if (request.domain_id !== undefined) requireWithin(reach, request.domain_id);
    const reply = await this.once(request, key, caller, reach);
    // The first answer to an Idempotency-Key may tell of a link that is not there for this caller.
    requireWithin(reach, reply.domain?.id ?? null);
    return reply;
  }

  private async once(request: CreateLink, key: string | null, caller: MemberCaller, reach: Reach): Promise<LinkReply> {
    const { password, ...visible } = request;
    const scope = `workspace:${caller.workspace_id}`;
    const repeatable: Repeatable<typeof linkSchema> = { scope, key, request: visible, password, reply: linkSchema };
    // The statement tells of an earlier answer by itself; a hash costs more than asking.
    const earlier = password === undefined ? null : await this.idempotency.earlier(repeatable);
    if (earlier) return earlier;
    try {
      this.codes.requireAllowed(request.custom_code ?? '');
      const domain = await this.preparation.checkNew(request, caller.workspace_id);
      requireWithin(reach, domain.id);
      await this.preparation.requireGoal(request, reach);
      await this.preparation.requireCampaign(request, caller.workspace_id);
      const password_hash = await this.preparation.hashOfNew(request, domain, caller.workspace_id);
      const { workspace_id, user_id } = caller;
      const spelled = await this.preparation.spelled(request, workspace_id);
      const link = newLink({ ...spelled, workspace_id, user_id, device_id: null, password_hash }, domain) as OwnedLink;
      return await this.make(link, domain, request.custom_code ?? '', repeatable);
    } catch (error) {
      // What could be had then may be refused now; the first answer stands.
      const first = error instanceof AppError ? await this.idempotency.earlier(repeatable) : null;
      if (first) return first;
      throw error;
    }
  }

  private async make(
    link: OwnedLink,
    domain: Domain,
    custom: string,
    repeatable: Repeatable<typeof linkSchema>,
  ): Promise<LinkReply> {
    let version = FIRST_VERSION;
    for (const code of this.codes.candidates(custom)) {
      link.short_code = code;
      const route = routeOf(link, domain, { host: link.host, code, version });
      const reply = replyOf(link, domain, this.domains.shortUrl(domain, code));
      const created = await this.creations.create({
        link,
        isNewCode: custom === '',
        ...this.quotas.countersNow(),
        event: { route, link: stateOf(link) },
        key: this.idempotency.claimOf(repeatable, link.password_hash),
        reply,
      });
      if (created.kind === 'made') {
        this.metrics.countCreated('user');
        return reply;
      }
      if (created.kind === 'repeated') return this.idempotency.first(repeatable);
      // One that this workspace gave up goes on from the version that it had; of random ones there are others.
      if (created.kind === 'code-version') version = created.version;
      else if (created.kind !== 'code-taken' || custom !== '') throw await this.refusal(created, custom, link);
    }
    throw new Error(`no code on ${link.host} could be had`);
  }

  private async refusal(
    created: Exclude<Created, { kind: 'made' | 'repeated' | 'code-version' }>,
    code: string,
    { workspace_id }: OwnedLink,
  ): Promise<AppError> {
    if (created.kind === 'code-taken') return fieldError('custom_code', 'links.code_taken', { code });
    if (created.kind === 'monthly-limit') return this.quotas.monthlyExceeded(workspace_id, created.limit);
    return this.quotas.changesExceeded();
  }
}
