import {
  type ComparedLinkVersion,
  type Link as LinkReply,
  type LinkVersion,
  linkSchema,
  type MemberCaller,
  updateLinkSchema,
} from '@linkway/contracts';
import { AppError, invalidInput } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { DomainRepository } from '../domain/domain.repository.js';
import { IdempotencyService, type Repeatable } from '../idempotency/idempotency.service.js';
import { LinkRepository, type OwnedLink } from '../link/link.repository.js';
import { LinkService } from '../link/link.service.js';
import { reachOf } from '../link/reach.js';
import { toldAuthor } from './changed-by.js';
import { type StateAt, VersionRepository, type VersionRow } from './version.repository.js';
import { differencesOf, divided, domainsIn, sentName, sentOf } from './version.values.js';

/** Tells what was changed of a link, and changes it back. All throw `links.not_found` as reading the link does. */
@Injectable()
export class VersionService {
  constructor(
    private readonly versions: VersionRepository,
    private readonly links: LinkRepository,
    private readonly changes: LinkService,
    private readonly domains: DomainRepository,
    private readonly idempotency: IdempotencyService,
  ) {}

  /** The newest first; the first version of all comes after the oldest change. */
  async list(id: string, below: number | null, limit: number, caller: MemberCaller) {
    const link = await this.link(id, caller);
    const rows = await this.versions.list(link.workspace_id, link.id, below, limit + 1);
    const page = rows.slice(0, limit);
    const data = await this.told(page);
    const last = rows[page.length - 1];
    if (rows.length > limit) return { data, next_starting_after: last?.number ?? null };
    if (last !== undefined || below === null) data.push(firstOf(link, last ?? null));
    return { data, next_starting_after: null };
  }

  /** Throws `links.version_not_found`. */
  async compare(id: string, version: number, caller: MemberCaller): Promise<ComparedLinkVersion> {
    const { now, former } = await this.state(id, version, caller);
    const { restorable, others } = divided(now, former);
    const domains = await this.domains.findAll(domainsIn([restorable, others]));
    return { version, restorable: differencesOf(restorable, domains), others: differencesOf(others, domains) };
  }

  /** Throws `links.version_not_found`, and what a change to the same would throw. */
  async restore(id: string, version: number, key: string | null, caller: MemberCaller): Promise<LinkReply> {
    const reply = linkSchema;
    const repeatable: Repeatable<typeof reply> = {
      scope: `workspace:${caller.workspace_id}`,
      key,
      request: { restore: { id, version } },
      password: undefined,
      reply,
    };
    const earlier = await this.idempotency.earlier(repeatable);
    if (earlier) return earlier;
    const { now, former } = await this.state(id, version, caller);
    const sent = sentOf({ ...now, ...former });
    // What a link had once is not taken for what one may have today.
    const judged = updateLinkSchema.safeParse(some(sent, Object.keys(divided(now, former).restorable).map(sentName)));
    if (!judged.success) throw invalidInput(judged.error);
    const restored = await this.changes.restore(id, { ...sent, ...judged.data }, caller, version);
    const result = restored ?? (await this.changes.get(id, caller));
    // The link is so by now: who asks again after a break finds nothing to do.
    return this.idempotency.once(repeatable, null, async () => result);
  }

  private async state(id: string, version: number, caller: MemberCaller): Promise<StateAt> {
    const link = await this.link(id, caller);
    const state = await this.versions.at(link.workspace_id, link.id, version);
    if (state === null) throw new AppError('links.not_found');
    const { first, last } = state;
    if (version > (last ?? 1) || version < (first ?? 2) - 1) throw new AppError('links.version_not_found');
    return state;
  }

  private async link(id: string, caller: MemberCaller): Promise<OwnedLink> {
    const link = await this.links.findOwned(reachOf(caller), id);
    if (!link) throw new AppError('links.not_found');
    return link;
  }

  private async told(rows: readonly VersionRow[]): Promise<LinkVersion[]> {
    const domains = await this.domains.findAll(domainsIn(rows.map(({ changed }) => changed)));
    return rows.map(({ number, at, done_by, changed }) => ({
      version: number,
      kind: 'changed',
      at: at.toISOString(),
      by: toldAuthor(done_by),
      is_scheduled: done_by?.scheduled ?? false,
      restored_version: done_by?.restored ?? null,
      changes: differencesOf(changed, domains),
    }));
  }
}

const some = (sent: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, sent[name]]));

/** What came before all changes that are kept: the link as it was made, where none of them is missing. */
function firstOf(link: OwnedLink, oldest: VersionRow | null): LinkVersion {
  const nothing = { is_scheduled: false, restored_version: null, changes: [] };
  const version = (oldest?.number ?? 2) - 1;
  if (version > 1 || (oldest?.former_version ?? link.version) > 1)
    return { version, kind: 'earliest', at: null, by: null, ...nothing };
  const by = toldAuthor({ kind: 'member', user_id: link.user_id });
  return { version, kind: 'created', at: link.created_at.toISOString(), by, ...nothing };
}
