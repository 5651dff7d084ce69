import { ANY_HOST, resolveRouteRpc } from '@linkway/contracts';
import type { AppLogger, RpcClient } from '@linkway/platform';
import type { RouteRepository } from './route.repository.js';
import type { CodeEntry, RouteCache } from './route-cache.js';
import { newest, type RouteVersion, versionOf } from './route-version.js';

/** A visitor whose link is in memory waits this long for the database at most, others longer. */
const STALE_PATIENCE_MS = 300;
const PATIENCE_MS = 3_000;
/** What could not be loaded anew is answered with for so long before the next try. */
const RETRY_MS = 2_000;
const TELL_EVERY_MS = 10_000;

/** Neither the database nor links can be asked, and the code is not in memory. */
export class RoutesUnavailable extends Error {
  override readonly name = 'RoutesUnavailable';
}

/** Finds the routes of a code: in memory, else in the read model, else by asking links. One question at a time per code. */
export class RouteDirectory {
  private readonly loading = new Map<string, Promise<CodeEntry>>();
  private readonly asking = new Map<string, Promise<CodeEntry>>();
  private toldAt = 0;

  constructor(
    private readonly cache: RouteCache,
    private readonly routes: Pick<RouteRepository, 'findByCode' | 'apply'>,
    private readonly rpc: Pick<RpcClient, 'call'>,
    private readonly logger: Pick<AppLogger, 'warn'>,
  ) {}

  /** At once what is in memory and fits the host, else a promise. */
  find(code: string, host: string, now: number): CodeEntry | Promise<CodeEntry> {
    const entry = this.cache.get(code);
    if (entry !== undefined && now < entry.freshUntil && (entry.confirmed || answers(entry, host))) {
      this.cache.hits += 1;
      return entry;
    }
    return this.findElsewhere(code, host, entry, now);
  }

  private async findElsewhere(
    code: string,
    host: string,
    entry: CodeEntry | undefined,
    now: number,
  ): Promise<CodeEntry> {
    this.cache.misses += 1;
    let found = entry;
    if (!found || now >= found.freshUntil) {
      const load = this.load(code, entry);
      if (found && this.cache.servable(found) && answers(found, host)) return found;
      found = await load;
    }
    return found.confirmed || answers(found, host) ? found : this.ask(code, found);
  }

  private load(code: string, stale: CodeEntry | undefined): Promise<CodeEntry> {
    return single(this.loading, code, async () => {
      try {
        const known = await within(this.routes.findByCode(code), stale ? STALE_PATIENCE_MS : PATIENCE_MS);
        return this.cache.put(code, known, false);
      } catch (error) {
        this.warn('routes cannot be read from the database', error);
        if (stale) {
          this.cache.extend(stale, RETRY_MS);
          return stale;
        }
        return this.askInstead(code);
      }
    });
  }

  /** The one question to links before a 404: an event may not have come through yet. */
  private ask(code: string, entry: CodeEntry): Promise<CodeEntry> {
    return single(this.asking, code, async () => {
      try {
        const told = await this.question(code);
        if (told.length > 0) {
          void this.routes.apply(told).catch((error: unknown) => this.warn('routes cannot be written', error));
        }
        return this.cache.put(code, newest(entry.known, told), true);
      } catch (error) {
        // Links is away, so nothing new can have been made but in the last moments: what the read model says stands.
        this.warn('links cannot be asked for a route', error);
        const kept = this.cache.put(code, entry.known, true);
        this.cache.extend(kept, RETRY_MS);
        return kept;
      }
    });
  }

  private async askInstead(code: string): Promise<CodeEntry> {
    try {
      return this.cache.put(code, await this.question(code), true);
    } catch (error) {
      throw new RoutesUnavailable('neither the read model nor links can be asked', { cause: error });
    }
  }

  private async question(code: string): Promise<RouteVersion[]> {
    const { routes } = await this.rpc.call(resolveRouteRpc, { code });
    return routes.map(versionOf);
  }

  private warn(message: string, error: unknown): void {
    if (Date.now() - this.toldAt < TELL_EVERY_MS) return;
    this.toldAt = Date.now();
    this.logger.warn(message, { error });
  }
}

function answers(entry: CodeEntry, host: string): boolean {
  for (const route of entry.routes) if (route.host === host || route.host === ANY_HOST) return true;
  return false;
}

function single<T>(running: Map<string, Promise<T>>, key: string, start: () => Promise<T>): Promise<T> {
  const known = running.get(key);
  if (known) return known;
  const started = start().finally(() => running.delete(key));
  running.set(key, started);
  return started;
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('timed out')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
