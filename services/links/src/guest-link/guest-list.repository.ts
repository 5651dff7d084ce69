import { ANY_HOST, MOST_BY_PAGE } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository } from 'typeorm';
import type { LinkAddress } from '../domain/domain-address.js';
import { Link } from '../link/link.entity.js';
import { type Total, totalOf } from '../link/list-query.js';
import type { GuestPlace, GuestPortion, GuestQuery } from './guest-query.js';
import { GuestSql } from './guest-sql.js';

type LookedRow = { looked: number; last_id: string | null; last_created_at: Date | null } & (
  | GuestPlace
  | { id: null; created_at: null }
);

/** Guests' links of all devices, in the order of time. What a question costs is bounded, however many there are. */
@Injectable()
export class GuestListRepository {
  constructor(@InjectRepository(Link) private readonly links: Repository<Link>) {}

  /** Those that are wanted, `most` of them, among the next `looked` links after a place; both of one moment, as a list changes in between. */
  async next(query: GuestQuery, after: GuestPlace | null, looked: number, most: number): Promise<GuestPortion> {
    const sql = new GuestSql(query.sort);
    const rows: LookedRow[] = await this.links.query(
      `WITH looked AS MATERIALIZED (
         SELECT id, created_at, ${sql.wanted(query)} AS is_wanted FROM ${sql.links(query, after)}
         ORDER BY ${sql.order} LIMIT ${sql.value(looked)}),
       found AS (SELECT id, created_at FROM looked WHERE is_wanted ORDER BY ${sql.order} LIMIT ${sql.value(most)})
       SELECT found.*, all_of.looked, last.* FROM (SELECT count(*)::int AS looked FROM looked) AS all_of
       LEFT JOIN (SELECT id AS last_id, created_at AS last_created_at FROM looked
         ORDER BY ${sql.order} OFFSET greatest((SELECT count(*) FROM looked) - 1, 0) LIMIT 1) AS last ON true
       LEFT JOIN found ON true ORDER BY ${sql.order}`,
      sql.values,
    );
    const [first] = rows;
    return {
      found: rows.filter((row): row is LookedRow & GuestPlace => row.id !== null),
      looked: first?.looked ?? 0,
      last: first?.last_id && first.last_created_at ? { id: first.last_id, created_at: first.last_created_at } : null,
    };
  }

  /** By time and by whether they have expired alone, which the indexes know. */
  async count(query: GuestQuery): Promise<Total> {
    const sql = new GuestSql(query.sort);
    const links = sql.links(query, null);
    // The expired ones of any time in the order of their ends, or all others might be looked at for a few.
    const isByExpiry = query.expired === true && query.from === null && query.to === null;
    const matching = isByExpiry
      ? `${links} AND expires_at <= now() ORDER BY expires_at`
      : `${links} AND ${sql.wanted({ search: null, expired: query.expired })} ORDER BY ${sql.order}`;
    const [row]: { total: number }[] = await this.links.query(
      `SELECT count(*)::int AS total FROM (SELECT FROM ${matching} LIMIT ${MOST_BY_PAGE + 1}) AS counted`,
      sql.values,
    );
    return totalOf(row?.total ?? 0);
  }

  /** Those with that very code, on the host where one is said, or on any. */
  withCode(
    { code, host }: { code: string; host: LinkAddress['host'] | null },
    query: GuestQuery,
  ): Promise<GuestPlace[]> {
    const sql = new GuestSql(query.sort);
    const codes = `SELECT link_id, link_id FROM codes WHERE code = ${sql.value(code)} AND is_live AND workspace_id IS NULL
      ${host === null ? '' : `AND host = ANY(${sql.value([host, ANY_HOST])})`}`;
    return this.links.query(
      `SELECT id, created_at FROM ${sql.links(query, null)} AND (tenant_id, id) IN (${codes})
         AND ${sql.wanted({ search: null, expired: query.expired })} ORDER BY ${sql.order}`,
      sql.values,
    );
  }

  /** In their order; one that is gone meanwhile, or was taken over, is not there. */
  async all(ids: readonly string[]): Promise<Link[]> {
    const links = await this.links.findBy({ tenant_id: In(ids), id: In(ids), workspace_id: IsNull() });
    const byId = new Map(links.map((link) => [link.id, link]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
