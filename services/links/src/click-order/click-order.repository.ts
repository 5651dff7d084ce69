import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { OwnedLink } from '../link/link.repository.js';
import type { ListPlace } from '../link/list-place.js';
import { type Listed, type ListedLink, type ListQuery, listed, type Search } from '../link/list-query.js';
import { ListSql } from '../link/list-sql.js';
import { SEARCHED } from '../link/search-index.repository.js';

/** Links that a search looks at in one statement, until it has found a page: mostly they are among the first. */
const STEPS = [1_000, 4_000, 15_000] as const;

interface Looked {
  found: Required<ListPlace>[];
  /** The last one that was looked at; null: there are no more. */
  last: Required<ListPlace> | null;
}

/**
 * Lists by clicks: links with a row of `link_clicks` from its indexes, and those without one, which have no clicks, from what was made since rows
 * were filled in (`ClickFill`). Both are right at any time; without the rows it takes longer.
 */
@Injectable()
export class ClickOrderRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** When the clicks were counted that lists are in the order of; null: they never were in full. */
  async asOf(): Promise<Date | null> {
    const [row] = await this.database.query<{ as_of: Date | null }[]>(
      `SELECT as_of FROM click_copies WHERE name = 'totals'`,
    );
    return row?.as_of ?? null;
  }

  /** Of all links, or of those of a time. */
  async page(query: ListQuery): Promise<Listed> {
    const sql = new ListSql({ ...query, after: null });
    const places = await this.places(sql, query, query.offset + query.limit + 1);
    const rows = await this.database.query<ListedLink[]>(
      `SELECT s.*, p.clicks::float8 AS clicks FROM (${places} ${sql.range(query)}) AS p
       CROSS JOIN LATERAL (${linkOf(sql, 'p.id')}) AS s ORDER BY ${sql.order}`,
      sql.values,
    );
    return listed(query, rows);
  }

  /** As `ListRepository.findAmongNext`: goes on after the last link that was looked at where there is no full page. */
  async findAmongNext(query: ListQuery, search: Search | null): Promise<Listed> {
    const wanted = query.offset + query.limit;
    const found: Required<ListPlace>[] = [];
    let after = query.after;
    for (const step of STEPS) {
      const looked = await this.look({ ...query, after }, search, step, wanted + 1 - found.length);
      found.push(...looked.found);
      const more = found.length > wanted ? (found[wanted - 1] ?? null) : looked.last;
      after = more;
      if (found.length > wanted || more === null) break;
    }
    return { links: await this.linksOf(query, found.slice(query.offset, wanted)), next: after };
  }

  /** Of the next links of the list those that are wanted. */
  private async look(query: ListQuery, search: Search | null, step: number, most: number): Promise<Looked> {
    const sql = new ListSql({ ...query, after: null });
    const places = await this.places(sql, query, step);
    const active = query.active === null ? '' : `is_active = ${sql.value(query.active)} AND`;
    const rows = await this.database.query<(Partial<Required<ListPlace>> & { last: LastText | null })[]>(
      `WITH looked AS MATERIALIZED (${places} LIMIT ${step}),
         page AS (
           SELECT looked.* FROM looked CROSS JOIN LATERAL (${linkOf(sql, 'looked.id')}) AS s
           WHERE ${active} ${sql.wanted(query, search, 's.searched')} ORDER BY ${order(sql, 'looked')} LIMIT ${sql.value(most)}),
         last AS (SELECT * FROM looked ORDER BY ${sql.order} OFFSET ${step - 1} LIMIT 1)
       SELECT page.id, page.created_at, page.clicks::float8 AS clicks, to_json(last) AS last
       FROM (SELECT) AS always LEFT JOIN page ON true LEFT JOIN last ON true ORDER BY ${order(sql, 'page')}`,
      sql.values,
    );
    const last = rows[0]?.last ?? null;
    return {
      found: rows.flatMap(({ id, created_at, clicks = 0 }) => (id && created_at ? [{ id, created_at, clicks }] : [])),
      last: last && { ...last, created_at: new Date(last.created_at) },
    };
  }

  /** Places of the list behind its own, as many as wanted of either kind, in their order. */
  private async places(sql: ListSql, query: ListQuery, most: number): Promise<string> {
    const dates = [
      ...(query.from === null ? [] : [`created_at >= ${sql.value(query.from)}`]),
      ...(query.to === null ? [] : [`created_at < ${sql.value(query.to)}`]),
    ];
    const limit = sql.value(most);
    const counted = [`workspace_id = ${sql.workspace}`, ...dates, sql.afterPlace(query.after)].join(' AND ');
    const fresh = [sql.places, ...(await this.afterFilled(sql, query.workspaceId)), amongUncounted(sql, query)].join(
      ' AND ',
    );
    return `SELECT * FROM (
      (SELECT id, created_at, clicks FROM (SELECT workspace_id, link_id AS id, created_at, clicks FROM link_clicks) AS counted
       WHERE ${counted} ORDER BY ${sql.order} LIMIT ${limit})
      UNION ALL
      (SELECT id, created_at, 0 AS clicks FROM ${fresh}
         AND NOT EXISTS (SELECT FROM link_clicks AS c WHERE c.workspace_id = ${sql.workspace} AND c.link_id = short_links.id)
       ORDER BY created_at DESC, id DESC LIMIT ${limit})
    ) AS places ORDER BY ${sql.order}`;
  }

  /** Read before the list: links up to an earlier place have rows as well. */
  private async afterFilled(sql: ListSql, workspaceId: string): Promise<string[]> {
    const [filled] = await this.database.query<{ filled_at: Date; filled_id: string }[]>(
      'SELECT filled_at, filled_id FROM click_orders WHERE workspace_id = $1',
      [workspaceId],
    );
    return filled ? [`(created_at, id) > (${sql.value(filled.filled_at)}, ${sql.value(filled.filled_id)})`] : [];
  }

  private async linksOf({ workspaceId }: ListQuery, places: Required<ListPlace>[]): Promise<ListedLink[]> {
    const rows = await this.database.query<OwnedLink[]>(
      'SELECT * FROM short_links WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
      [workspaceId, places.map(({ id }) => id)],
    );
    const byId = new Map(rows.map((link) => [link.id, link]));
    return places.flatMap(({ id, clicks }) => {
      const link = byId.get(id);
      return link ? [Object.assign(link, { clicks })] : [];
    });
  }
}

type LastText = Omit<Required<ListPlace>, 'created_at'> & { created_at: string };

/** A link by itself: a join with all links of the workspace would read them all. */
const linkOf = (sql: ListSql, id: string): string =>
  `SELECT *, ${SEARCHED} AS searched FROM short_links WHERE tenant_id = ${sql.workspace} AND id = ${id} AND workspace_id = ${sql.workspace} OFFSET 0`;

/** Those that have no clicks, behind a place of the list. */
function amongUncounted(sql: ListSql, { sort, after }: ListQuery): string {
  if (after === null) return 'true';
  if (after.clicks !== 0) return sort === 'most_clicks' ? 'true' : 'false';
  return `(created_at, id) < (${sql.value(after.created_at)}, ${sql.value(after.id)})`;
}

const order = (sql: ListSql, of: string): string => sql.order.replaceAll(/(clicks|created_at|id)\b/g, `${of}.$1`);
