import { ANY_HOST, MOST_BY_PAGE } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { LinkAddress } from '../domain/domain-address.js';
import { Link } from './link.entity.js';
import type { OwnedLink } from './link.repository.js';
import type { ListPlace } from './list-place.js';
import { SEARCHED } from './search-index.repository.js';

export interface ListQuery {
  workspaceId: string;
  /** Of links of these domains alone; null: of all. */
  domainIds: readonly string[] | null;
  sort: 'newest' | 'oldest';
  /** null: both. */
  active: boolean | null;
  /** Of links that have all of these. */
  tags: readonly string[];
  /** Made then or later; null: whenever. */
  from: Date | null;
  /** Made before. */
  to: Date | null;
  /** The list begins after it. */
  after: ListPlace | null;
  offset: number;
  limit: number;
}

export interface Search {
  /** A link must have each of them; there is at least one. */
  words: readonly string[];
  /** The short link that the text is, if it is one. */
  address: LinkAddress | null;
}

export interface Listed {
  links: OwnedLink[];
  /** Where the links after these begin; null: there are none. */
  next: ListPlace | null;
}

/** As many as there are at least, where they are more than are counted. */
export interface Total {
  total: number;
  isLeast: boolean;
}

/** Links that a search looks at one after the other where no index finds them. */
const LOOKED_AT = 20_000;
/** The index collects all that it finds before the first is read: what millions of links hold takes it longer than a caller waits. */
const INDEX_MS = 1_500;
/** query_canceled: statement_timeout. */
const TOO_LATE = '57014';

type Row = OwnedLink & { matched: number };

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
    const sql = new Sql(query);
    return listed(
      query,
      await this.links.query(`SELECT * FROM ${sql.links} ORDER BY ${sql.order} ${sql.range(query)}`, sql.values),
    );
  }

  /** Those of a status, or of a time. */
  async countFiltered(query: ListQuery): Promise<Total> {
    const sql = new Sql({ ...query, after: null });
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
    const sql = new Sql({ ...query, after: null });
    const matching = `${sql.links} AND ${sql.wanted(query, search)}`;
    const place = sql.afterPlace(query.after);
    // Planned as if all were wanted, which is by the index; read no further than what is counted.
    const rows = await this.inTime<Row>(
      `WITH found AS MATERIALIZED (SELECT id, created_at FROM ${matching}),
         counted AS MATERIALIZED (SELECT id, created_at FROM found LIMIT ${MOST_BY_PAGE + 1}),
         page AS (SELECT id FROM counted WHERE ${place} ORDER BY ${sql.order} ${sql.range(query)})
       SELECT c.matched, l.* FROM (SELECT count(*)::int AS matched FROM counted) AS c
       LEFT JOIN (SELECT s.* FROM page JOIN short_links AS s ON s.tenant_id = $1 AND s.id = page.id) AS l ON true
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
    const sql = new Sql(query);
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
  async countAmongNext(query: ListQuery, search: Search | null): Promise<Total> {
    const sql = new Sql(query);
    const [row]: { looked: number; matched: number }[] = await this.links.query(
      `SELECT count(*)::int AS looked, (count(*) FILTER (WHERE ${sql.wanted(query, search, 'searched')}))::int AS matched
       FROM (SELECT *, ${SEARCHED} AS searched FROM ${sql.links} ORDER BY ${sql.order} LIMIT ${LOOKED_AT}) AS l`,
      sql.values,
    );
    const { total, isLeast } = totalOf(row?.matched ?? 0);
    return { total, isLeast: isLeast || query.after !== null || row?.looked === LOOKED_AT };
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

/** The parts that questions for lists are made of, with their values. */
class Sql {
  readonly values: unknown[] = [];
  /** The links of the list. */
  readonly links: string;
  /** The same where their order is enough: a link of a tenant is the workspace's unless it is a guest's by that very id, so indexes alone know them. */
  readonly places: string;
  readonly order: string;
  private readonly beyond: '<' | '>';
  private readonly workspace: string;

  constructor({ workspaceId, active, from, to, sort, after }: ListQuery) {
    const direction = sort === 'oldest' ? 'ASC' : 'DESC';
    this.beyond = sort === 'oldest' ? '>' : '<';
    this.order = `created_at ${direction}, id ${direction}`;
    this.workspace = this.value(workspaceId);
    const rest = [
      `tenant_id = ${this.workspace}`,
      ...(active === null ? [] : [`is_active = ${this.value(active)}`]),
      ...(from === null ? [] : [`created_at >= ${this.value(from)}`]),
      ...(to === null ? [] : [`created_at < ${this.value(to)}`]),
      this.afterPlace(after),
    ].join(' AND ');
    this.links = `short_links WHERE workspace_id = ${this.workspace} AND ${rest}`;
    this.places = `short_links WHERE id <> ${this.workspace} AND ${rest}`;
  }

  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** One more than asked for tells whether there are more. */
  range({ offset, limit }: ListQuery): string {
    return `OFFSET ${this.value(offset)} LIMIT ${this.value(limit + 1)}`;
  }

  afterPlace(place: ListPlace | null): string {
    return place === null
      ? 'true'
      : `(created_at, id) ${this.beyond} (${this.value(place.created_at)}, ${this.value(place.id)})`;
  }

  /** What the query and the search, if there is one, want of a link. */
  wanted({ domainIds, tags }: ListQuery, search: Search | null, searched = SEARCHED): string {
    const domains = domainIds === null ? [] : [`selected_domain_id = ANY(${this.value(domainIds)}::uuid[])`];
    const words = search === null ? [] : [this.matches(search, searched)];
    return [...domains, ...this.tagged(tags), ...words].join(' AND ') || 'true';
  }

  /** As the index `short_links_by_tag` has them; a link without tags is told apart without making keys of them. */
  private tagged(tags: readonly string[]): string[] {
    if (tags.length === 0) return [];
    const keys = `links_tag_keys(${this.workspace}::uuid, ${this.value(tags)}::text[])`;
    return [`tags <> '{}'`, `links_tag_keys(tenant_id, tags) @> ${keys}`];
  }

  /** `searched`: what the words are looked for in, where it was put together already. */
  private matches({ words, address }: Search, searched: string): string {
    const has = (text: string) => `${searched} LIKE links_folded(${this.value(`%${literal(text)}%`)})`;
    const anywhere = words.map(has).join(' AND ');
    if (address === null) return anywhere;
    // The first part says nothing more than the last one: the index knows it.
    return `(${anywhere} OR (${has(address.code)} AND host = ANY(${this.value([address.host, ANY_HOST])})
      AND short_code ILIKE ${this.value(`${literal(address.code)}%`)}))`;
  }
}

/** A text as itself in a pattern of LIKE. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function listed({ limit }: ListQuery, rows: OwnedLink[]): Listed {
  const links = rows.slice(0, limit);
  return { links, next: rows.length > limit ? (links.at(-1) ?? null) : null };
}

const totalOf = (counted: number): Total => ({
  total: Math.min(counted, MOST_BY_PAGE + 1),
  isLeast: counted > MOST_BY_PAGE,
});
