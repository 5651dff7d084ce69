import { MOST_BY_PAGE } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Link } from './link.entity.js';
import type { OwnedLink } from './link.repository.js';
import {
  isByClicks,
  type Listed,
  type ListedLink,
  type ListQuery,
  listed,
  type Search,
  type Total,
  totalOf,
} from './list-query.js';
import { ListSql } from './list-sql.js';
import { SEARCHED } from './search-index.repository.js';

/** Links that a search looks at one after the other where no index finds them. */
const LOOKED_AT = 20_000;
/** Where it is looked how many are wanted. */
const PLACES = 5;
/** The index collects all that it finds before the first is read: what millions of links hold takes it longer than a caller waits. */
const INDEX_MS = 1_500;
/** query_canceled: statement_timeout. */
const TOO_LATE = '57014';

type Row = ListedLink & { matched: number };

/** A workspace's links page by page. What a question costs does not grow with their number. */
@Injectable()
export class ListRepository {
  constructor(@InjectRepository(Link) private readonly links: Repository<Link>) {}

  /** All links of a workspace, exactly: the database counts them as they are made and deleted. */
  async count(workspaceId: string): Promise<number> {
    const [row]: { links: string }[] = await this.links.query('SELECT links FROM link_counts WHERE workspace_id = $1', [
      workspaceId,
    ]);
    return Number(row?.links ?? 0);
  }

  /** As `count`, of those workspaces that ever had any. */
  async countOf(workspaceIds: readonly string[]): Promise<Map<string, number>> {
    const rows: { workspace_id: string; links: string }[] = await this.links.query(
      'SELECT workspace_id, links FROM link_counts WHERE workspace_id = ANY($1)',
      [workspaceIds],
    );
    return new Map(rows.map(({ workspace_id, links }) => [workspace_id, Number(links)]));
  }

  async page(query: ListQuery): Promise<Listed> {
    const sql = new ListSql(query);
    return listed(
      query,
      await this.links.query(`SELECT * FROM ${sql.links} ORDER BY ${sql.order} ${sql.range(query)}`, sql.values),
    );
  }

  /** Those of a status, or of a time. */
  async countFiltered(query: ListQuery): Promise<Total> {
    const sql = new ListSql({ ...query, after: null });
    // In the order of an index, or a table of others' links might be read from its beginning for these.
    const [row]: { total: number }[] = await this.links.query(
      `SELECT count(*)::int AS total FROM (
         SELECT FROM ${sql.places} ORDER BY ${sql.order} LIMIT ${MOST_BY_PAGE + 1}) AS counted`,
      sql.values,
    );
    return totalOf(row?.total ?? 0);
  }

  /** A page of all that an index finds; `many`: too many to put them in order; null: not in time. */
  async findIndexed(query: ListQuery, search: Search | null): Promise<(Listed & Total) | 'many' | null> {
    const sql = new ListSql({ ...query, after: null });
    const matching = `${sql.links} AND ${sql.wanted(query, search)}`;
    const place = sql.afterPlace(query.after);
    // Planned as if all were wanted, which is by the index; read no further than what is counted.
    const rows = await this.inTime<Row>(
      `WITH found AS MATERIALIZED (SELECT id, created_at FROM ${matching}),
         firsts AS MATERIALIZED (SELECT id, created_at FROM found LIMIT ${MOST_BY_PAGE + 1}),
         counted AS MATERIALIZED (${isByClicks(query) ? withClicks(sql) : 'SELECT * FROM firsts'}),
         page AS (SELECT * FROM counted WHERE ${place} ORDER BY ${sql.order} ${sql.range(query)})
       SELECT c.matched, l.* FROM (SELECT count(*)::int AS matched FROM counted) AS c
       LEFT JOIN (SELECT s.*${isByClicks(query) ? ', page.clicks::float8 AS clicks' : ''} FROM page JOIN short_links AS s ON s.tenant_id = $1 AND s.id = page.id) AS l ON true
       ORDER BY ${sql.order}`,
      sql.values,
    );
    if (rows === null) return null;
    const { matched = 0 } = rows[0] ?? {};
    if (matched > MOST_BY_PAGE) return 'many';
    const links = rows.filter(({ id }) => id !== null);
    return { ...listed(query, links), ...totalOf(matched) };
  }

