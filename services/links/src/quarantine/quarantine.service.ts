import {
  type appealQuarantineRpc,
  type Caller,
  type decideQuarantineRpc,
  type listQuarantinedLinksRpc,
  type MemberCaller,
  type Quarantine,
  type QuarantinedLink,
  type RpcInput,
  type RpcReply,
} from '@linkway/contracts';
import { AppError, type Emit, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { BlockListRepository } from '../block-list/block-list.repository.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { DomainService } from '../domain/domain.service.js';
import type { Link, LinkQuarantine } from '../link/link.entity.js';
import { quarantineOf } from '../link/link.mapper.js';
import { LinkRepository } from '../link/link.repository.js';
import { reachOf } from '../link/reach.js';
import { QuotaService } from '../quota/quota.service.js';
import type { Transaction } from '../transaction.js';
import { Quarantines } from './quarantine.js';
import { QuarantineRepository } from './quarantine.repository.js';

type Quarantined = Link & { quarantine: LinkQuarantine };

/** What owners ask of a quarantine, and administrators decide. */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly outbox: Outbox,
    private readonly links: LinkRepository,
    private readonly rows: QuarantineRepository,
    private readonly quarantines: Quarantines,
    private readonly list: BlockListRepository,
    private readonly domains: DomainRepository,
    private readonly addresses: DomainService,
    private readonly quotas: QuotaService,
  ) {}

  /** The same appeal again is the one that is open. Throws `links.not_found`, `links.not_quarantined`, `links.appeal_open`, `links.changes_exceeded`. */
  appeal({ id, text }: RpcInput<typeof appealQuarantineRpc>, caller: MemberCaller): Promise<Quarantine> {
    const reach = reachOf(caller);
    return this.outbox.transaction(async (manager, emit) => {
      const link = await this.links.lockOwned(manager, reach, id);
      if (!link) throw new AppError('links.not_found');
      if (!link.quarantine) throw new AppError('links.not_quarantined');
      const { appeal } = link.quarantine;
      if (appeal?.state === 'open') {
        if (appeal.text !== text) throw new AppError('links.appeal_open');
        return quarantineOf(link.quarantine);
      }
      const made = { state: 'open' as const, text, created_at: new Date().toISOString(), answer: '' };
      const quarantine = { ...link.quarantine, appeal: made };
      await this.rows.tell(manager, link, quarantine);
      await this.rows.addAppeal(manager, link, caller.user_id, text);
      await this.quarantines.recordAppeal(manager, emit, link, caller);
      await this.quotas.takeChange(manager, reach.workspaceId);
      return quarantineOf(quarantine);
    });
  }

  /** Throws `links.not_quarantined`, `links.appeal_not_found`. */
  async decide({ link_id, decision, answer }: RpcInput<typeof decideQuarantineRpc>, caller: Caller): Promise<void> {
    await this.outbox.transaction(async (manager, emit) => {
      const place = await this.rows.placeOf(link_id, manager);
      const link = place && (await this.rows.lock(manager, place));
      if (!link || !isQuarantined(link)) throw new AppError('links.not_quarantined');
      if (decision === 'release') await this.release(manager, emit, link, answer, caller);
      else await this.refuse(manager, emit, link, answer, caller);
    });
  }

  async page({
    page,
    limit,
    appealed,
  }: RpcInput<typeof listQuarantinedLinksRpc>): Promise<RpcReply<typeof listQuarantinedLinksRpc>> {
    const { links, total, appeals } = await this.rows.page(appealed === 'true', (page - 1) * limit, limit);
    const quarantined = links.filter(isQuarantined);
    const entries = await this.list.byIds(
      quarantined.flatMap(({ quarantine }) => quarantine.reasons.map(({ entry_id }) => entry_id)),
    );
    const domains = await this.domains.findAll([
      ...new Set(quarantined.flatMap((link) => link.selected_domain_id ?? [])),
    ]);
    const data = quarantined.map((link): QuarantinedLink => {
      const { quarantine } = link;
      const domain = domains.get(link.selected_domain_id ?? '') ?? null;
      return {
        link_id: link.id,
        short_url: this.addresses.shortUrl(domain, link.short_code),
        original_url: link.original_url,
        title: link.title,
        workspace_id: link.workspace_id,
        user_id: link.user_id,
        created_at: link.created_at.toISOString(),
        since: quarantine.since,
        reasons: quarantine.reasons.map(({ entry_id, address, source, threat }) => {
          const { entry = '', note = '' } = entries.get(entry_id) ?? {};
          return { entry_id, entry, source, threat, note, address };
        }),
        appeal:
          quarantine.appeal?.state === 'open'
            ? { text: quarantine.appeal.text, created_at: quarantine.appeal.created_at }
            : null,
      };
    });
    return { data, pagination: { page, limit, total, total_pages: Math.ceil(total / limit) }, appeals };
  }

  private async release(
    manager: Transaction,
    emit: Emit,
    link: Quarantined,
    answer: string,
    caller: Caller,
  ): Promise<void> {
    const entries = [
      ...link.quarantine.reasons.map(({ entry_id }) => entry_id),
      ...this.quarantines.entriesOf(link).map(({ id }) => id),
    ];
    const by = caller.kind === 'service' ? null : caller.user_id;
    await this.rows.release(manager, link, [...new Set(entries)], by);
    await this.rows.end(manager, [link.id], 'accepted', answer, by);
    await this.quarantines.put(manager, emit, link, null, caller);
  }

  private async refuse(
    manager: Transaction,
    emit: Emit,
    link: Quarantined,
    answer: string,
    caller: Caller,
  ): Promise<void> {
    const { appeal } = link.quarantine;
    if (appeal?.state !== 'open') throw new AppError('links.appeal_not_found');
    await this.rows.tell(manager, link, { ...link.quarantine, appeal: { ...appeal, state: 'refused', answer } });
    await this.rows.refuseAppeal(manager, link.id, answer, caller.kind === 'service' ? null : caller.user_id);
    await this.quarantines.tellRefused(manager, emit, link, caller);
  }
}

const isQuarantined = (link: Link): link is Quarantined => link.quarantine !== null;
