import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { AppError } from '@linkway/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const WINDOW_MS = 60_000;
const TRACKED_CALLERS = 50_000;

/** Limits the API, per node; static files and short links are never limited. `callerKey` is null for a visitor. */
export async function limitRate(
  instance: FastifyInstance,
  perMinute: number,
  callerKey: (request: FastifyRequest) => Promise<string | null>,
): Promise<void> {
  // Runs before the plugin's own hook, which reads this flag.
  instance.addHook('onRoute', (route) => {
    if (!/^\/api(\/|$)/.test(route.url)) route.config = { ...route.config, rateLimit: false };
  });
  await instance.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_MS,
    cache: TRACKED_CALLERS,
    enableDraftSpec: true,
    keyGenerator: async (request: FastifyRequest) => (await callerKey(request)) ?? `ip:${normalizeIP(request.ip)}`,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('request.rate_limited', {}, { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
}
