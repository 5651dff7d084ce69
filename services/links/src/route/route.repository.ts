import type { RowKey } from '@linkway/contracts';
import { AppError, queryNamed, type Statement } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, type Repository } from 'typeorm';
import { Code } from '../code/code.entity.js';
import { Domain } from '../domain/domain.entity.js';
import { Link } from '../link/link.entity.js';

/** A code with what it leads to, all of one moment. */
export interface KnownCode {
  code: Pick<Code, 'code' | 'host' | 'workspace_id' | 'link_id' | 'is_live' | 'version'>;
  /** The link that it leads to, or led to last, wherever that is reached now; null: gone. */
  link: Link | null;
  domain: Pick<Domain, 'domain_name'> | null;
}

const COLUMNS = 'c.code, c.host, c.workspace_id, c.link_id, c.is_live, c.version, c.updated_at';
// Every reader's copy is in this order, whatever the database's own collation is.
const ORDER = 'c.code COLLATE "C", c.host COLLATE "C"';

/** By their names: a prepared statement fails for good where a later release adds a column to what it answers. */
const liveText = (columns: readonly string[]) => `
  WITH found AS MATERIALIZED (
    SELECT ${COLUMNS} FROM unnest($1::text[], $2::text[]) AS k (code, host)
    JOIN codes c ON c.code = k.code AND c.host = k.host WHERE c.is_live)
  SELECT ${columns.map((column) => `l."${column}"`).join(', ')}, f.host AS code_host, f.version AS code_version, d.domain_name FROM found f
  JOIN short_links l ON l.tenant_id = coalesce(f.workspace_id, f.link_id) AND l.id = f.link_id
  LEFT JOIN domains d ON d.id = l.selected_domain_id
  WHERE l.short_code = f.code`;
const DIFFERING = {
  name: 'routes-differing',
  text: `
    SELECT k.at FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS k (code, host, version, at)
    LEFT JOIN codes c ON c.code = k.code AND c.host = k.host
    WHERE c.version IS DISTINCT FROM k.version ORDER BY k.at`,
};

/** A link beside its code, whose columns have names that the link's do not have. */
interface LinkRow extends Link {
  code_host: string;
  code_version: number;
  domain_name: string | null;
}

/**
 * Codes with their links. Codes and links are read in one snapshot: a route never has another version than what it says.
 * No question joins the two tables directly, for they are distributed by other columns.
 */
@Injectable()
export class RouteRepository {
  private readonly liveStatement: Statement;

  constructor(@InjectRepository(Code) private readonly codes: Repository<Code>) {
    const { columns } = codes.manager.connection.getMetadata(Link);
    this.liveStatement = { name: 'routes-live', text: liveText(columns.map(({ databaseName }) => databaseName)) };
  }

  /** Codes behind a (code, host), live or not, in order. */
  range(after: RowKey | null, limit: number): Promise<KnownCode[]> {
    const [code, host] = after === null ? ['', ''] : partsOf(after);
    return this.read(
      `SELECT ${COLUMNS} FROM codes c WHERE (${ORDER}) > ($1::text, $2::text) ORDER BY ${ORDER} LIMIT $3`,
      [code, host, limit],
    );
  }

  /** Those of the keys that somebody has, or had. */
  ofKeys(keys: readonly RowKey[]): Promise<KnownCode[]> {
    const parts = keys.map(partsOf);
    return this.read(
      `SELECT ${COLUMNS} FROM unnest($1::text[], $2::text[]) AS k (code, host)
       JOIN codes c ON c.code = k.code AND c.host = k.host`,
      [parts.map(([code]) => code), parts.map(([, host]) => host)],
    );
  }

  /**
   * Those of the keys that lead somewhere, in one statement, which is a snapshot by itself: what redirects ask before they
   * say no. What is found in the codes is put together first, so that each table is read by its own key.
   */
  async liveOf(keys: readonly RowKey[]): Promise<KnownCode[]> {
    const parts = keys.map(partsOf);
    const rows = await queryNamed<LinkRow>(this.codes.manager, this.liveStatement, [
      parts.map(([code]) => code),
      parts.map(([, host]) => host),
    ]);
    return rows.map((link) => ({
      code: {
        code: link.short_code,
        host: link.code_host,
        workspace_id: link.workspace_id,
        link_id: link.id,
        is_live: true,
        version: link.code_version,
      },
      link,
      domain: link.domain_name === null ? null : { domain_name: link.domain_name },
    }));
  }

  /** Positions of those keys that have another version now: one look at the index of the codes, for the many that do not. */
  async differing(keys: readonly { key: RowKey; version: number | null }[]): Promise<number[]> {
    const parts = keys.map(({ key }) => partsOf(key));
    const rows = await queryNamed<{ at: string }>(this.codes.manager, DIFFERING, [
      parts.map(([code]) => code),
      parts.map(([, host]) => host),
      keys.map(({ version }) => version),
    ]);
    return rows.map(({ at }) => Number(at) - 1);
  }

  /** What the codes lead to, on every host where they lead somewhere. */
  live(codes: readonly string[]): Promise<KnownCode[]> {
    return this.read(`SELECT ${COLUMNS} FROM codes c WHERE c.code = ANY($1::text[]) AND c.is_live`, [codes]);
  }

  private read(sql: string, values: unknown[]): Promise<KnownCode[]> {
    return this.codes.manager.transaction('REPEATABLE READ', async (manager) => {
      const codes: Code[] = await manager.query(sql, values);
      if (codes.length === 0) return [];
      const links = await linksOf(manager, codes);
      const domainIds = [...new Set([...links.values()].flatMap((link) => link.selected_domain_id ?? []))];
      const found = domainIds.length === 0 ? [] : await manager.findBy(Domain, { id: In(domainIds) });
      const domains = new Map(found.map((domain) => [domain.id, domain]));
      return codes.map((code) => {
        const link = links.get(code.link_id) ?? null;
        return { code, link, domain: domains.get(link?.selected_domain_id ?? '') ?? null };
      });
    });
  }
}

async function linksOf(manager: EntityManager, codes: readonly Code[]): Promise<Map<string, Link>> {
  const links = await manager
    .createQueryBuilder(Link, 'l')
    .where('(l.tenant_id, l.id) IN (SELECT * FROM unnest(CAST(:tenants AS uuid[]), CAST(:ids AS uuid[])))', {
      tenants: codes.map((code) => code.workspace_id ?? code.link_id),
      ids: codes.map((code) => code.link_id),
    })
    .getMany();
  return new Map(links.map((link) => [link.id, link]));
}

function partsOf(key: RowKey): [code: string, host: string] {
  const [code, host] = key;
  if (code === undefined || host === undefined || key.length > 2) throw new AppError('request.malformed');
  return [code, host];
}
