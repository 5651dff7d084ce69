import { SIGNED_IN_FACTOR } from '@linkway/contracts';
import { AppError, LOOPBACK, networkOf } from '@linkway/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { SecurityPolicy } from './security-policy.js';

const WINDOW_MS = 60_000;
const TRACKED_CALLERS = 50_000;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Window {
  count: number;
  readonly endsAt: number;
}

/**
 * Limits calls that change something, per node, as the security centre has it: of a network without a session, and so many times as many of
 * whoever is signed in. API keys have limits of their own. This machine itself is no network, or everybody on a laptop would be one.
 */
export function limitChanges(instance: FastifyInstance, policy: Pick<SecurityPolicy, 'now'>): void {
  const windows = new LRUCache<string, Window>({ max: TRACKED_CALLERS, ttl: WINDOW_MS });
  // After the limit of all calls, which finds out whom a request is counted for, and before its body is read.
  instance.addHook('preParsing', async (request) => {
    if (READING.has(request.method) || !/^\/api(\/|$)/.test(request.routeOptions.url ?? '')) return;
    const { rate_limit_enabled, requests_per_minute } = policy.now;
    const whom = rate_limit_enabled ? countedFor(request) : null;
    if (whom === null) return;
    const max = whom.startsWith('user:') ? requests_per_minute * SIGNED_IN_FACTOR : requests_per_minute;
    const now = Date.now();
    const known = windows.get(whom);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + WINDOW_MS };
    if (window !== known) windows.set(whom, window);
    window.count += 1;
    if (window.count <= max) return;
    throw new AppError(
      'request.rate_limited',
      {},
      { retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1_000)) },
    );
  });
}

function countedFor({ whom, ip }: FastifyRequest): string | null {
  if (whom?.startsWith('user:')) return whom;
  if (whom?.startsWith('key:')) return null;
  const network = networkOf(ip ?? '');
  return network === LOOPBACK ? null : network;
}
