import { RESOLVE_LIMIT, type Route, resolveRoutesRpc, routeVersionsRpc, VERSIONS_LIMIT } from '@linkway/contracts';
import { type AppLogger, type Mend, type ReadModels, type RpcClient, reasonOf } from '@linkway/platform';
import { Batcher } from './batcher.js';
import type { RouteReadModel } from './route.read-model.js';
import { type RouteRepository, toChange } from './route.repository.js';
import type { RouteCache } from './route-cache.js';
import { type RouteVersion, versionOf } from './route-version.js';

/** Few of the pool's connections, and few of the questions that links works on, however many codes are asked for. */
const AT_ONCE = 2;
const LOOKUP = { size: 500, atOnce: AT_ONCE, waiting: 5_000, collectMs: 0 };
const RESOLVE = { size: RESOLVE_LIMIT, atOnce: AT_ONCE, waiting: 2_000, collectMs: 0 };
/** Nobody waits for it, so it may collect for longer. */
const CHECK = { size: VERSIONS_LIMIT, atOnce: AT_ONCE, waiting: 20_000, collectMs: 5, failsTogether: true };

/** The questions about routes, to the read model and to links, many codes in one. */
export class RouteQuestions {
  private readonly lookups = new Batcher<string, RouteVersion[]>(LOOKUP, (codes) => this.lookUpAll(codes));
  private readonly resolutions = new Batcher<string, RouteVersion[]>(RESOLVE, (codes) => this.resolveAll(codes));
  private readonly checks = new Batcher<RouteVersion, void>(CHECK, (known) => this.checkAll(known));

  constructor(
    private readonly routes: Pick<RouteRepository, 'findByCodes'>,
    private readonly rpc: Pick<RpcClient, 'call'>,
    private readonly cache: Pick<RouteCache, 'correct'>,
    private readonly model: RouteReadModel,
    private readonly models: Pick<ReadModels, 'believable' | 'mend'>,
    private readonly logger: Pick<AppLogger, 'warn'>,
  ) {}

  /** What the read model knows of a code. Throws `BatcherFull`. */
  lookUp(code: string): Promise<RouteVersion[]> {
    return this.lookups.ask(code);
  }

  /** What links says of a code: its routes on any host. Throws `BatcherFull`. */
  resolve(code: string): Promise<RouteVersion[]> {
    return this.resolutions.ask(code);
  }

  /** Compares what is in memory with links, by version. What differs is corrected in memory and in the read model. */
  async check(known: readonly RouteVersion[]): Promise<void> {
    await Promise.all(known.map((one) => this.checks.ask(one)));
  }

  private async lookUpAll(codes: string[]): Promise<RouteVersion[][]> {
    return grouped(codes, await this.routes.findByCodes(codes));
  }

  private async resolveAll(codes: string[]): Promise<RouteVersion[][]> {
    const found: RouteVersion[] = [];
    for (let at = 0; at < codes.length; ) {
      const { routes, checked } = await this.rpc.call(resolveRoutesRpc, { codes: codes.slice(at) });
      found.push(...routes.map(versionOf));
      at += Math.max(1, checked);
    }
    return grouped(codes, found);
  }

  private async checkAll(known: RouteVersion[]): Promise<void[]> {
    const mends: Mend<Route>[] = [];
    const keys = known.map(({ code, host, version, route }) => ({
      key: [code, host],
      version,
      ...(route === null ? { digest: null } : {}),
    }));
    for (let at = 0; at < keys.length; ) {
      const { rows, checked } = await this.rpc.call(routeVersionsRpc, { keys: keys.slice(at), fields: [] });
      for (const { key, version, content } of rows) {
        const held = known.find(({ code, host }) => code === key[0] && host === key[1])?.version ?? null;
        mends.push({ key, held, version: version ?? 0, content, reason: reasonOf(held, version) });
      }
      at += Math.max(1, checked);
    }
    const believed = await this.models.believable(this.model, mends);
    for (const mend of believed) this.cache.correct(toChange(mend), mend.held);
    this.models
      .mend(this.model, believed)
      .catch((error: unknown) => this.logger.warn('routes cannot be written', { error }));
    return known.map(() => undefined);
  }
}

function grouped(codes: readonly string[], found: readonly RouteVersion[]): RouteVersion[][] {
  const byCode = new Map<string, RouteVersion[]>(codes.map((code) => [code, []]));
  for (const version of found) byCode.get(version.code)?.push(version);
  return codes.map((code) => byCode.get(code) ?? []);
}
