import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { LISTENS } from '../sends.js';

/** A stream of clicks, as it is. */
export interface Shard {
  stream: string;
  /** When it was made: one that was made anew has other messages under the same numbers. */
  made_at: string;
  last: number;
  /** When it stored that one; null: it has none. */
  last_at: Date | null;
}

/** Up to where one is read. */
export interface Position {
  made_at: string;
  position: number;
  /** When the stream stored the message with that number, as it was told; null: none was told yet. */
  told_at: Date | null;
}

/** Whoever reads a shard says so again within that time. */
const HELD = "interval '15 seconds'";
/** Whoever begins to read, and whoever finds that nobody wants it, do so one after the other. */
const IN_TURN = "SELECT pg_advisory_xact_lock(hashtextextended('linkway.links.webhook-clicks', 0))";
const IS_WANTED = `EXISTS (SELECT FROM webhooks AS w WHERE ${LISTENS})`;

/**
 * How far the streams of clicks are read for webhooks, kept with what was noted, and who reads. There are rows only while somebody wants to be told of
 * clicks.
 */
@Injectable()
export class ClickPositionRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Whether somebody wants clicks, and whether reading has begun. */
  async state(): Promise<{ wanted: boolean; begun: boolean }> {
    const [row] = await this.database.query<{ wanted: boolean; begun: boolean }[]>(
      `SELECT ${IS_WANTED} AS wanted, EXISTS (SELECT FROM webhook_click_positions) AS begun`,
    );
    return row ?? { wanted: false, begun: false };
  }

  /**
   * Reading begins with what comes from now on; of a shard that comes later, with its first message. `look` answers those shards that are not known
   * yet; what is known is asked in turn, as another process may be about to end what it was.
   */
  async begin(look: (known: ReadonlySet<string>) => Promise<readonly Shard[]>): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query(IN_TURN);
      const known = new Set(await streamsOf(manager));
      const shards = await look(known);
      if (shards.length === 0) return;
      await manager.query(
        `INSERT INTO webhook_click_positions (stream, made_at, position, told_at)
         SELECT stream, made_at, CASE WHEN $5 THEN 0 ELSE last END, CASE WHEN $5 THEN NULL ELSE last_at END
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[]) AS given (stream, made_at, last, last_at)
         ON CONFLICT (stream) DO NOTHING`,
        [
          shards.map(({ stream }) => stream),
          shards.map(({ made_at }) => made_at),
          shards.map(({ last }) => last),
          shards.map(({ last_at }) => last_at),
          known.size > 0,
        ],
      );
    });
  }

  /** Where nobody wants it any more. */
  async end(): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query(IN_TURN);
      await manager.query(`DELETE FROM webhook_click_positions WHERE NOT ${IS_WANTED}`);
    });
  }

  /** Those of which reading has begun. */
  streams(): Promise<string[]> {
    return streamsOf(this.database.manager);
  }

  /** Takes a shard to read it, or goes on having it; null: another process has it, or nobody wants it. */
  async hold(stream: string, holder: string): Promise<Position | null> {
    const [[row]] = await this.database.query<[(Omit<Position, 'position'> & { position: string })[], number]>(
      `UPDATE webhook_click_positions SET holder = $2, held_until = now() + ${HELD}
       WHERE stream = $1 AND (holder = $2 OR held_until <= now()) RETURNING made_at, position, told_at`,
      [stream, holder],
    );
    return row ? { ...row, position: Number(row.position) } : null;
  }

  async letGo(holder: string): Promise<void> {
    await this.database.query(`UPDATE webhook_click_positions SET held_until = now() WHERE holder = $1`, [holder]);
  }

  /** Reading goes on elsewhere than where it ended: the stream, or what it had there, is another. False: so is who reads it. */
  async move(stream: string, holder: string, { made_at, position, told_at }: Position): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(
      'UPDATE webhook_click_positions SET made_at = $3, position = $4, told_at = $5 WHERE stream = $1 AND holder = $2',
      [stream, holder, made_at, position, told_at],
    );
    return count > 0;
  }

  /** With what was noted of the messages up to there. False: another process goes on with the shard, and has noted them or will. */
  async advance(
    stream: string,
    holder: string,
    { from, to, told_at }: { from: number; to: number; told_at: Date },
    manager: EntityManager,
  ): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(
      `UPDATE webhook_click_positions SET position = $4, told_at = $5, held_until = now() + ${HELD}
       WHERE stream = $1 AND holder = $2 AND position = $3`,
      [stream, holder, from, to, told_at],
    );
    return count > 0;
  }
}

async function streamsOf(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<{ stream: string }[]>('SELECT stream FROM webhook_click_positions');
  return rows.map(({ stream }) => stream);
}
