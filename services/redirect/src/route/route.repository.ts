import type { Route, RowKey } from '@linkway/contracts';
import type { Mend, Row } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { RouteRow } from './route.entity.js';
import type { RouteVersion } from './route-version.js';

const CONTENT = [
  'link_id',
  'workspace_id',
  'domain_name',
  'original_url',
  'is_active',
  'password_hash',
  'expires_at',
  'max_clicks',
  'device_targeting',
] as const;
const STATE = ['version', 'deleted', ...CONTENT];
const columnsOf = (table: string): string => STATE.map((column) => `${table}.${column}`).join(', ');

const TYPES = `code text, host text, version integer, deleted boolean, link_id uuid, workspace_id uuid, domain_name text,
  original_url text, is_active boolean, password_hash text, expires_at timestamptz, max_clicks integer, device_targeting jsonb`;

// The older version loses whatever order they come in, so the projection may be fed from anywhere. The same version mends
// a row that differs; version $2 gives way to whatever links has instead of it. In the order of the keys, so that two
// processes never wait for each other.
const UPSERT = `INSERT INTO routes (code, host, ${STATE.join(', ')})
  SELECT code, host, ${STATE.join(', ')} FROM jsonb_to_recordset($1::jsonb) AS told (${TYPES})
  ORDER BY code COLLATE "C", host COLLATE "C"
  ON CONFLICT (code, host) DO UPDATE SET (${STATE.join(', ')}, updated_at) = ROW(${columnsOf('excluded')}, now())
  WHERE routes.version < excluded.version OR (routes.version = excluded.version OR routes.version = $2::integer)
    AND (${columnsOf('routes')}) IS DISTINCT FROM (${columnsOf('excluded')})
  RETURNING code, host`;

@Injectable()
export class RouteRepository {
  constructor(@InjectRepository(RouteRow) private readonly rows: Repository<RouteRow>) {}

  /** All that is known of codes, on every host, with tombstones. */
  async findByCodes(codes: readonly string[]): Promise<RouteVersion[]> {
    const rows = await this.rows.createQueryBuilder('r').where('r.code = ANY(:codes)', { codes }).getMany();
    return rows.map(toVersion);
  }

  async page(after: RowKey | null, limit: number): Promise<Row<Route>[]> {
    const [code = '', host = ''] = after ?? [];
    const rows = await this.rows
      .createQueryBuilder('r')
      .where('(r.code, r.host) > (:code, :host)', { code, host })
      .orderBy('r.code')
      .addOrderBy('r.host')
      .limit(limit)
      .getMany();
    return rows.map(toRow);
  }

  async read(keys: readonly RowKey[]): Promise<Row<Route>[]> {
    const rows = await this.rows
      .createQueryBuilder('r')
      .where('(r.code, r.host) IN (SELECT * FROM unnest(CAST(:codes AS text[]), CAST(:hosts AS text[])))', {
        codes: keys.map(([code]) => code),
        hosts: keys.map(([, host]) => host),
      })
      .getMany();
    return rows.map(toRow);
  }

  /** Takes up changes, each of another key. */
  async apply(changes: readonly RouteVersion[], manager: EntityManager = this.rows.manager): Promise<void> {
    await write(manager, changes, null);
  }

  /** Takes up what links says instead of what was held; returns those that changed a row. */
  async mend(mends: readonly Mend<Route>[]): Promise<Mend<Route>[]> {
    const written: Mend<Route>[] = [];
    for (const held of new Set(mends.map((mend) => mend.held))) {
      const same = mends.filter((mend) => mend.held === held);
      const keys = await write(this.rows.manager, same.map(toChange), held);
      written.push(...same.filter(({ key: [code, host] }) => keys.has(`${code} ${host}`)));
    }
    return written;
  }
}

export const toChange = ({ key: [code = '', host = ''], version, content }: Mend<Route>): RouteVersion => ({
  code,
  host,
  version,
  route: content,
});

async function write(
  manager: EntityManager,
  changes: readonly RouteVersion[],
  held: number | null,
): Promise<Set<string>> {
  const told = changes.map(({ code, host, version, route }) => ({
    ...route,
    expires_at: route?.expires_at ? timeOf(route.expires_at) : null,
    code,
    host,
    version,
    deleted: route === null,
  }));
  const rows: { code: string; host: string }[] = await manager.query(UPSERT, [JSON.stringify(told), held]);
  return new Set(rows.map(({ code, host }) => `${code} ${host}`));
}

/** PostgreSQL has no year 0: the year before 1 is 1 BC. */
const timeOf = (iso: string): string => (iso.startsWith('0000-') ? `0001-${iso.slice(5)} BC` : iso);

const toRow = (row: RouteRow): Row<Route> => {
  const { code, host, version, route } = toVersion(row);
  return { key: [code, host], version, content: route };
};

function toVersion(row: RouteRow): RouteVersion {
  const { code, host, version } = row;
  if (row.deleted || row.link_id === null || row.original_url === null) return { code, host, version, route: null };
  return {
    code,
    host,
    version,
    route: {
      link_id: row.link_id,
      workspace_id: row.workspace_id,
      host,
      domain_name: row.domain_name,
      code,
      original_url: row.original_url,
      is_active: row.is_active ?? false,
      password_hash: row.password_hash,
      expires_at: row.expires_at?.toISOString() ?? null,
      max_clicks: row.max_clicks,
      device_targeting: row.device_targeting,
      version,
    },
  };
}
