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

// The older version loses whatever order they come in, so the projection may be fed from anywhere. The same version mends
// a row that differs; version $14 gives way to whatever links has instead of it.
const UPSERT = `INSERT INTO routes (code, host, ${STATE.join(', ')})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  ON CONFLICT (code, host) DO UPDATE SET (${STATE.join(', ')}, updated_at) = ROW(${columnsOf('excluded')}, now())
  WHERE routes.version < excluded.version OR (routes.version = excluded.version OR routes.version = $14::integer)
    AND (${columnsOf('routes')}) IS DISTINCT FROM (${columnsOf('excluded')})
  RETURNING code`;

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

  /** Takes up changes in the order of their keys, so that two processes never wait for each other. */
  async apply(changes: readonly RouteVersion[], manager: EntityManager = this.rows.manager): Promise<void> {
    for (const change of inOrder(changes)) await write(manager, change, null);
  }

  /** Takes up what links says instead of what was held; returns those that changed a row. */
  mend(mends: readonly Mend<Route>[]): Promise<Mend<Route>[]> {
    const changes = new Map(mends.map((mend) => [toChange(mend), mend]));
    return this.rows.manager.transaction(async (manager) => {
      const written: Mend<Route>[] = [];
      for (const change of inOrder([...changes.keys()])) {
        const mend = changes.get(change);
        if (mend && (await write(manager, change, mend.held))) written.push(mend);
      }
      return written;
    });
  }
}

export const toChange = ({ key: [code = '', host = ''], version, content }: Mend<Route>): RouteVersion => ({
  code,
  host,
  version,
  route: content,
});

const inOrder = (changes: readonly RouteVersion[]): RouteVersion[] =>
  [...changes].sort((a, b) => (`${a.code} ${a.host}` < `${b.code} ${b.host}` ? -1 : 1));

async function write(manager: EntityManager, change: RouteVersion, held: number | null): Promise<boolean> {
  const { code, host, version, route } = change;
  const written: unknown[] = await manager.query(UPSERT, [
    code,
    host,
    version,
    route === null,
    route?.link_id ?? null,
    route?.workspace_id ?? null,
    route?.domain_name ?? null,
    route?.original_url ?? null,
    route?.is_active ?? null,
    route?.password_hash ?? null,
    // As a date, not as text: PostgreSQL writes years before 1 and after 9999 in a way of its own, which its driver knows.
    route?.expires_at ? new Date(route.expires_at) : null,
    route?.max_clicks ?? null,
    route?.device_targeting ? JSON.stringify(route.device_targeting) : null,
    held,
  ]);
  return written.length > 0;
}

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
