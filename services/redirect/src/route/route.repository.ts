import { ANY_HOST, type Route, type RowKey } from '@linkway/contracts';
import { type Mend, type Row, type VersionedTable, versionedUpsert } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { RouteRow } from './route.entity.js';
import type { RouteKey, RouteVersion } from './route-version.js';

/** What of a route a row has, beside its key and version. */
export const CONTENT = [
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

/** Of the other hosts of a code, those that are looked at for a page that names one. */
const OTHER_HOSTS = 10;

type Told = Partial<Route> & Pick<RouteVersion, 'code' | 'host' | 'version'> & { deleted: boolean };
const TABLE: VersionedTable<Told, 'code' | 'host'> = {
  table: 'routes',
  key: ['code', 'host'],
  columns: ['version', 'deleted', ...CONTENT],
  touched: 'updated_at',
};

@Injectable()
export class RouteRepository {
  constructor(@InjectRepository(RouteRow) private readonly rows: Repository<RouteRow>) {}

  /** What is known of keys, with tombstones, in no order. */
  async findByKeys(keys: readonly RouteKey[]): Promise<RouteVersion[]> {
    return (await this.ofKeys(keys)).map(toVersion);
  }

  /**
   * For each key a living route of the same code on another host, rather one that is switched on. It looks at few of the
   * hosts, however many there are.
   */
  async findElsewhere(keys: readonly RouteKey[]): Promise<(Route | null)[]> {
    const rows: (RouteRow & { at: string })[] = await this.rows.query(
      `SELECT o.*, k.at FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (code, host, at)
       CROSS JOIN LATERAL (
         SELECT * FROM (
           SELECT * FROM routes r
           WHERE r.code = k.code AND r.host NOT IN (k.host, '${ANY_HOST}') AND NOT r.deleted
           ORDER BY r.host LIMIT ${OTHER_HOSTS}) few
         ORDER BY few.is_active DESC LIMIT 1) o`,
      [keys.map(({ code }) => code), keys.map(({ host }) => host)],
    );
    const found: (Route | null)[] = keys.map(() => null);
    for (const { at, ...row } of rows) found[Number(at) - 1] = toVersion(row).route;
    return found;
  }

  /** Those of the links that are the workspace's and have a click cap. */
  async cappedAmong(workspaceId: string, linkIds: readonly string[]): Promise<string[]> {
    const rows: { link_id: string }[] = await this.rows
      .createQueryBuilder('r')
      .select('DISTINCT r.link_id', 'link_id')
      .where('r.link_id = ANY(:linkIds) AND r.max_clicks IS NOT NULL', { linkIds })
      .andWhere('r.workspace_id = :workspaceId AND NOT r.deleted', { workspaceId })
      .getRawMany();
    return rows.map(({ link_id }) => link_id);
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
    return (await this.ofKeys(keys.map(([code = '', host = '']) => ({ code, host })))).map(toRow);
  }

  private ofKeys(keys: readonly RouteKey[]): Promise<RouteRow[]> {
    return this.rows
      .createQueryBuilder('r')
      .where('(r.code, r.host) IN (SELECT * FROM unnest(CAST(:codes AS text[]), CAST(:hosts AS text[])))', {
        codes: keys.map(({ code }) => code),
        hosts: keys.map(({ host }) => host),
      })
      .getMany();
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
  const rows = await versionedUpsert(manager, TABLE, told, held);
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
