import type { AuditFilter } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { insertSettings } from '../store/click.repository.js';
import { toClickHouseTime } from '../store/click.row.js';
import { ClickHouse, rows } from '../store/clickhouse.js';
import type { AuditRow, Link } from './audit-entry.js';
import { ENDS_OF_ACCOUNTS } from './audit-names.js';
import { auditWhere } from './audit-where.js';

/** As the columns come: numbers of 64 bits and times as text. */
type Stored = Omit<AuditRow, 'seq'> & { seq: string };

/** They go in the address of a question. */
const ASKED_AT_ONCE = 1_000;

/** Reads and adds entries. No statement here changes one or takes one out; who somebody was leaves by `AuditNames`. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** The last entry, by the writer, which sees what it has inserted; null: there is none. */
  async head(): Promise<Link | null> {
    const [head] = await rows<{ seq: string; hash: string }>(
      this.clickhouse.writer,
      'SELECT seq, hash FROM audit_log ORDER BY seq DESC LIMIT 1',
    );
    return head ? { seq: Number(head.seq), hash: head.hash } : null;
  }

  /** Which of these are in the log. */
  async known(ids: readonly string[]): Promise<Set<string>> {
    const found = await rows<{ id: string }>(
      this.clickhouse.writer,
      'SELECT id FROM audit_log WHERE id IN {ids:Array(UUID)}',
      { ids },
    );
    return new Set(found.map(({ id }) => id));
  }

  /**
   * Adds entries that follow one another, all of them or none. The token is the place in the chain and not what is put there: of two who
   * would add at the same place the store takes one insert, and answers the other in the same way. `again`: how often that place was
   * taken by entries that somebody has removed since.
   */
  async add(entries: readonly AuditRow[], again = 0): Promise<void> {
    const [first] = entries;
    if (!first) return;
    await this.clickhouse.writer.insert({
      table: 'audit_log',
      values: entries.map((entry) => ({ ...entry, timestamp: toClickHouseTime(entry.timestamp) })),
      format: 'JSONEachRow',
      clickhouse_settings: insertSettings(`audit:${first.seq}#${again}`),
    });
  }

  async page(filter: AuditFilter, { offset, limit }: { offset: number; limit: number }): Promise<AuditRow[]> {
    const { where, params } = auditWhere(filter);
    return this.read(`WHERE ${where} ORDER BY seq DESC LIMIT {limit:UInt32} OFFSET {offset:UInt64}`, {
      ...params,
      limit,
      offset,
    });
  }

  async count(filter: AuditFilter, untilSeq = Number.MAX_SAFE_INTEGER): Promise<number> {
    const { where, params } = auditWhere(filter);
    const [row] = await this.clickhouse.select<{ entries: string }>(
      `SELECT count() AS entries FROM audit_log WHERE seq <= {until:UInt64} AND ${where}`,
      { ...params, until: untilSeq },
    );
    return Number(row?.entries ?? 0);
  }

  /** The newest ones before another. */
  async before(seq: number, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
    const { where, params } = auditWhere(filter);
    return this.read(`WHERE seq < {before:UInt64} AND ${where} ORDER BY seq DESC LIMIT {limit:UInt32}`, {
      ...params,
      before: seq,
      limit,
    });
  }

  /** The newest ones before another that somebody did, or that were done to them. */
  async about(userId: string, seq: number, limit: number): Promise<AuditRow[]> {
    return this.read(
      `WHERE seq < {before:UInt64} AND (user_id = {user:String} OR (target_kind = 'user' AND target_id = {user:String}))
       ORDER BY seq DESC LIMIT {limit:UInt32}`,
      { before: seq, user: userId, limit },
    );
  }

  /** Along the chain. */
  async after(seq: number, untilSeq: number, limit: number): Promise<AuditRow[]> {
    return this.read('WHERE seq > {after:UInt64} AND seq <= {until:UInt64} ORDER BY seq, id LIMIT {limit:UInt32}', {
      after: seq,
      until: untilSeq,
      limit,
    });
  }

  /** How many there are behind one, up to another. */
  async countAlong(seq: number, untilSeq: number): Promise<number> {
    const [row] = await this.clickhouse.select<{ entries: string }>(
      'SELECT count() AS entries FROM audit_log WHERE seq > {after:UInt64} AND seq <= {until:UInt64}',
      { after: seq, until: untilSeq },
    );
    return Number(row?.entries ?? 0);
  }

  /** The first number behind one, up to another, that several entries have; null: none. */
  async repeated(seq: number, untilSeq: number): Promise<number | null> {
    const [row] = await this.clickhouse.select<{ seq: string }>(
      `SELECT seq FROM audit_log WHERE seq > {after:UInt64} AND seq <= {until:UInt64}
         GROUP BY seq HAVING count() > 1 ORDER BY seq LIMIT 1`,
      { after: seq, until: untilSeq },
    );
    return row ? Number(row.seq) : null;
  }

  /** Which of these accounts the log tells the end of. */
  async ended(ids: readonly string[]): Promise<Set<string>> {
    const ended = new Set<string>();
    for (let start = 0; start < ids.length; start += ASKED_AT_ONCE) {
      const found = await this.clickhouse.select<{ id: string }>(
        `SELECT DISTINCT target_id AS id FROM audit_log WHERE action IN {ends:Array(String)}
           AND target_kind = 'user' AND target_id IN {ids:Array(String)}`,
        { ends: ENDS_OF_ACCOUNTS, ids: ids.slice(start, start + ASKED_AT_ONCE) },
      );
      for (const { id } of found) ended.add(id);
    }
    return ended;
  }

  /** The last entry that tells of the end of an account; 0: none does. */
  async lastEnd(): Promise<number> {
    const [row] = await this.clickhouse.select<{ seq: string }>(
      `SELECT max(seq) AS seq FROM audit_log WHERE action IN {ends:Array(String)} AND target_kind = 'user'`,
      { ends: ENDS_OF_ACCOUNTS },
    );
    return Number(row?.seq ?? 0);
  }

  async hashOf(seq: number): Promise<string | null> {
    const [row] = await this.clickhouse.select<{ hash: string }>(
      'SELECT hash FROM audit_log WHERE seq = {seq:UInt64} LIMIT 1',
      { seq },
    );
    return row?.hash ?? null;
  }

  private async read(rest: string, params: Record<string, unknown>): Promise<AuditRow[]> {
    const stored = await this.clickhouse.select<Stored>(`SELECT * FROM audit_log ${rest}`, params);
    return stored.map((row) => ({ ...row, seq: Number(row.seq), timestamp: `${row.timestamp.replace(' ', 'T')}Z` }));
  }
}
