import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Repository } from 'typeorm';
import { EXAMPLE_ID } from '../example/example-id.js';
import { Link } from '../link/link.entity.js';
import { OF_GUESTS } from './guest-sql.js';

/** Who asked for something, as the audit log has it. */
export interface AskedBy {
  user: { id: string } | null;
  ip: string | null;
}

interface GoneLink {
  link_id: string;
  host: string;
  code: string;
  version: number;
}

const HAVE_EXPIRED = `SELECT id FROM short_links WHERE ${OF_GUESTS} AND expires_at <=`;
/** After which nobody asks any more what came of a deletion. */
const REMEMBERED = "interval '1 day'";

@Injectable()
export class GuestDeletionRepository {
  constructor(@InjectRepository(Link) private readonly links: Repository<Link>) {}

  /** A guest's link, locked until the transaction ends; null: it is not there, or no guest's any more. */
  lock(id: string, manager: EntityManager): Promise<Link | null> {
    if (id === EXAMPLE_ID) return Promise.resolve(null);
    return manager.findOne(Link, {
      where: { tenant_id: id, id, workspace_id: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** The deletion of what has expired by now: a new one, or the one that is under way; null: nothing has. */
  async begin(id: string, by: AskedBy): Promise<string | null> {
    await this.links.query(`DELETE FROM guest_sweeps WHERE ended_at < now() - ${REMEMBERED}`);
    const [row]: { id: string }[] = await this.links.query(
      `INSERT INTO guest_sweeps (id, asked_by) SELECT $1, $2 WHERE EXISTS (${HAVE_EXPIRED} now())
       ON CONFLICT ((true)) WHERE ended_at IS NULL DO UPDATE SET expired_by = now() RETURNING id`,
      [id, JSON.stringify(by)],
    );
    return row?.id ?? null;
  }

  /** The one that is under way. */
  async underWay(): Promise<string | null> {
    const [row]: { id: string }[] = await this.links.query('SELECT id FROM guest_sweeps WHERE ended_at IS NULL');
    return row?.id ?? null;
  }

  async stateOf(id: string): Promise<{ deleted: number; is_done: boolean } | null> {
    const [row]: { deleted: number; is_done: boolean }[] = await this.links.query(
      'SELECT deleted, ended_at IS NOT NULL AS is_done FROM guest_sweeps WHERE id = $1',
      [id],
    );
    return row ?? null;
  }

  /** Some of what has expired leaves, but for what somebody else has in hand; each whose code led to it, as all do, is told. */
  async deleteSome(sweep: string, most: number, manager: EntityManager): Promise<{ count: number; told: GoneLink[] }> {
    // As every change does: the links first, then their codes, in the order of these.
    const [links] = await manager.query<[{ id: string; host: string; short_code: string }[], number]>(
      `DELETE FROM short_links WHERE (tenant_id, id) IN (SELECT id, id FROM unnest(ARRAY(
         ${HAVE_EXPIRED} (SELECT expired_by FROM guest_sweeps WHERE id = $1 AND ended_at IS NULL)
         ORDER BY expires_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)) AS gone (id))
       RETURNING id, host, short_code`,
      [sweep, most],
    );
    if (links.length === 0) return { count: 0, told: [] };
    const [codes, hosts] = [links.map(({ short_code }) => short_code), links.map(({ host }) => host)];
    await manager.query(
      'SELECT 1 FROM codes WHERE (code, host) IN (SELECT * FROM unnest($1::text[], $2::text[])) ORDER BY code, host FOR UPDATE',
      [codes, hosts],
    );
    const [told] = await manager.query<[GoneLink[], number]>(
      `UPDATE codes SET is_live = false, version = version + 1, updated_at = now()
       FROM unnest($1::text[], $2::text[], $3::uuid[]) AS gone (code, host, link_id)
       WHERE codes.code = gone.code AND codes.host = gone.host AND codes.link_id = gone.link_id AND codes.is_live
       RETURNING codes.link_id, codes.host, codes.code, codes.version`,
      [codes, hosts, links.map(({ id }) => id)],
    );
    await manager.query('UPDATE guest_sweeps SET deleted = deleted + $2 WHERE id = $1', [sweep, links.length]);
    return { count: links.length, told };
  }

  /** What it came to, told to one alone of all who may end it; null: it is not over, or was ended before. Who asked for it is kept no longer. */
  async end(sweep: string, manager: EntityManager): Promise<{ deleted: number; by: AskedBy } | null> {
    const [rows] = await manager.query<[{ deleted: number; by: AskedBy }[], number]>(
      `UPDATE guest_sweeps AS s SET ended_at = now(), asked_by = NULL
       FROM (SELECT id, asked_by, expired_by FROM guest_sweeps WHERE id = $1 FOR UPDATE) AS former
       WHERE s.id = former.id AND s.ended_at IS NULL AND NOT EXISTS (${HAVE_EXPIRED} former.expired_by)
       RETURNING s.deleted, former.asked_by AS by`,
      [sweep],
    );
    return rows[0] ?? null;
  }
}
