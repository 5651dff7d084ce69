import { domainToUnicode } from 'node:url';
import { kindOfHost, runStatement, Together, type VersionedTable, versionedUpsert } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, Repository } from 'typeorm';
import { Domain } from './domain.entity.js';
import { hostOf } from './domain-address.js';

// The host of a domain's name, without port and final dot: the expression of the index `domains_host`.
const HOST = String.raw`lower(regexp_replace(domain_name, '\.?(:\d+)?$', ''))`;

const TABLE: VersionedTable<Domain, 'id'> = {
  table: 'domains',
  key: ['id'],
  columns: ['domain_name', 'is_active', 'is_free', 'sort_order', 'version'],
};

export interface Look {
  domain: Domain | null;
  active: ReadonlySet<string>;
}

/** Looks begin no more often where several come at the same time. */
const GATHER_MANY_MS = 6;

interface Wish {
  id: string | null;
  workspaceId: string | null;
  names: readonly string[];
}

interface Seen {
  main: Domain | null;
  /** Those that workspaces make links on where none is asked for. */
  defaults: { workspace_id: string; domain: Domain }[];
  others: Domain[];
  active: string[];
}

const LOOK = {
  name: 'links-look',
  text: `
    SELECT (SELECT to_json(d) FROM (SELECT * FROM domains WHERE is_active ORDER BY sort_order, domain_name LIMIT 1) AS d) AS main,
      ARRAY(SELECT to_json(d) FROM domains AS d WHERE id = ANY($2::uuid[])) AS others,
      ARRAY(SELECT json_build_object('workspace_id', workspace_id, 'domain', to_json(d))
        FROM workspaces JOIN domains AS d ON d.id = default_domain
        WHERE workspace_id = ANY($3::uuid[]) AND is_active AND is_free) AS defaults,
      ARRAY(SELECT ${HOST} FROM domains WHERE is_active AND ${HOST} = ANY($1::text[])) AS active`,
};

/** A domain may have been entered in its own letters. */
const namesOf = (hosts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(hosts.flatMap((host) => [host, domainToUnicode(host)].map((name) => [name, host] as const)));

const hostsOf = (names: ReadonlyMap<string, string>, found: readonly string[]): Set<string> =>
  new Set(found.flatMap((name) => names.get(name) ?? []));

@Injectable()
export class DomainRepository {
  private readonly looks = new Together((wishes: readonly Wish[]) => this.lookAll(wishes), {
    gatherManyMs: GATHER_MANY_MS,
  });

  constructor(@InjectRepository(Domain) private readonly domains: Repository<Domain>) {}

  find(id: string, manager: EntityManager = this.domains.manager): Promise<Domain | null> {
    return manager.findOneBy(Domain, { id });
  }

  /** Of a link; null: it works on any host, or its domain is not known here. */
  findOf(
    { selected_domain_id: id }: { selected_domain_id: string | null },
    manager?: EntityManager,
  ): Promise<Domain | null> {
    return id === null ? Promise.resolve(null) : this.find(id, manager);
  }

  async findAll(ids: string[]): Promise<Map<string, Domain>> {
    if (ids.length === 0) return new Map();
    const found = await this.domains.findBy({ id: In(ids) });
    return new Map(found.map((domain) => [domain.id, domain]));
  }

  all(): Promise<Domain[]> {
    return this.domains.find();
  }

  page(afterId: string | null, limit: number): Promise<Domain[]> {
    return this.domains.find({
      where: afterId === null ? {} : { id: MoreThan(afterId) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** The active domain with the lowest sort order. */
  main(): Promise<Domain | null> {
    return this.domains.findOne({ where: { is_active: true }, order: { sort_order: 'ASC', domain_name: 'ASC' } });
  }

  /** The domain of the id, or else the workspace's, or else the main one, and those of the hosts (as the URL class writes them) that an active domain has. */
  async look(id: string | null, hosts: readonly string[], workspaceId: string | null): Promise<Look> {
    const names = namesOf(hosts);
    const { main, defaults, others, active } = await this.looks.ask({ id, workspaceId, names: [...names.keys()] });
    const own = defaults.find(({ workspace_id }) => workspace_id === workspaceId)?.domain;
    const domain = id === null ? (own ?? main) : others.find((other) => other.id === id);
    return { domain: domain ?? null, active: hostsOf(names, active) };
  }

  /** Those of the hosts (as the URL class writes them) that an active domain has, on whatever port. */
  async activeAmong(hosts: string[]): Promise<Set<string>> {
    const names = namesOf(hosts);
    const rows: { host: string }[] = await this.domains.query(
      `SELECT ${HOST} AS host FROM domains WHERE is_active AND ${HOST} = ANY($1)`,
      [[...names.keys()]],
    );
    return hostsOf(
      names,
      rows.map(({ host }) => host),
    );
  }

  /** The names, with their ports, of active domains on loopback. */
  async activeOnLoopback(): Promise<string[]> {
    const rows: { domain_name: string }[] = await this.domains.query(
      `SELECT domain_name FROM domains WHERE is_active
         AND (${HOST} = 'localhost' OR ${HOST} LIKE '%.localhost' OR ${HOST} LIKE '127.%' OR ${HOST} LIKE '[%')`,
    );
    return rows.flatMap(({ domain_name }) => (kindOfHost(hostOf({ domain_name })) === 'loopback' ? domain_name : []));
  }

  /**
   * Takes over the state of a domain unless a newer one is known; false: there was nothing to change. The same version
   * overwrites what differs. Version `held`, too, gives way to whatever the owner has instead.
   */
  async save(domain: Domain, held: number | null = null, manager = this.domains.manager): Promise<boolean> {
    return (await versionedUpsert(manager, TABLE, [domain], held)).length > 0;
  }

  /** Forgets a domain that its owner does not have, unless more has been heard of it since. */
  async remove(id: string, version: number): Promise<boolean> {
    const { affected } = await this.domains.delete({ id, version });
    return (affected ?? 0) > 0;
  }

  private async lookAll(wishes: readonly Wish[]): Promise<Seen> {
    const names = new Set(wishes.flatMap((wish) => wish.names));
    const ids = new Set(wishes.flatMap(({ id }) => id ?? []));
    // A domain that is asked for is that, whatever the workspace's is.
    const workspaces = new Set(wishes.flatMap(({ id, workspaceId }) => (id === null ? (workspaceId ?? []) : [])));
    const values = [[...names], [...ids], [...workspaces]];
    const [seen] = await runStatement<Seen>(this.domains.manager.connection, LOOK, () => values);
    if (!seen) throw new Error('the question was not answered');
    return seen;
  }
}