  /**
   * A page of those that are wanted among the next links of the list; without a full one, it goes on after the last link that was looked at. Both are of
   * one moment: links that are made or deleted in between would move that place.
   */
  async findAmongNext(query: ListQuery, search: Search | null): Promise<Listed> {
    const sql = new ListSql(query);
    const rows: (OwnedLink & { last_created_at: Date | null; last_id: string | null })[] = await this.links.query(
      `WITH page AS MATERIALIZED (
         SELECT l.* FROM (SELECT *, ${SEARCHED} AS searched FROM ${sql.links} ORDER BY ${sql.order} LIMIT ${LOOKED_AT}) AS l
         WHERE ${sql.wanted(query, search, 'searched')} ORDER BY ${sql.order} ${sql.range(query)}),
       last AS (
         SELECT * FROM (SELECT created_at AS last_created_at, id AS last_id FROM ${sql.places}
           ORDER BY ${sql.order} OFFSET ${LOOKED_AT - 1} LIMIT 1) AS l
         WHERE (SELECT count(*) FROM page) <= ${sql.value(query.limit)})
       SELECT * FROM (SELECT) AS always LEFT JOIN page ON true LEFT JOIN last ON true ORDER BY ${sql.order}`,
      sql.values,
    );
    const page = listed(
      query,
      rows.filter(({ id }) => id !== null),
    );
    const { last_created_at = null, last_id = null } = rows[0] ?? {};
    const last = last_created_at && last_id ? { created_at: last_created_at, id: last_id } : null;
    return { ...page, next: page.next ?? last };
  }

  /** How many there are among the next links of the list, which may not be all. */
  async countAmongNext(query: ListQuery, search: Search | null, most = LOOKED_AT): Promise<Total> {
    const { looked, matched } = await this.look(query, search, most);
    const { total, isLeast } = totalOf(matched);
    return { total, isLeast: isLeast || query.after !== null || looked === most };
  }

  /** Which share of the links is wanted at places that lie apart in the list's time, `most` links at each; empty where the list is. */
  async shares(query: ListQuery, search: Search | null, most: number): Promise<number[]> {
    const sql = new ListSql({ ...query, sort: 'oldest', after: null });
    const links = `SELECT *, ${SEARCHED} AS searched FROM ${sql.links}`;
    const rows: { share: number }[] = await this.links.query(
      `WITH ends AS MATERIALIZED (
         SELECT (SELECT min(created_at) FROM ${sql.links}) AS first, (SELECT max(created_at) FROM ${sql.links}) AS last)
       SELECT avg((${sql.wanted(query, search, 'searched')})::int)::float8 AS share
       FROM ends CROSS JOIN generate_series(0, ${PLACES - 1}) AS place
       CROSS JOIN LATERAL (
         ${links} AND created_at >= ends.first + (ends.last - ends.first) * place / ${PLACES} ORDER BY ${sql.order} LIMIT ${sql.value(most)}) AS l
       GROUP BY place`,
      sql.values,
    );
    return rows.map(({ share }) => share);
  }

  async look(query: ListQuery, search: Search | null, most: number): Promise<{ looked: number; matched: number }> {
    const sql = new ListSql(query);
    const [row]: { looked: number; matched: number }[] = await this.links.query(
      `SELECT count(*)::int AS looked, (count(*) FILTER (WHERE ${sql.wanted(query, search, 'searched')}))::int AS matched
       FROM (SELECT *, ${SEARCHED} AS searched FROM ${sql.links} ORDER BY ${sql.order} LIMIT ${sql.value(most)}) AS l`,
      sql.values,
    );
    return row ?? { looked: 0, matched: 0 };
  }

  private async inTime<R>(text: string, values: unknown[]): Promise<R[] | null> {
    try {
      return await this.links.manager.transaction(async (manager) => {
        await manager.query(`SET LOCAL statement_timeout = ${INDEX_MS}`);
        return manager.query<R[]>(text, values);
      });
    } catch (error) {
      if ((error as { code?: unknown }).code !== TOO_LATE) throw error;
      return null;
    }
  }
}

/** One by one, however many of the workspace's links have clicks, and not where there are too many to be put in order. A link without a row has none. */
const withClicks = ({ workspace }: ListSql): string =>
  `SELECT f.id, f.created_at, coalesce(c.clicks, 0) AS clicks FROM firsts AS f LEFT JOIN LATERAL (
     SELECT clicks FROM link_clicks WHERE workspace_id = ${workspace} AND link_id = f.id
       AND (SELECT count(*) FROM firsts) <= ${MOST_BY_PAGE} OFFSET 0) AS c ON true`;
