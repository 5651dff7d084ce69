import { RESOLVE_LIMIT, type Route, resolveKeysRpc, routeVersionsRpc, VERSIONS_LIMIT } from '@linkway/contracts';
import { type AppLogger, type Mend, type RpcClient, reasonOf } from '@linkway/platform';
import type { HostBook } from '../host/host-book.js';
import { Batcher } from './batcher.js';
import { type RouteRepository, toChange } from './route.repository.js';
import type { RouteCache } from './route-cache.js';
import { hostsFor, nameOf, type RouteKey, type RouteVersion, versionOf } from './route-version.js';

/** Few of the pool's connections, and few of the questions that links works on, however many keys are asked for. */
const AT_ONCE = 2;
const LOOKUP = { size: 500, atOnce: AT_ONCE, waiting: 5_000, collectMs: 0 };
const RESOLVE = { size: RESOLVE_LIMIT, atOnce: AT_ONCE, waiting: 2_000, collectMs: 0 };
/** Only a page's words depend on it, so it may collect for longer. Several routes are read for each. */
const ELSEWHERE = { size: 50, atOnce: 1, waiting: 2_000, collectMs: 5 };
/** Nobody waits for it, so it may collect for longer. */
const CHECK = { size: VERSIONS_LIMIT, atOnce: AT_ONCE, waiting: 20_000, collectMs: 5, failsTogether: true };

type Table = Pick<RouteRepository, 'findByKeys' | 'findElsewhere'>;
type Hosts = Pick<HostBook, 'find'>;

/** What becomes of what links said that differs. */
export interface Mending {
  /** Leaves out what links cannot mean. */
  believable(mends: readonly Mend<Route>[]): Promise<readonly Mend<Route>[]>;
  /** Writes it into the read model. */
  mend(mends: readonly Mend<Route>[]): Promise<void>;
}

/** The questions about routes, to the read model and to links, many keys in one. */
export class RouteQuestions {
  private readonly lookups = new Batcher<RouteKey, RouteVersion[]>(LOOKUP, (asked) => this.lookUpAll(asked));
  private readonly resolutions = new Batcher<RouteKey, RouteVersion[]>(RESOLVE, (asked) => this.resolveAll(asked));
  private readonly others = new Batcher<RouteKey, Route | null>(ELSEWHERE, (asked) => this.elsewhereAll(asked));
  private readonly checks = new Batcher<RouteVersion, void>(CHECK, (known) => this.checkAll(known));

  constructor(
    private readonly routes: Table,
    private readonly rpc: Pick<RpcClient, 'call'>,
    private readonly cache: Pick<RouteCache, 'correct'>,
    private readonly mending: Mending,
    private readonly hosts: Hosts,
    private readonly logger: Pick<AppLogger, 'warn'>,
  ) {}

  /** What the read model knows of a code on a host and on any host. Throws `BatcherFull`. */
  lookUp(asked: RouteKey): Promise<RouteVersion[]> {
    return this.lookups.ask(asked);
  }

  /** Where links says that a code leads on a host and on any host. Throws `BatcherFull`. */
  resolve(asked: RouteKey): Promise<RouteVersion[]> {
    return this.resolutions.ask(asked);
  }

  /** A route of the code on another host that is switched on, as far as a page needs it that names the host. Throws `BatcherFull`. */
  elsewhere(asked: RouteKey): Promise<Route | null> {
    return this.others.ask(asked);
  }

  /** Compares what is in memory with links, by version. What differs is corrected in memory and in the read model. */
  check(known: RouteVersion): Promise<void> {
    return this.checks.ask(known);
  }

  private async lookUpAll(asked: RouteKey[]): Promise<RouteVersion[][]> {
    return grouped(asked, await this.routes.findByKeys(asked.flatMap(keysOf)));
  }

  private async elsewhereAll(asked: RouteKey[]): Promise<(Route | null)[]> {
    const found = await this.routes.findElsewhere(asked);
    return found.map((routes) => {
      const route = routes.find(({ host }) => this.hosts.find(host).active);
      return route ? withoutOptions(route) : null;
    });
  }

  private async resolveAll(asked: RouteKey[]): Promise<RouteVersion[][]> {
    const keys = asked.map(({ code, host }) => ({ code, hosts: hostsFor(host) }));
    const found: RouteVersion[] = [];
    for (let at = 0; at < keys.length; ) {
      const { routes, checked } = await this.rpc.call(resolveKeysRpc, { keys: keys.slice(at) });
      found.push(...routes.map(versionOf));
      at += Math.max(1, checked);
    }
    return grouped(asked, found);
  }

  private async checkAll(known: RouteVersion[]): Promise<void[]> {
    const mends: Mend<Route>[] = [];
    const versions = new Map(known.map(({ code, host, version }) => [nameOf(code, host), version || null]));
    const keys = known.map(({ code, host, version, route }) => ({
      key: [code, host],
      version: version || null,
      ...(route === null ? { digest: null } : {}),
    }));
    for (let at = 0; at < keys.length; ) {
      const { rows, checked } = await this.rpc.call(routeVersionsRpc, { keys: keys.slice(at), fields: [] });
      for (const { key, version, content } of rows) {
        const held = versions.get(nameOf(key[0] ?? '', key[1] ?? '')) ?? null;
        mends.push({ key, held, version: version ?? 0, content, reason: reasonOf(held, version) });
      }
      at += Math.max(1, checked);
    }
    const believed = await this.mending.believable(mends);
    for (const mend of believed) this.cache.correct(toChange(mend), mend.held);
    this.mending.mend(believed).catch((error: unknown) => this.logger.warn('routes cannot be written', { error }));
    return known.map(() => undefined);
  }
}

const keysOf = ({ code, host }: RouteKey): RouteKey[] => hostsFor(host).map((each) => ({ code, host: each }));

function grouped(asked: readonly RouteKey[], found: readonly RouteVersion[]): RouteVersion[][] {
  const byName = new Map(found.map((version) => [nameOf(version.code, version.host), version]));
  return asked.map((each) => keysOf(each).flatMap(({ code, host }) => byName.get(nameOf(code, host)) ?? []));
}

/** For a page that names its host: where it leads, and what it shows, is none of that host's visitors' business. */
function withoutOptions({ fallback_url: _over, custom_preview: _shown, ...route }: Route): Route {
  const {
    system_targeting: _system,
    location_targeting: _country,
    deep_links: _apps,
    trackers: _trackers,
    rules: _rules,
    ab_test: _test,
    ...rest
  } = route;
  return { ...rest, original_url: '', password_hash: null, device_targeting: null };
}
