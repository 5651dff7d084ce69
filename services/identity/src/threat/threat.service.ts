import {
  type BlockedAddress,
  type Caller,
  type ListThreatsQuery,
  type Pages,
  type Threat,
  type ThreatStatus,
  threatSeverity,
} from '@linkway/contracts';
import { AppError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { AdministratorSession } from '../security/administrator-session.js';
import { BlockedAddressService } from '../security/blocked-address.service.js';
import type { ThreatRow } from './threat.entity.js';
import { ThreatRepository } from './threat.repository.js';
import { type ListedThreat, ThreatListRepository } from './threat-list.repository.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

const notFound = () => new AppError('security.threat_not_found');

/** Threats in the hands of administrators. */
@Injectable()
export class ThreatService {
  constructor(
    private readonly list: ThreatListRepository,
    private readonly threats: ThreatRepository,
    private readonly blocking: BlockedAddressService,
    private readonly administrators: AdministratorSession,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async page(query: ListThreatsQuery): Promise<{ data: Threat[]; pagination: Pages }> {
    const { page, limit } = query;
    const { rows, total } = await this.list.page(query);
    return { data: rows.map(shown), pagination: { page, limit, total, total_pages: Math.ceil(total / limit) } };
  }

  async update(id: string, status: ThreatStatus, caller: Caller): Promise<Threat> {
    await this.administrators.require(caller);
    return this.outbox.transaction(async (...transaction) => {
      const held = await this.hold(id, status, transaction);
      await this.change(held, status, caller, transaction);
      return this.found(id, transaction);
    });
  }

  /** `ip`: of whoever blocks. */
  async block(
    id: string,
    expires_at: string | null,
    ip: string,
    caller: Caller,
  ): Promise<{ threat: Threat; blocked_address: BlockedAddress }> {
    await this.administrators.require(caller);
    return this.outbox.transaction(async (...transaction) => {
      const held = await this.hold(id, 'resolved', transaction);
      if (held.status !== 'active') throw new AppError('security.threat_not_active');
      if (held.ip_address === null) throw new AppError('security.threat_without_address');
      const block = { address: held.ip_address, reason: held.type, expires_at };
      const blocked_address = await this.blocking.blockIn(block, ip, caller, transaction);
      await this.change(held, 'resolved', caller, transaction);
      return { threat: await this.found(id, transaction), blocked_address };
    });
  }

  /** What is resolved is counted anew; in the order in which counting takes its rows, the tally before the threat. */
  private async hold(id: string, next: ThreatStatus, [manager]: Transaction): Promise<ThreatRow> {
    const listed = await this.list.find(id, manager);
    if (!listed) throw notFound();
    if (next === 'resolved') await this.threats.forgetTally(listed, manager);
    const held = await this.list.hold(id, manager);
    if (!held) throw notFound();
    return held;
  }

  private async change(held: ThreatRow, status: ThreatStatus, caller: Caller, transaction: Transaction): Promise<void> {
    if (held.status === status) return;
    const [manager, emit] = transaction;
    await this.list.setStatus(held, status, manager);
    const target = { kind: 'threat', id: held.id, name: held.ip_address ?? held.type } as const;
    const details = { from: held.status, to: status };
    await this.trail.recordBy(caller, { action: 'security.threat_status_changed', target, details }, manager, emit);
  }

  private async found(id: string, [manager]: Transaction): Promise<Threat> {
    const listed = await this.list.find(id, manager);
    if (!listed) throw notFound();
    return shown(listed);
  }
}

const shown = ({ id, type, status, ip_address, user_email, count, ...times }: ListedThreat): Threat => ({
  id,
  type,
  severity: threatSeverity(type, count),
  status,
  ip_address,
  user_email,
  count,
  first_seen: times.first_seen.toISOString(),
  last_seen: times.last_seen.toISOString(),
  detected_at: times.detected_at.toISOString(),
});
