import {
  AUDIT_EXPORT_PORTION,
  type AuditAction,
  type AuditDetails,
  type AuditEntry,
  type AuditVerification,
  type auditLogPortionRpc,
  auditRecord,
  type beginAuditExportRpc,
  type Caller,
  type ListAuditLogQuery,
  type listAuditLogRpc,
  type RpcInput,
  type RpcReply,
  type verifyAuditLogRpc,
} from '@linkway/contracts';
import { AppLogger, currentCall } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditChain } from './audit-chain.service.js';
import { auditEntry } from './audit-entry.view.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditVerifications } from './verification.service.js';

type By = RpcInput<typeof verifyAuditLogRpc>['by'];

/** The log in the hands of administrators, whose verifications and exports are in it. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly entries: AuditLogRepository,
    private readonly verifications: AuditVerifications,
    private readonly chain: AuditChain,
    private readonly logger: AppLogger,
  ) {}

  async page({ page, limit, ...filter }: ListAuditLogQuery): Promise<RpcReply<typeof listAuditLogRpc>> {
    const rows = await this.entries.page(filter, { offset: (page - 1) * limit, limit });
    const total = await this.entries.count(filter);
    return { data: rows.map(auditEntry), pagination: { page, limit, total, total_pages: Math.ceil(total / limit) } };
  }

  async portion({ filter, before_seq }: RpcInput<typeof auditLogPortionRpc>): Promise<{ data: AuditEntry[] }> {
    const rows = await this.entries.before(before_seq, filter, AUDIT_EXPORT_PORTION);
    return { data: rows.map(auditEntry) };
  }

  /** The export has what was there before the entry that tells of it. */
  async beginExport(
    { filter, format, by }: RpcInput<typeof beginAuditExportRpc>,
    caller: Caller,
  ): Promise<RpcReply<typeof beginAuditExportRpc>> {
    const seq = (await this.entries.head())?.seq ?? 0;
    const total = await this.entries.count(filter, seq);
    const { search, from, to, ...others } = filter;
    // As a target: who is searched for may be named, and has to be able to leave as the names of people do.
    await this.record(
      uuidv7(),
      'audit_log.exported',
      caller,
      by,
      { format, entries: total, ...others, ...(from && { done_from: from }), ...(to && { done_before: to }) },
      search || null,
    );
    return { before_seq: seq + 1, total };
  }

  /** A proof is told once: when it is complete, or as soon as it finds a fault, so that nobody can stop before it is told. */
  async verify({ by, ...asked }: RpcInput<typeof verifyAuditLogRpc>, caller: Caller): Promise<AuditVerification> {
    const { proof, verification } = await this.verifications.verify(asked);
    const { whole, complete, entries, head, first_broken_seq, fault, missing, noted_head } = verification;
    if (!complete && whole) return verification;
    await this.record(
      proof.id,
      whole && (noted_head === null || noted_head === 'same') ? 'audit_log.verified' : 'audit_log.found_broken',
      caller,
      by,
      {
        entries,
        ...(head && { head_seq: head.seq, head_hash: head.hash }),
        ...(first_broken_seq !== null && { first_broken_seq, fault, missing }),
        ...(noted_head !== null && { noted_head, noted_seq: proof.noted.seq ?? null }),
      },
    );
    // Whoever collects what services log has the head in another place than the log itself.
    if (complete) {
      this.logger.info('the audit log was verified', {
        whole,
        entries,
        seq: head?.seq ?? null,
        hash: head?.hash ?? null,
      });
    }
    return verification;
  }

  private async record(
    id: string,
    action: AuditAction,
    caller: Caller,
    by: By,
    details: AuditDetails,
    searched: string | null = null,
  ): Promise<void> {
    const user = caller.kind === 'service' ? null : { id: caller.user_id, ...by };
    const target = searched === null ? null : ({ kind: 'audit_log', id: 'search', name: searched } as const);
    const record = auditRecord({ id, action, user, ip: currentCall().ip, target, details });
    await this.chain.append([{ record, occurredAt: new Date().toISOString() }]);
  }
}
