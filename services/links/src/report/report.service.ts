import {
  auditRecord,
  type Caller,
  type decideReportRpc,
  linksAuditRecorded,
  type listReportCasesRpc,
  type ReportCase,
  type RpcInput,
  type RpcReply,
  type reportLinkRpc,
} from '@linkway/contracts';
import { AppError, AppLogger, fieldError, Outbox, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { entryOfAddress } from '../block-list/block-entry.js';
import { BlockList } from '../block-list/block-list.js';
import { BlockListRepository } from '../block-list/block-list.repository.js';
import { actBy } from '../block-list/block-list.service.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { DomainService } from '../domain/domain.service.js';
import type { Link } from '../link/link.entity.js';
import { addressesOf, Quarantines } from '../quarantine/quarantine.js';
import { type LinkPlace, QuarantineRepository } from '../quarantine/quarantine.repository.js';
import { QuotaService } from '../quota/quota.service.js';
import type { Transaction } from '../transaction.js';
import { type CaseRow, ReportRepository, type ReportRow } from './report.repository.js';

const TIDY_EVERY_MS = 3_600_000;
const STATES = { quarantine: 'quarantined', dismiss: 'dismissed' } as const;

/** What anybody reports of links, and what administrators decide about it. */
@Injectable()
export class ReportService implements OnApplicationBootstrap, OnModuleDestroy {
  private tidying: Periodic | null = null;

  constructor(
    private readonly outbox: Outbox,
    private readonly reports: ReportRepository,
    private readonly rows: QuarantineRepository,
    private readonly quarantines: Quarantines,
    private readonly list: BlockListRepository,
    private readonly blockList: BlockList,
    private readonly domains: DomainRepository,
    private readonly addresses: DomainService,
    private readonly quotas: QuotaService,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const { logger } = this;
    this.tidying = periodic(TIDY_EVERY_MS, () => this.reports.forgetOld(), { name: 'forgetting reports', logger });
  }

  async onModuleDestroy(): Promise<void> {
    await this.tidying?.stop();
  }

  /**
   * The answer is the same whether there is such a link or not, and so is what it counts. Throws `links.report_url_invalid`,
   * `links.report_limit`.
   */
  async report({ link, ip, ...told }: RpcInput<typeof reportLinkRpc>): Promise<{ received: boolean }> {
    // As it stands in the address bar of somebody who looked where it leads, or came with parameters.
    const address = this.addresses.pastedLink(link.replace(/\+(?=$|[?#])/, ''));
    if (address === null) throw fieldError('link', 'links.report_url_invalid');
    const reporter = await this.quotas.reporterOf(ip);
    await this.outbox.transaction(async (manager) => {
      await this.quotas.takeReport(manager, reporter);
      const place = await this.reports.linkAt(manager, address);
      if (!place) return;
      const short_url = `${address.host}/${address.code}`;
      const of = { link_id: place.id, host: place.host, code: address.code, short_url };
      await this.reports.add(manager, of, { ...told, reporter });
    });
    return { received: true };
  }

  async page({
    page,
    limit,
    state,
  }: RpcInput<typeof listReportCasesRpc>): Promise<RpcReply<typeof listReportCasesRpc>> {
    const { rows, total } = await this.reports.page(state === 'open', (page - 1) * limit, limit);
    const last = await this.reports.lastOf(rows.map(({ id }) => id));
    const links = new Map(
      (await this.rows.allAt(rows.flatMap((row) => placeOf(row) ?? []))).map((link) => [link.id, link]),
    );
    const domains = await this.domains.findAll([...links.values()].flatMap((link) => link.selected_domain_id ?? []));
    const data = rows.map((row) => {
      const link = links.get(row.link_id) ?? null;
      const domain = domains.get(link?.selected_domain_id ?? '') ?? null;
      const short_url = link && domain ? this.addresses.shortUrl(domain, link.short_code) : row.short_url;
      return viewOf(
        { ...row, short_url },
        link,
        last.filter(({ case_id }) => case_id === row.id),
      );
    });
    return { data, pagination: { page, limit, total, total_pages: Math.ceil(total / limit) } };
  }

  /** Throws `links.report_not_found`, `links.report_decided`, `links.not_found` where the link to quarantine is gone. */
  async decide({ id, decision, note, ...blocked }: RpcInput<typeof decideReportRpc>, caller: Caller): Promise<void> {
    const state = STATES[decision];
    const by = caller.kind === 'service' ? null : caller.user_id;
    const place = await this.outbox.transaction(async (manager, emit) => {
      const found = await this.reports.hold(manager, id);
      if (!found) throw new AppError('links.report_not_found');
      if (found.state !== 'open' && found.state !== state) throw new AppError('links.report_decided');
      if (found.state === state) return null;
      const at = decision === 'quarantine' ? await this.block(manager, found, { ...blocked, note }, by) : null;
      await this.reports.decide(manager, id, state, note, by);
      const target = { kind: 'link', id: found.link_id, name: found.short_url } as const;
      const act = { ...actBy(caller), action: 'link_safety.report_decided', target, details: { to: state } } as const;
      emit(linksAuditRecorded, auditRecord(act));
      return at;
    });
    if (place === null) return;
    await this.blockList.changed();
    await this.quarantines.settle(place);
  }

  private async block(
    manager: Transaction,
    found: CaseRow,
    { addresses, scope, note }: Pick<RpcInput<typeof decideReportRpc>, 'addresses' | 'scope' | 'note'>,
    by: string | null,
  ): Promise<LinkPlace> {
    const place = placeOf(found);
    const link = place && (await this.rows.lock(manager, place));
    if (!place || !link) throw new AppError('links.not_found');
    const own = addressesOf(link);
    // Never what the link leads to by now, which nobody may have looked at.
    if (addresses.length === 0) throw fieldError('addresses', 'request.field_required');
    if (!addresses.every((address) => own.includes(address))) throw fieldError('addresses', 'request.field_type');
    const [threat = null] = Object.entries(found.kinds).sort(([, one], [, other]) => other - one)[0] ?? [];
    const origin = { source: 'report', provider: null, threat, note, created_by: by, expires_at: null } as const;
    // Addresses on one path, or host, are one entry there.
    const entries = new Map(
      addresses.map((address) => entryOfAddress(address, scope)).map((entry) => [entry.entry, entry]),
    );
    await this.list.add(manager, [...entries.values()], origin);
    // Whoever released it before from the same entries has learnt more by now.
    await this.rows.forgetRelease(manager, link);
    return place;
  }
}

const placeOf = ({ tenant_id, link_id: id }: CaseRow): LinkPlace | null =>
  tenant_id === null ? null : { tenant_id, id };

function viewOf(
  { tenant_id: _tenant, code: _code, host: _host, first_at, last_at, decided_at, ...row }: CaseRow,
  link: Link | null,
  last: ReportRow[],
): ReportCase {
  return {
    id: row.id,
    link_id: row.link_id,
    short_url: row.short_url,
    state: row.state,
    reports: row.reports,
    kinds: row.kinds,
    note: row.note,
    link: link && {
      original_url: link.original_url,
      addresses: addressesOf(link),
      title: link.title,
      workspace_id: link.workspace_id,
      user_id: link.user_id,
      created_at: link.created_at.toISOString(),
      is_quarantined: link.quarantine !== null,
    },
    last: last.map(({ case_id: _case, created_at, ...report }) => ({
      ...report,
      created_at: created_at.toISOString(),
    })),
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  };
}
