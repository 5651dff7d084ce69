import type { BlockSource } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../transaction.js';
import type { Entry } from './block-entry.js';
import type { ListedEntry } from './block-matcher.js';

/** An entry as each process knows it. */
export interface KnownEntry extends ListedEntry {
  source: BlockSource;
  provider: string | null;
  threat: string | null;
}

export interface BlockedRow extends KnownEntry {
  note: string;
  created_by: string | null;
  created_at: Date;
}

/** What an entry is added with. */
export interface Origin {
  source: BlockSource;
  provider: string | null;
  threat: string | null;
  note: string;
  created_by: string | null;
  expires_at: Date | null;
}

type News = KnownEntry & { version: string; removed_at: Date | null };

const KNOWN = 'id, kind, entry, source, provider, threat';
/** Removed entries stay so long, in which every process has heard of it. */
const KEPT_REMOVED = "interval '30 days'";

@Injectable()
export class BlockListRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Grows with every change of entries. */
  async version(): Promise<number> {
    const [row] = await this.database.query<{ version: string }[]>('SELECT version FROM block_list WHERE id = 1');
    return Number(row?.version ?? 0);
  }

  /** What has changed since a version, in the order of that. Whoever knows nothing hears of no removed ones. */
  newerThan(version: number, most: number): Promise<News[]> {
    return this.database.query(
      `SELECT ${KNOWN}, version, removed_at FROM blocked_destinations
       WHERE version > $1 AND ($1 > 0 OR removed_at IS NULL)
         AND version <= coalesce((SELECT version FROM blocked_destinations WHERE version > $1 ORDER BY version OFFSET $2 LIMIT 1), 9e18)
       ORDER BY version`,
      [version, most],
    );
  }

  /** Adds those that are not there; their ids. One version for all of them, and none where there is nothing to add. */
  async add(manager: Transaction, entries: readonly Entry[], origin: Origin): Promise<string[]> {
    const version = await this.lockedVersion(manager);
    const rows = await manager.query<{ id: string }[]>(
      `INSERT INTO blocked_destinations (id, kind, entry, source, provider, threat, note, created_by, expires_at, version)
       SELECT given.id, given.kind, given.entry, $4, $5, $6, $7, $8, $9, $10::bigint + 1
       FROM unnest($1::uuid[], $2::text[], $3::text[]) AS given (id, kind, entry)
       ON CONFLICT (md5(entry), kind) WHERE removed_at IS NULL DO NOTHING RETURNING id`,
      [
        entries.map(() => uuidv7()),
        entries.map(({ kind }) => kind),
        entries.map(({ entry }) => entry),
        origin.source,
        origin.provider,
        origin.threat,
        origin.note,
        origin.created_by,
        origin.expires_at,
        version,
      ],
    );
    // What was there before is looked for already.
    if (rows.length === 0) return [];
    await this.nextVersion(manager);
    await this.noteAdded(manager);
    return rows.map(({ id }) => id);
  }

  /** `isTakenOff`: by an administrator, who knows better than a list. null: it is not there (any more). */
  async remove(manager: Transaction, id: string, isTakenOff = false): Promise<BlockedRow | null> {
    const version = await this.nextVersion(manager);
    const [rows] = await manager.query<[BlockedRow[], number]>(
      `UPDATE blocked_destinations SET removed_at = now(), version = $2, is_taken_off = $3
       WHERE id = $1 AND removed_at IS NULL RETURNING *`,
      [id, version, isTakenOff],
    );
    return rows[0] ?? null;
  }

  /** Those of a provider that are neither on the list nor were taken off it. */
  async missing(provider: string, entries: readonly Entry[]): Promise<Entry[]> {
    return this.database.query(
      `SELECT kind, entry FROM unnest($2::text[], $3::text[]) AS given (kind, entry)
       WHERE NOT EXISTS (
         SELECT FROM blocked_destinations AS b WHERE md5(b.entry) = md5(given.entry) AND b.kind = given.kind AND b.removed_at IS NULL)
       AND NOT EXISTS (
         SELECT FROM blocked_destinations AS b WHERE md5(b.entry) = md5(given.entry) AND b.kind = given.kind AND b.is_taken_off AND b.provider = $1)`,
      [provider, entries.map(({ kind }) => kind), entries.map(({ entry }) => entry)],
    );
  }

  ofProvider(provider: string): Promise<(Entry & { id: string })[]> {
    return this.database.query(
      'SELECT id, kind, entry FROM blocked_destinations WHERE provider = $1 AND removed_at IS NULL',
      [provider],
    );
  }

  async page(
    search: string,
    offset: number,
    limit: number,
  ): Promise<{ rows: (BlockedRow & { links: number })[]; total: number }> {
    const found = `removed_at IS NULL AND ($1 = '' OR position(lower($1) IN lower(entry)) > 0 OR position(lower($1) IN lower(note)) > 0)`;
    const rows = await this.database.query<(BlockedRow & { links: number })[]>(
      `SELECT b.*, (SELECT count(*)::int FROM quarantines WHERE entry_ids @> ARRAY[b.id]) AS links
       FROM (SELECT ${KNOWN}, note, created_by, created_at FROM blocked_destinations WHERE ${found}
         ORDER BY created_at DESC, id LIMIT $3 OFFSET $2) AS b`,
      [search, offset, limit],
    );
    const [all] = await this.database.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM blocked_destinations WHERE ${found}`,
      [search],
    );
    return { rows, total: all?.total ?? 0 };
  }

  /** Also those that were taken off a short while ago. */
  async byIds(ids: readonly string[]): Promise<Map<string, BlockedRow>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<BlockedRow[]>(
      `SELECT ${KNOWN}, note, created_by, created_at FROM blocked_destinations WHERE id = ANY($1::uuid[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async isLooking(): Promise<boolean> {
    const [row] = await this.database.query<{ is_looking: boolean }[]>(
      'SELECT looked_version < added_version AS is_looking FROM block_list WHERE id = 1',
    );
    return row?.is_looking ?? false;
  }

  async forgetRemoved(): Promise<void> {
    await this.database.query(
      `DELETE FROM blocked_destinations AS b WHERE removed_at < now() - ${KEPT_REMOVED} AND NOT (is_taken_off AND provider IS NOT NULL)
         AND NOT EXISTS (SELECT FROM quarantines WHERE entry_ids @> ARRAY[b.id])`,
    );
    await this.database.query(
      'DELETE FROM quarantine_releases AS r WHERE NOT EXISTS (SELECT FROM blocked_destinations WHERE id = r.entry_id)',
    );
  }

  private async lockedVersion(manager: Transaction): Promise<string> {
    const [row] = await manager.query<{ version: string }[]>('SELECT version FROM block_list WHERE id = 1 FOR UPDATE');
    if (!row) throw new Error('block_list has no row');
    return row.version;
  }

  private async nextVersion(manager: Transaction): Promise<string> {
    const [rows] = await manager.query<[{ version: string }[], number]>(
      'UPDATE block_list SET version = version + 1 WHERE id = 1 RETURNING version',
    );
    const [row] = rows;
    if (!row) throw new Error('block_list has no row');
    return row.version;
  }

  /** Links that are there are to be looked through. Since when that is waited for stays what it was, whatever comes meanwhile. */
  private async noteAdded(manager: Transaction): Promise<void> {
    await manager.query(
      `UPDATE block_list SET added_version = version, added_at = now(),
         waiting_since = CASE WHEN looked_version < added_version THEN waiting_since ELSE now() END WHERE id = 1`,
    );
  }
}
