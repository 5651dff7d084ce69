import { SIGNED_IN_FACTOR } from '@linkway/contracts';
import { AppError, type FloodReporter, LOOPBACK, networkOf } from '@linkway/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SharedCounts } from '../limit/shared-counts.js';
import type { SecurityPolicy } from './security-policy.js';

const WINDOW_MS = 60_000;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Limits calls that change something, as the security centre has it: of a network without a session, and so many times as many of
 * whoever is signed in. API keys have limits of their own. This machine itself is no network, or everybody on a laptop would be one.
 */
export function limitChanges(
  instance: FastifyInstance,
  policy: Pick<SecurityPolicy, 'now'>,
  counts: Pick<SharedCounts, 'count'>,
  floods: Pick<FloodReporter, 'count'>,
): void {
  // After the limit of all calls, which finds out whom a request is counted for, and before its body is read.
  instance.addHook('preParsing', async (request) => {
    if (READING.has(request.method) || !/^\/api(\/|$)/.test(request.routeOptions.url ?? '')) return;
    const { rate_limit_enabled, requests_per_minute } = policy.now;
    const whom = rate_limit_enabled ? countedFor(request) : null;
    if (whom === null) return;
    const max = whom.startsWith('user:') ? requests_per_minute * SIGNED_IN_FACTOR : requests_per_minute;
    const { count, left_ms } = await counts.count('changes', whom, max, WINDOW_MS);
    if (count <= max) return;
    floods.count(request.ip ?? '');
    throw new AppError('request.rate_limited', {}, { retryAfterSeconds: Math.max(1, Math.ceil(left_ms / 1_000)) });
  });
}

function countedFor({ whom, ip }: FastifyRequest): string | null {
  if (whom?.startsWith('user:')) return whom;
  if (whom?.startsWith('key:')) return null;
  const network = networkOf(ip ?? '');
  return network === LOOPBACK ? null : network;
}
