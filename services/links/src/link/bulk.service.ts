import {
  type ChangedLinks,
  type ChangeLinks,
  changedLinksSchema,
  errorMessage,
  type MemberCaller,
  tagKey,
  tagsFault,
  uniqueTags,
} from '@linkway/contracts';
import { AppError, fieldError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { CampaignRepository } from '../campaign/campaign.repository.js';
import { DomainService } from '../domain/domain.service.js';
import { IdempotencyService, type Repeatable } from '../idempotency/idempotency.service.js';
import { TagService } from '../tag/tag.service.js';
import { requireExpected } from './link.change.js';
import { requireFuture } from './link.fields.js';
import type { OwnedLink } from './link.repository.js';
import { LinkService } from './link.service.js';
import { reachOf, requireWithin } from './reach.js';

type Changed = ChangedLinks['data'][number];
type Locale = 'en' | 'vi';
/** Changes one link, and tells how. */
type One = (id: string) => Promise<Pick<Changed, 'changed' | 'tags'>>;

/** Refusals that all links after it would meet as well. */
const ENDS = new Set(['links.changes_exceeded', 'service.busy', 'service.timeout', 'service.unavailable']);

/**
 * The same change of many links, each in a statement of its own: what is refused of one leaves the others be. A link that is as it should be is not
 * changed again and counts no change, so that a request that is sent again after it broke off goes on where it was.
 */
@Injectable()
export class BulkService {
  constructor(
    private readonly links: LinkService,
    private readonly idempotency: IdempotencyService,
    private readonly domains: DomainService,
    private readonly tags: TagService,
    private readonly campaigns: CampaignRepository,
  ) {}

  /** Throws what is wrong with the request itself: `links.expires_in_past`, `links.domain_unavailable`, `links.campaign_unavailable`, `auth.outside_key_scope`. */
  async change(
    request: ChangeLinks,
    key: string | null,
    caller: MemberCaller,
    language: Locale,
  ): Promise<ChangedLinks> {
    const scope = `workspace:${caller.workspace_id}`;
    const reply = changedLinksSchema;
    const repeatable: Repeatable<typeof reply> = { scope, key, request: { bulk: request }, password: undefined, reply };
    const earlier = await this.idempotency.earlier(repeatable);
    if (earlier) return earlier;
    const one = await this.changeOf(request, caller);
    const data: Changed[] = [];
    let ended: Changed | null = null;
    for (const id of new Set(request.ids.map((each) => each.toLowerCase()))) {
      const done: Changed = ended === null ? await this.tried(id, one, language) : { ...ended, id };
      if (done.code !== null && ENDS.has(done.code)) ended = done;
      data.push(done);
    }
    // What an overload kept from being done may be asked for again with the same key; the rest is done, and is skipped then.
    if (ended !== null) return { data };
    return this.idempotency.once(repeatable, null, async () => ({ data }));
  }

  private async tried(id: string, one: One, language: Locale): Promise<Changed> {
    try {
      return { id, code: null, detail: null, ...(await one(id)) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, params, retryAfterSeconds } = error;
      const told = retryAfterSeconds === undefined ? params : { ...params, retry_after: retryAfterSeconds };
      return { id, changed: false, code, detail: errorMessage(code, language, told) };
    }
  }

  private async changeOf(request: ChangeLinks, caller: MemberCaller): Promise<One> {
    const { action, expires_at = null, domain_id = '' } = request;
    const amend = async (id: string, change: Parameters<LinkService['amend']>[1]) => ({
      changed: await this.links.amend(id, change, caller),
    });
    if (action === 'delete') {
      return async (id) => {
        await this.links.delete(id, caller);
        return { changed: true };
      };
    }
    if (action === 'move') {
      requireWithin(reachOf(caller), domain_id);
      await this.domains.choose(domain_id);
      return async (id) => ({ changed: await this.links.moveTo(id, domain_id, caller) });
    }
    if (action === 'set-expiry') {
      requireFuture(expires_at ?? undefined);
      const time = expires_at === null ? null : Date.parse(expires_at);
      return (id) => amend(id, (link) => ((link.expires_at?.getTime() ?? null) === time ? null : { expires_at }));
    }
    if (action === 'set-campaign') {
      const campaign_id = request.campaign_id ?? null;
      if (campaign_id !== null && !(await this.campaigns.isThere(caller.workspace_id, campaign_id)))
        throw fieldError('campaign_id', 'links.campaign_unavailable');
      return (id) =>
        amend(id, (link) => {
          requireExpected(link, request.expected ?? {}, { campaign_id });
          return link.campaign_id === campaign_id ? null : { campaign_id };
        });
    }
    if (action === 'add-tags' || action === 'remove-tags') return this.tagging(action, request.tags ?? [], caller);
    const is_active = action === 'activate';
    return (id) => amend(id, (link) => (link.is_active === is_active ? null : { is_active }));
  }

  private async tagging(action: 'add-tags' | 'remove-tags', sent: string[], caller: MemberCaller) {
    const spelled = action === 'add-tags' ? await this.tags.spelled(caller.workspace_id, sent) : sent;
    const keys = new Set(spelled.map(tagKey));
    return async (id: string) => {
      let tags: string[] = [];
      const change = (link: OwnedLink) => {
        const has = new Set(link.tags.map(tagKey));
        tags =
          action === 'add-tags'
            ? spelled.filter((tag) => !has.has(tagKey(tag)))
            : link.tags.filter((tag) => keys.has(tagKey(tag)));
        if (tags.length === 0) return null;
        if (action === 'add-tags') return { tags: withinMost(uniqueTags([...link.tags, ...tags])) };
        return { tags: link.tags.filter((tag) => !keys.has(tagKey(tag))) };
      };
      const changed = await this.links.amend(id, change, caller);
      return changed ? { changed, tags } : { changed };
    };
  }
}

/** Throws `links.tags_too_many`. */
function withinMost(tags: string[]): string[] {
  const fault = tagsFault(tags);
  if (fault) throw fieldError('tags', fault);
  return tags;
}
