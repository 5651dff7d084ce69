import type { CreateGuestLink, CreateLink, UpdateLink } from '@linkway/contracts';
import { fieldError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { CampaignRepository } from '../campaign/campaign.repository.js';
import { CodeService } from '../code/code.service.js';
import type { Domain } from '../domain/domain.entity.js';
import { DomainService } from '../domain/domain.service.js';
import { hostOf } from '../domain/domain-address.js';
import { LinkPasswords } from '../password/link-passwords.js';
import { ChangeService } from '../quota/change.service.js';
import { QuotaService } from '../quota/quota.service.js';
import { TagService } from '../tag/tag.service.js';
import { type Destinations, requireFit } from './destination.js';
import { DestinationService } from './destination.service.js';
import { requireFuture, requireSpan } from './link.fields.js';
import { LinkRepository, type OwnedLink } from './link.repository.js';
import type { Reach } from './reach.js';

/**
 * What is judged and made before the transaction of a link. A password's hash comes last, as it costs more than all the
 * rest: whoever would be refused anyway gets none. What decides is the transaction, which counts and reserves.
 */
@Injectable()
export class LinkPreparation {
  constructor(
    private readonly destinations: DestinationService,
    private readonly domains: DomainService,
    private readonly codes: CodeService,
    private readonly quotas: QuotaService,
    private readonly changes: ChangeService,
    private readonly passwords: LinkPasswords,
    private readonly tags: TagService,
    private readonly links: LinkRepository,
    private readonly campaigns: CampaignRepository,
  ) {}

  /** The domain to make the link on, of a workspace or, null, of a guest. Throws `links.url_*`, `links.destinations_too_long`, `links.expires_in_past`, `links.starts_after_end`, `links.domain_*`. */
  async checkNew(request: CreateLink | CreateGuestLink, workspaceId: string | null): Promise<Domain> {
    if ('expires_at' in request) requireFuture(request.expires_at);
    requireSpan(request as CreateLink);
    const { domain, own } = await this.domains.look(
      request.domain_id,
      this.destinations.namedHosts(request),
      workspaceId,
    );
    await this.destinations.check(request, workspaceId === null ? 'guest' : 'user', own);
    requireFit(request);
    return this.domains.choose(request.domain_id, domain);
  }

  /** Throws `links.url_*`. */
  async checkChanges(changes: UpdateLink, { original_url: url, ...before }: OwnedLink): Promise<void> {
    const own = await this.domains.activeAmong(this.destinations.namedHosts(changes));
    await this.destinations.check(changes, 'user', own, { ...before, url });
  }

  /** The goal of an A/B test is another link that the caller sees; one that it was before may be gone. Throws `links.ab_goal_invalid`. */
  async requireGoal(
    { ab_test }: CreateLink | UpdateLink,
    reach: Reach,
    before: OwnedLink | null = null,
  ): Promise<void> {
    const goal = ab_test?.goal_link_id ?? null;
    if (goal === null || goal === before?.ab_test?.goal_link_id) return;
    if (goal !== before?.id && (await this.links.findOwned(reach, goal)) !== null) return;
    throw fieldError('ab_test.goal_link_id', 'links.ab_goal_invalid');
  }

  /** One that it was in before may be gone. Throws `links.campaign_unavailable`. */
  async requireCampaign(
    { campaign_id }: Pick<UpdateLink, 'campaign_id'>,
    workspaceId: string,
    before: OwnedLink | null = null,
  ): Promise<void> {
    if (!campaign_id || campaign_id === before?.campaign_id) return;
    if (!(await this.campaigns.isThere(workspaceId, campaign_id)))
      throw fieldError('campaign_id', 'links.campaign_unavailable');
  }

  /** What was sent with its tags as the workspace spells them; `before`: those that the link has. */
  async spelled<Sent extends { tags?: string[] | undefined }>(
    sent: Sent,
    workspaceId: string,
    before?: readonly string[],
  ): Promise<Sent> {
    return sent.tags === undefined ? sent : { ...sent, tags: await this.tags.spelled(workspaceId, sent.tags, before) };
  }

  /** For what a link is changed to; one that was made before there was a bound can still be paused. Throws `links.destinations_too_long`, `links.starts_after_end`. */
  requireFit(changes: UpdateLink, { original_url: url, ...next }: OwnedLink): void {
    if (hasSome(changes, DESTINATIONS)) requireFit({ ...next, url });
    if (hasSome(changes, ['starts_at', 'expires_at'])) requireSpan(next);
  }

  /** Where a link is to stand. Throws `links.code_*`. */
  requireFree({ host, short_code: code, workspace_id }: OwnedLink): Promise<void> {
    return this.codes.requireFree({ host, code }, workspace_id);
  }

  /** null without a password. Throws `links.code_*`, `links.monthly_limit`, `links.changes_exceeded`, `service.busy`. */
  async hashOfNew({ password, custom_code: code = '' }: CreateLink, domain: Domain, workspaceId: string) {
    if (password === undefined) return null;
    await this.codes.requireFree({ host: hostOf(domain), code }, workspaceId);
    await this.quotas.requireMonthly(workspaceId);
    return this.hash(password, workspaceId);
  }

  /** null without a password. Throws `links.code_*`, `links.changes_exceeded`, `service.busy`. */
  async hashOfChanged({ password, custom_code: code = '' }: UpdateLink, before: OwnedLink, newDomain: Domain | null) {
    if (password === undefined || password === null) return null;
    const host = newDomain === null ? before.host : hostOf(newDomain);
    if (code !== before.short_code) await this.codes.requireFree({ host, code }, before.workspace_id);
    return this.hash(password, before.workspace_id);
  }

  private async hash(password: string, workspaceId: string): Promise<string> {
    await this.changes.require(workspaceId);
    return this.passwords.hash(password, `workspace:${workspaceId}`);
  }
}

const DESTINATIONS = [
  'url',
  'device_targeting',
  'system_targeting',
  'location_targeting',
  'deep_links',
  'trackers',
  'rules',
  'ab_test',
  'fallback_url',
  'custom_preview',
] as const satisfies (keyof Destinations)[];

const hasSome = (changes: UpdateLink, fields: readonly (keyof UpdateLink)[]): boolean =>
  fields.some((field) => changes[field] !== undefined);
