import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit';
import { AppError, atMost, type FloodReporter } from '@linkway/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Counted, SharedCounts } from '../limit/shared-counts.js';
import { TRACKED_CALLERS } from '../limit/windows.js';
import { isCheck } from './uploads.js';

const WINDOW_MS = 60_000;

/** Whom a request is counted for, as far as it can be told: `user:ID`, or `key:ID` of an API key. */
export interface CallerLookup {
  /** As this node knows it, asking nobody; null for a request without session cookie and API key, undefined for one that is not known. */
  known(request: FastifyRequest): string | null | undefined;
  /** The same, asked of identity; null where there is no such session or key. */
  ask(request: FastifyRequest): Promise<string | null>;
}

/** Limits the API; static files and short links are never limited. */
export async function limitRate(
  instance: FastifyInstance,
  perMinute: number,
  callers: CallerLookup,
  counts: Pick<SharedCounts, 'count'>,
  floods: Pick<FloodReporter, 'count'>,
): Promise<void> {
  // Runs before the plugin's own hook, which reads this flag.
  instance.addHook('onRoute', (route) => {
    if (!/^\/api(\/|$)/.test(route.url)) route.config = { ...route.config, rateLimit: false };
  });
  const whomOf = keyOf(callers, new VisitorCounts(perMinute));
  await instance.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_MS,
    store: storeOf(counts),
    enableDraftSpec: true,
    keyGenerator: async (request) => {
      const whom = await whomOf(request);
      request.whom = whom;
      return isCheck(request) ? `check:${whom}` : whom;
    },
    errorResponseBuilder: (request, { ttl }) => {
      floods.count(request.ip ?? '');
      return new AppError('request.rate_limited', {}, { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) });
    },
  });
}

/** Where the plugin counts: together with the other processes of the gateway, and apart for a route that has a limit of its own. */
function storeOf(counts: Pick<SharedCounts, 'count'>) {
  return class SharedStore implements FastifyRateLimitStore {
    readonly limit: string;

    // The plugin's own types have not that it tells of the route.
    constructor(options: object) {
      const { routeInfo } = options as { routeInfo?: { method: string | string[]; url: string } };
      this.limit = routeInfo ? `${[routeInfo.method].flat().join()} ${routeInfo.url}` : 'calls';
    }

    incr(...[whom, done, ms, max]: Parameters<FastifyRateLimitStore['incr']>): void {
      const say = ({ count, left_ms }: Counted) => done(null, { current: count, ttl: left_ms });
      const counted = counts.count(this.limit, whom, max, ms);
      if (counted instanceof Promise) counted.then(say, done);
      else say(counted);
    }

    child(options: object): SharedStore {
      return new SharedStore(options);
    }
  };
}

/**
 * By user or API key where there is one, else by address. Identity is asked only while the address has not used up its own share, so
 * that made-up cookies and keys cost no more than none.
 */
function keyOf(callers: CallerLookup, visitors: VisitorCounts) {
  return async (request: FastifyRequest): Promise<string> => {
    const known = callers.known(request);
    if (known) return known;
    // Of a connection that has just been cut nobody knows it any more.
    const address = `ip:${normalizeIP(request.ip ?? '')}`;
    // Counted before identity is asked: many at once must not slip through together.
    const within = visitors.count(address);
    if (known === null || !within) return address;
    const caller = await callers.ask(request);
    if (caller === null) return address;
    visitors.discount(address);
    return caller;
  };
}

/** How often each address came as a visitor within its window, as the limiter itself counts it. */
class VisitorCounts {
  private readonly counts = new LRUCache<string, number>({
    ...atMost(TRACKED_CALLERS),
    ttl: WINDOW_MS,
    noUpdateTTL: true,
  });

  constructor(private readonly max: number) {}

  /** Counts one more; false where the address had used up its share before. */
  count(address: string): boolean {
    const before = this.counts.get(address) ?? 0;
    this.counts.set(address, before + 1);
    return before < this.max;
  }

  discount(address: string): void {
    const counted = this.counts.get(address) ?? 0;
    if (counted > 0) this.counts.set(address, counted - 1);
  }
}
