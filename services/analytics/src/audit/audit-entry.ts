import { createHash, randomBytes } from 'node:crypto';
import type { AuditRecord } from '@linkway/contracts';
import { canonicalJson } from './canonical-json.js';

/** Before the first entry. */
export const NO_HASH = '0'.repeat(64);

/** An act, and when it was done. */
export interface Act {
  readonly record: AuditRecord;
  readonly occurredAt: string;
}

/** What the table has of an entry; empty where there is nothing. `timestamp` is RFC 3339 with milliseconds. */
export interface AuditRow {
  seq: number;
  id: string;
  timestamp: string;
  level: string;
  action: string;
  module: string;
  user_id: string;
  user_email: string;
  user_name: string;
  user_salt: string;
  user_digest: string;
  target_kind: string;
  target_id: string;
  target_name: string;
  target_salt: string;
  target_digest: string;
  ip_address: string;
  ip_salt: string;
  ip_digest: string;
  details: string;
  prev_hash: string;
  hash: string;
}

export interface Link {
  readonly seq: number;
  readonly hash: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Nothing has no digest. */
const digestOf = (salt: string, ...values: string[]): string =>
  values.every((value) => value === '') ? '' : sha256(canonicalJson([salt, ...values]));

/** The entry that follows `last` with this act. */
export function entryAfter(last: Link, { record, occurredAt }: Act): AuditRow {
  const { user_email, user_name, target, ip } = record;
  const [userSalt, targetSalt, ipSalt] = [saltOf(), saltOf(), saltOf()];
  const row: AuditRow = {
    seq: last.seq + 1,
    id: record.id,
    timestamp: new Date(occurredAt).toISOString(),
    level: record.level,
    action: record.action,
    module: record.module,
    user_id: record.user_id ?? '',
    user_email: user_email ?? '',
    user_name: user_name ?? '',
    user_salt: userSalt,
    user_digest: '',
    target_kind: target?.kind ?? '',
    target_id: target?.id ?? '',
    target_name: target?.name ?? '',
    target_salt: targetSalt,
    target_digest: '',
    ip_address: ip ?? '',
    ip_salt: ipSalt,
    ip_digest: '',
    details: canonicalJson(record.details),
    prev_hash: last.hash,
    hash: '',
  };
  Object.assign(row, digestsOf(row));
  return { ...row, hash: hashOf(row) };
}

const saltOf = (): string => randomBytes(16).toString('base64url');

export const digestsOf = (row: AuditRow) => ({
  user_digest: digestOf(row.user_salt, row.user_email, row.user_name),
  target_digest: digestOf(row.target_salt, row.target_name),
  ip_digest: digestOf(row.ip_salt, row.ip_address),
});

/** Of the hash before it and of all that the entry says, that of people by its digest. */
export function hashOf(row: AuditRow): string {
  const { seq, id, timestamp, level, action, module, user_id, user_digest, prev_hash } = row;
  const { target_kind, target_id, target_digest, ip_digest, details } = row;
  const said = {
    seq,
    id,
    timestamp,
    level,
    action,
    module,
    user_id,
    user_digest,
    target_kind,
    target_id,
    target_digest,
    ip_digest,
    details,
  };
  return sha256(prev_hash + canonicalJson(said));
}
