import {
  AUDIT_EXPORT_PORTION,
  type AuditEntry,
  auditLogPortionRpc,
  beginAuditExportRpc,
  listAuditLogRpc,
  type RpcInput,
  type RpcReply,
  verifyAuditLogRpc,
} from '@linkway/contracts';
import { AppError, currentCall, Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';

/** Answers as analytics does: the log has as many entries as a test says, and is proved in two portions. */
@Controller()
export class AuditLogResponder {
  entries = 3;
  /** Portions are refused from this one on. */
  breaksAt = Number.NEGATIVE_INFINITY;
  lastList: RpcInput<typeof listAuditLogRpc> | null = null;
  begun: RpcInput<typeof beginAuditExportRpc>[] = [];
  portions: RpcInput<typeof auditLogPortionRpc>[] = [];
  verified: { input: RpcInput<typeof verifyAuditLogRpc>; userId: string | null; ip: string | null }[] = [];

  @Rpc(listAuditLogRpc)
  list(query: RpcInput<typeof listAuditLogRpc>): RpcReply<typeof listAuditLogRpc> {
    this.lastList = query;
    const { page, limit } = query;
    return {
      data: this.below(this.entries + 1, limit),
      pagination: { page, limit, total: this.entries, total_pages: 1 },
    };
  }

  @Rpc(beginAuditExportRpc)
  begin(input: RpcInput<typeof beginAuditExportRpc>): RpcReply<typeof beginAuditExportRpc> {
    this.begun.push(input);
    return { before_seq: this.entries + 1, total: this.entries };
  }

  @Rpc(auditLogPortionRpc)
  portion(input: RpcInput<typeof auditLogPortionRpc>): RpcReply<typeof auditLogPortionRpc> {
    const { before_seq } = input;
    this.portions.push(input);
    if (before_seq <= this.breaksAt) throw new AppError('service.unavailable');
    return { data: this.below(before_seq, AUDIT_EXPORT_PORTION) };
  }

  @Rpc(verifyAuditLogRpc)
  verify(
    input: RpcInput<typeof verifyAuditLogRpc>,
    { caller }: RpcCall<typeof verifyAuditLogRpc>,
  ): RpcReply<typeof verifyAuditLogRpc> {
    this.verified.push({ input, userId: caller.kind === 'service' ? null : caller.user_id, ip: currentCall().ip });
    const complete = input.next !== undefined;
    const entries = complete ? this.entries : 2;
    return {
      whole: true,
      complete,
      next: complete ? null : 'a place',
      entries,
      first_seq: 1,
      head: { seq: entries, hash: 'f'.repeat(64) },
      last_seq: this.entries,
      first_broken_seq: null,
      fault: null,
      missing: 0,
      noted_head: null,
      verified_at: new Date().toISOString(),
    };
  }

  private below(seq: number, most: number): AuditEntry[] {
    return Array.from({ length: Math.min(most, seq - 1) }, (_, index) => anEntry(seq - 1 - index));
  }
}

const anEntry = (seq: number): AuditEntry => ({
  seq,
  id: '0199a1b2-0000-7000-8000-000000000001',
  timestamp: '2026-11-27T08:00:00.000Z',
  level: 'success',
  action: 'session.signed_in',
  module: 'auth',
  user_id: null,
  user_email: null,
  user_name: '=cmd|calc',
  target: null,
  ip_address: '192.0.2.1',
  details: { seq },
  prev_hash: '0'.repeat(64),
  hash: 'f'.repeat(64),
});
