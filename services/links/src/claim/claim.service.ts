import { type ClaimedLinks, linkUpdated, type MemberCaller } from '@linkway/contracts';
import { AppError, AppLogger, type Emit, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { CodeRepository } from '../code/code.repository.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { Link } from '../link/link.entity.js';
import { routeOf, stateOf } from '../link/link.mapper.js';
import { LinkRepository } from '../link/link.repository.js';
import { isWithin, reachOf } from '../link/reach.js';
import { QuotaService } from '../quota/quota.service.js';
import type { Transaction } from '../transaction.js';
import { ClaimRepository } from './claim.repository.js';
import { ClickCopies } from './click-copies.js';

type Refusal = ClaimedLinks['refused'][number]['code'];

/** What keeps one link a guest's, and no other. */
const REFUSALS: readonly string[] = [
  'links.not_found',
  'links.monthly_limit',
  'links.changes_exceeded',
] satisfies Refusal[];

/**
 * Moves guests' links to the workspace of whoever made them as a guest: only that browser knows both a link's id and its device's. They
 * count as links of the month, or guests could make links for accounts.
 */
@Injectable()
export class ClaimService {
  constructor(
    private readonly outbox: Outbox,
    private readonly claims: ClaimRepository,
    private readonly links: LinkRepository,
    private readonly codes: CodeRepository,
    private readonly domains: DomainRepository,
    private readonly quotas: QuotaService,
    private readonly copies: ClickCopies,
    private readonly logger: AppLogger,
  ) {}

  /** Each by itself, in the order given. Repeated, it answers the same. */
  async claim(deviceId: string, ids: readonly string[], caller: MemberCaller): Promise<ClaimedLinks> {
    const outcome: ClaimedLinks = { claimed: [], refused: [] };
    for (const id of new Set(ids)) {
      const code = await this.refusalOf(deviceId, id, caller);
      if (code === null) outcome.claimed.push(id);
      else outcome.refused.push({ id, code });
    }
    if (outcome.claimed.length > 0) this.copies.soon();
    return outcome;
  }

  private async refusalOf(deviceId: string, id: string, caller: MemberCaller): Promise<Refusal | null> {
    try {
      await this.outbox.transaction((manager, emit) => this.move(manager, emit, deviceId, id, caller));
      return null;
    } catch (error) {
      if (error instanceof AppError && REFUSALS.includes(error.code)) return error.code as Refusal;
      throw error;
    }
  }

  /** Rows are locked in the order in which creations and edits lock them. */
  private async move(
    manager: Transaction,
    emit: Emit,
    deviceId: string,
    id: string,
    caller: MemberCaller,
  ): Promise<void> {
    const { workspace_id, user_id } = caller;
    const reach = reachOf(caller);
    const link = await this.claims.lock(manager, deviceId, id);
    if (!link) {
      // Asked for once more, after an answer that was lost on its way.
      if (await this.links.findOwned(reach, id, manager)) return;
      throw new AppError('links.not_found');
    }
    if (!isWithin(reach, link.selected_domain_id)) throw new AppError('links.not_found');
    if (!(await this.quotas.takeMonthly(manager, workspace_id))) throw new AppError('links.monthly_limit');
    const key = { host: link.host, code: link.short_code };
    const version = await this.codes.handOver(manager, key, { workspaceId: workspace_id, linkId: id });
    if (version === null) {
      // Others of the claim are not to fail for a row that only an operator can mend.
      this.logger.error("a guest's link cannot be claimed, its code does not lead to it", { link_id: id });
      throw new AppError('links.not_found');
    }
    const now = new Date();
    const owned = Object.assign(new Link(), link, {
      tenant_id: workspace_id,
      workspace_id,
      user_id,
      device_id: null,
      version: link.version + 1,
      updated_at: now,
    });
    // Another row to the database: it is kept where its tenant's are, and counted with them.
    await this.links.delete(manager, link);
    await this.links.insert(manager, owned);
    await this.claims.remember(manager, {
      link_id: id,
      workspace_id,
      created_at: link.created_at,
      claimed_at: now,
      copies: 0,
      copy_at: now,
    });
    const domain = await this.domains.findOf(link, manager);
    emit(linkUpdated, { route: routeOf(owned, domain, { ...key, version }), link: stateOf(owned), previous: null });
    await this.quotas.takeChange(manager, workspace_id);
  }

  /** Those of the links that a device's guest made, and that are nobody's yet. */
  async ofDevice(deviceId: string, ids: string[]): Promise<{ id: string }[]> {
    const links = await this.claims.ofDevice(deviceId, ids);
    return links.map(({ id }) => ({ id }));
  }
}
