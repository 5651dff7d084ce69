import type { AuditAction } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { ClickHouse, rows } from '../store/clickhouse.js';

/** Acts that tell of an account's end: their target is gone. */
export const ENDS_OF_ACCOUNTS: readonly AuditAction[] = ['account.deleted', 'user.deleted'];
const AT_ONCE = 500;

interface Part {
  /** Entries in which it still stands. */
  where: string;
  set: string;
}

const PARTS: readonly Part[] = [
  {
    where: "user_id IN {ids:Array(String)} AND (user_email, user_name, user_salt) != ('', '', '')",
    set: "user_email = '', user_name = '', user_salt = ''",
  },
  {
    where: "user_id IN {ids:Array(String)} AND (ip_address, ip_salt) != ('', '')",
    set: "ip_address = '', ip_salt = ''",
  },
  {
    // Names that they gave to their keys, and hosts of their webhooks, may tell who they were as well.
    where: `((target_kind = 'user' AND target_id IN {ids:Array(String)}) OR (target_kind IN ('api_key', 'webhook') AND user_id IN {ids:Array(String)}))
      AND (target_name, target_salt) != ('', '')`,
    set: "target_name = '', target_salt = ''",
  },
];

/**
 * Who somebody was leaves the log once it tells that their account is gone. The chain has a digest over a salt in place of it: without salt
 * and words the digest tells nothing, and all hashes fit as before.
 */
@Injectable()
export class AuditNames {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Of all whose end is in the log; done anew it finds nothing. */
  async forget(): Promise<void> {
    const gone = await this.gone();
    for (let start = 0; start < gone.length; start += AT_ONCE) {
      await this.empty(gone.slice(start, start + AT_ONCE));
    }
  }

  private async gone(): Promise<string[]> {
    const found = await rows<{ id: string }>(
      this.clickhouse.background,
      `SELECT DISTINCT target_id AS id FROM audit_log WHERE action IN {ends:Array(String)} AND target_kind = 'user' ORDER BY id`,
      { ends: ENDS_OF_ACCOUNTS },
    );
    return found.map(({ id }) => id);
  }

  /** In one change, which writes the parts of the table anew once. */
  private async empty(ids: readonly string[]): Promise<void> {
    const { engines, background } = this.clickhouse;
    const left: Part[] = [];
    for (const part of PARTS) {
      const [any] = await rows(background, `SELECT 1 FROM audit_log WHERE ${part.where} LIMIT 1`, { ids });
      if (any) left.push(part);
    }
    if (left.length === 0) return;
    const changes = left.map(({ set, where }) => `UPDATE ${set} WHERE ${where}`);
    await this.clickhouse.patient().command({
      query: `ALTER TABLE ${engines.local('audit_log')}${engines.onCluster} ${changes.join(', ')}`,
      query_params: { ids },
      clickhouse_settings: { mutations_sync: '2' },
    });
  }
}
