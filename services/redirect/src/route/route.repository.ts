import { ANY_HOST, type Route, type RowKey, routeSchema } from '@linkway/contracts';
import {
  AppLogger,
  type Mend,
  Metrics,
  queryNamed,
  type Row,
  rarely,
  type VersionedTable,
  versionedUpsert,
} from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { RouteRow } from './route.entity.js';
import { nameOf, type RouteKey, type RouteVersion, versionOf } from './route-version.js';

/** What of a route counts beside its key and version: all that the contract knows. */
export const CONTENT = (Object.keys(routeSchema.shape) as (keyof Route)[]).filter(
  (field) => field !== 'code' && field !== 'host' && field !== 'version',
);

/** Fields that a document is without where they are null, which routes have all the same. */
const LEFT_OUT = Object.fromEntries(
  Object.entries(routeSchema.shape)
    .filter(([, schema]) => schema.safeParse(null).success && !schema.safeParse(undefined).success)
    .map(([field]) => [field, null]),
);
const TELL_EVERY_MS = 10_000;
/** Of the other hosts of a code, those that are looked at for a page that names one: ended ones, and ones that lead somewhere. */
const OTHER_HOSTS = 50;
const OTHER_ROUTES = 10;

const OF_KEYS = {
  name: 'routes-of-keys',
  text: `SELECT code, host, version, deleted, link_id, workspace_id, original_url, route FROM routes
    WHERE (code, host) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
};

type Told = Omit<RouteRow, 'route'> & { route: Route | null };
const TABLE: VersionedTable<Told, 'code' | 'host'> = {
  table: 'routes',
  key: ['code', 'host'],
  columns: ['version', 'deleted', 'link_id', 'workspace_id', 'original_url', 'route'],
  touched: 'updated_at',
};

@Injectable()
export class RouteRepository {
  private readonly unreadable;
  private readonly seldom = rarely(TELL_EVERY_MS);

  constructor(
    @InjectRepository(RouteRow) private readonly rows: Repository<RouteRow>,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.unreadable = metrics.counter('redirect_routes_unreadable_total', 'Rows of routes that could not be read');
  }

  /** What is known of keys, with tombstones, in no order. What cannot be read is as absent. */
  async findByKeys(keys: readonly RouteKey[]): Promise<RouteVersion[]> {
    return (await this.ofKeys(keys)).flatMap((row) => this.read(row) ?? []);
  }

  /**
   * For each key routes of the same code on other hosts that are not deleted: first one that opens, then one that is switched on.
   * It looks at few of the hosts, however many there are.
   */
  async findElsewhere(keys: readonly RouteKey[]): Promise<Route[][]> {
    const rows: (RouteRow & { at: string })[] = await this.rows.query(
      `SELECT o.*, k.at FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (code, host, at)
       CROSS JOIN LATERAL (
         SELECT * FROM (
           SELECT * FROM (
             SELECT * FROM routes r
             WHERE r.code = k.code AND r.host NOT IN (k.host, '${ANY_HOST}')
             ORDER BY r.host LIMIT ${OTHER_HOSTS}) near
           WHERE NOT near.deleted
           ORDER BY near.host LIMIT ${OTHER_ROUTES}) few
         ORDER BY (few.route ->> 'is_active') = 'true' DESC NULLS LAST,
           -- Times in ISO 8601, which are compared to the second.
           coalesce(left(few.route ->> 'expires_at', 19) > to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'), true)
             AND CASE jsonb_typeof(few.route -> 'max_clicks') WHEN 'number' THEN coalesce((few.route ->> 'max_clicks')::numeric >
               (SELECT used FROM link_usage u WHERE u.link_id = few.link_id), true) ELSE true END DESC,
           few.host) o`,
      [keys.map(({ code }) => code), keys.map(({ host }) => host)],
    );
    const found: Route[][] = keys.map(() => []);
    for (const { at, ...row } of rows) {
      const route = this.read(row)?.route;
      if (route) found[Number(at) - 1]?.push(route);
    }
    return found;
  }

  /** Those of the links that are the workspace's and have a click cap. */
  async cappedAmong(workspaceId: string, linkIds: readonly string[]): Promise<string[]> {
    const rows: { link_id: string }[] = await this.rows
      .createQueryBuilder('r')
      .select('DISTINCT r.link_id', 'link_id')
      .where(`r.link_id = ANY(:linkIds) AND (r.route ->> 'max_clicks') IS NOT NULL`, { linkIds })
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
    return rows.map((row) => this.toRow(row));
  }

  async rowsOf(keys: readonly RowKey[]): Promise<Row<Route>[]> {
    const rows = await this.ofKeys(keys.map(([code = '', host = '']) => ({ code, host })));
    return rows.map((row) => this.toRow(row));
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
      written.push(...same.filter(({ key: [code = '', host = ''] }) => keys.has(nameOf(code, host))));
    }
    return written;
  }

  private ofKeys(keys: readonly RouteKey[]): Promise<RouteRow[]> {
    return queryNamed<RouteRow>(this.rows.manager, OF_KEYS, [
      keys.map(({ code }) => code),
      keys.map(({ host }) => host),
    ]);
  }

  /** For comparing: what cannot be read is there without content, so that it differs from what links has. */
  private toRow(row: RouteRow): Row<Route> {
    const { code, host, version } = row;
    return { key: [code, host], version, content: this.read(row)?.route ?? null };
  }

  /** null: it is not what the contract says, and links is asked instead, whose answer mends it. */
  private read({ deleted, route, ...columns }: RouteRow): RouteVersion | null {
    const { code, host, version, link_id, workspace_id, original_url } = columns;
    if (deleted) return { code, host, version, route: null };
    const beside = { link_id, workspace_id, code, host, original_url };
    const { data } = routeSchema.safeParse({ ...LEFT_OUT, ...beside, ...(route as object) });
    if (data?.code === code && data.host === host && data.version === version) return versionOf(data);
    this.unreadable.inc();
    this.seldom((more) => this.logger.warn('a route cannot be read from its row', { code, host, version, more }));
    return null;
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
    code,
    host,
    version,
    deleted: route === null,
    link_id: route?.link_id ?? null,
    workspace_id: route?.workspace_id ?? null,
    original_url: route?.original_url ?? null,
    route: route && routeSchema.parse(route),
  }));
  const rows = await versionedUpsert(manager, TABLE, told, held);
  return new Set(rows.map(({ code, host }) => nameOf(code, host)));
}
