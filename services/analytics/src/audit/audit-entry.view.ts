import { type AuditEntry, auditDetailsSchema, auditEntrySchema } from '@linkway/contracts';
import type { AuditRow } from './audit-entry.js';

const orNull = (text: string): string | null => (text === '' ? null : text);

export const auditEntry = (row: AuditRow): AuditEntry => ({
  seq: row.seq,
  id: row.id,
  timestamp: row.timestamp,
  level: levelOf(row.level),
  action: row.action,
  module: row.module,
  user_id: orNull(row.user_id),
  user_email: orNull(row.user_email),
  user_name: orNull(row.user_name),
  target: row.target_kind === '' ? null : { kind: row.target_kind, id: row.target_id, name: orNull(row.target_name) },
  ip_address: orNull(row.ip_address),
  details: detailsOf(row.details),
  prev_hash: row.prev_hash,
  hash: row.hash,
});

/** Whoever tampered with the table must not keep the rest of the log from being read: the chain tells of it. */
const levelOf = (text: string): AuditEntry['level'] => {
  const level = auditEntrySchema.shape.level.safeParse(text);
  return level.success ? level.data : 'error';
};

function detailsOf(text: string): AuditEntry['details'] {
  try {
    return auditDetailsSchema.parse(JSON.parse(text));
  } catch {
    return { unreadable: text.slice(0, 500) };
  }
}
