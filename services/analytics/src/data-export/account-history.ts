import { type AuditEntry, DATA_EXPORT_PORTION, type ExportedPortion, exportedPortion } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { auditEntry } from '../audit/audit-entry.view.js';
import { AuditLogRepository } from '../audit/audit-log.repository.js';

/** What these are called is the account's own to know; of others, such as whom an administrator changed, it is theirs. */
const OWN_TARGETS = ['session', 'api_key', 'webhook'];

/** What the audit log says of an account: what it did, and what was done to it, the newest first. */
@Injectable()
export class AccountHistory {
  constructor(private readonly log: AuditLogRepository) {}

  /** `from`: the number of the entry before. */
  async portion(userId: string, from: string | null): Promise<ExportedPortion> {
    const before = from === null ? Number.MAX_SAFE_INTEGER : Number(from);
    const rows = await this.log.about(userId, before, DATA_EXPORT_PORTION);
    return exportedPortion({ service: 'analytics', table: 'account_history' }, rows.map(auditEntry), {
      cellsOf: (entry) => cellsOf(entry, userId),
      placeOf: ({ seq }) => String(seq),
      more: rows.length === DATA_EXPORT_PORTION,
    });
  }
}

/** Who else did it, from where, and what they wrote of it, is not told. */
function cellsOf({ id, timestamp, level, action, module, target, details, ...entry }: AuditEntry, userId: string) {
  const by_me = entry.user_id === userId;
  const isOwn = target !== null && (OWN_TARGETS.includes(target.kind) || target.id === userId);
  return {
    id,
    timestamp,
    level,
    action,
    module,
    by_me,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    target_name: isOwn ? target.name : null,
    ip_address: by_me ? entry.ip_address : null,
    details: toldOf(details, by_me || entry.user_id === null),
  };
}

/** An administrator's reason is written for the log, and may say who they are or who asked them; other reasons are codes, or the account's own. */
const toldOf = ({ reason, ...details }: AuditEntry['details'], isOwn: boolean): AuditEntry['details'] =>
  reason === undefined || !isOwn ? details : { ...details, reason };
