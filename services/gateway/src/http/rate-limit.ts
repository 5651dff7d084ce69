import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { AppError } from '@linkway/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
const TRACKED_CALLERS = 50_000;

/** Whom a request is counted for, as far as it can be told: `user:ID`, or `key:ID` of an API key. */
export interface CallerLookup {
  /** As this node knows it, asking nobody; null for a request without session cookie and API key, undefined for one that is not known. */
  known(request: FastifyRequest): string | null | undefined;
  /** The same, asked of identity; null where there is no such session or key. */
  ask(request: FastifyRequest): Promise<string | null>;
}

/** Limits the API, per node; static files and short links are never limited. */
export async function limitRate(instance: FastifyInstance, perMinute: number, callers: CallerLookup): Promise<void> {
  // Runs before the plugin's own hook, which reads this flag.
  instance.addHook('onRoute', (route) => {
    if (!/^\/api(\/|$)/.test(route.url)) route.config = { ...route.config, rateLimit: false };
  });
  const whomOf = keyOf(callers, new VisitorCounts(perMinute));
  await instance.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_MS,
    cache: TRACKED_CALLERS,
    enableDraftSpec: true,
    keyGenerator: async (request) => (request.whom = await whomOf(request)),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('request.rate_limited', {}, { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
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
  private readonly counts = new LRUCache<string, number>({ max: TRACKED_CALLERS, ttl: WINDOW_MS, noUpdateTTL: true });

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
