import type { AuditAction } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { toClickHouseTime } from '../store/click.row.js';
import { ClickHouse, rows } from '../store/clickhouse.js';
import type { AuditRow } from './audit-entry.js';

/** Acts that tell of an account's end: their target is gone. */
export const ENDS_OF_ACCOUNTS: readonly AuditAction[] = ['account.deleted', 'user.deleted'];
/** Kinds of targets whose name is an address or words that somebody entered, of nobody whom the entry tells: where a mail went, what was searched for. */
const ENTERED = ['mail', 'audit_log'] as const;
const AT_ONCE = 500;
const DAY_MS = 86_400_000;

/** Words that were entered are kept as long as the table keeps addresses that acts came from: not all of them are found with their account. */
export const ADDRESS_DAYS = 90;

interface Part {
  /** Entries in which it still stands. */
  where: string;
  set: string;
}

const NAME = "target_name = '', target_salt = ''";
const HAS_NAME = "(target_name, target_salt) != ('', '')";

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
      AND ${HAS_NAME}`,
    set: NAME,
  },
];
const WORDS: Part = { where: 'seq IN {entered:Array(UInt64)}', set: NAME };
const OLD_WORDS: Part = {
  where: `target_kind IN {kinds:Array(String)} AND timestamp < {before:DateTime64(3, 'UTC')} AND ${HAS_NAME}`,
  set: NAME,
};

/** An account that is gone, and the last entry that tells so. */
interface Gone {
  id: string;
  seq: number;
}

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
    for (let start = 0; start < gone.length; start += AT_ONCE)
      await this.forgetSome(gone.slice(start, start + AT_ONCE));
    // By whole days: each change writes the columns of the table anew.
    const before = new Date(Math.floor(Date.now() / DAY_MS - ADDRESS_DAYS) * DAY_MS);
    const old = { kinds: ENTERED, before: toClickHouseTime(before) };
    await this.empty(await this.left([OLD_WORDS], old), old);
  }

  private async forgetSome(gone: readonly Gone[]): Promise<void> {
    const ids = gone.map(({ id }) => id);
    const left = await this.left(PARTS, { ids });
    if (left.length === 0) return;
    // They are found by the names that leave in the same change.
    const entered = await this.entered(gone);
    await this.empty(entered.length > 0 ? [...left, WORDS] : left, { ids, entered });
  }

  private async gone(): Promise<Gone[]> {
    const found = await this.rows<{ id: string; last: string }>(
      `SELECT target_id AS id, max(seq) AS last FROM audit_log WHERE action IN {ends:Array(String)} AND target_kind = 'user'
         GROUP BY id ORDER BY id`,
      { ends: ENDS_OF_ACCOUNTS },
    );
    return found.map(({ id, last }) => ({ id, seq: Number(last) }));
  }

  /** Entries from before their end with words in them that tell of one of these, by all that the log still calls them. */
  private async entered(gone: readonly Gone[]): Promise<number[]> {
    const names = await this.rows<{ id: string; name: string }>(
      `SELECT DISTINCT id, name FROM (
         SELECT user_id AS id, arrayJoin([user_email, user_name]) AS name FROM audit_log WHERE user_id IN {ids:Array(String)}
         UNION ALL
         SELECT target_id AS id, target_name AS name FROM audit_log WHERE target_kind = 'user' AND target_id IN {ids:Array(String)}
       ) WHERE name != ''`,
      { ids: gone.map(({ id }) => id) },
    );
    if (names.length === 0) return [];
    const texts = await this.rows<{ seq: string; kind: string; text: string }>(
      `SELECT seq, target_kind AS kind, target_name AS text FROM audit_log WHERE target_kind IN {kinds:Array(String)} AND text != ''`,
      { kinds: ENTERED },
    );
    const ends = new Map(gone.map(({ id, seq }) => [id, seq]));
    return texts
      .map(({ seq, ...text }) => ({ seq: Number(seq), ...text }))
      .filter((text) => names.some(({ id, name }) => text.seq < (ends.get(id) ?? 0) && tellsOf(text, name)))
      .map(({ seq }) => seq);
  }

  private async left(parts: readonly Part[], params: Record<string, unknown>): Promise<Part[]> {
    const left: Part[] = [];
    for (const part of parts) {
      const [any] = await this.rows(`SELECT 1 FROM audit_log WHERE ${part.where} LIMIT 1`, params);
      if (any) left.push(part);
    }
    return left;
  }

  /** In one change, which writes the parts of the table anew once. */
  private async empty(parts: readonly Part[], params: Record<string, unknown>): Promise<void> {
    if (parts.length === 0) return;
    const { engines } = this.clickhouse;
    const changes = parts.map(({ set, where }) => `UPDATE ${set} WHERE ${where}`);
    await this.clickhouse.patient().command({
      query: `ALTER TABLE ${engines.local('audit_log')}${engines.onCluster} ${changes.join(', ')}`,
      query_params: params,
      clickhouse_settings: { mutations_sync: '2' },
    });
  }

  private rows<T>(query: string, params: Record<string, unknown>): Promise<T[]> {
    return rows<T>(this.clickhouse.background, query, params);
  }
}

/** With whose account the name of a target leaves; empty: with nobody's whom the entry tells. */
export function ownerOfName({ target_kind, target_id, user_id }: AuditRow): string {
  if (target_kind === 'user') return target_id;
  return target_kind === 'api_key' || target_kind === 'webhook' ? user_id : '';
}

export const isEntered = ({ target_kind }: Pick<AuditRow, 'target_kind'>): boolean =>
  (ENTERED as readonly string[]).includes(target_kind);

/**
 * A mail went to that very address. A search has all of the address in it, or is a part of address or name: of an address one that
 * begins before its @, as many have the rest.
 */
export function tellsOf({ kind, text }: { kind: string; text: string }, name: string): boolean {
  const [one, other] = [text.trim().toLowerCase(), name.trim().toLowerCase()];
  if (kind === 'mail' || one === '' || other === '') return one === other;
  const [at, begins] = [other.lastIndexOf('@'), other.indexOf(one)];
  return (at > 0 && one.includes(other)) || (begins >= 0 && (at < 0 || begins < at));
}
