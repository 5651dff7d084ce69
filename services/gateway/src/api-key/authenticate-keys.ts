import type { EndpointContract, MemberCaller, Permission, ScopeRule } from '@linkway/contracts';
import { AppError, requirePermission } from '@linkway/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiKeys, KeyUse } from './api-keys.js';
import { givenKey } from './given-key.js';

type KeyCaller = Extract<MemberCaller, { kind: 'api_key' }>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the operation, as its contract has it. */
    auth?: EndpointContract['auth'];
    /** What an API key must be allowed to do for it; null: no key does it. */
    keyPermission?: Permission | null;
    /** How it takes a key with a scope; not said: it refuses it. */
    scopes?: ScopeRule;
  }
  interface FastifyRequest {
    /** Whose API key the request came with; null where it came with none. */
    apiKey: KeyCaller | null;
  }
}

/** Of a limit by address, which begins anew within so many seconds. */
const ADDRESS_SECONDS = 60;

/** Finds the caller of requests that come with an API key, before their bodies are read and after the limit by address. */
export function authenticateKeys(instance: FastifyInstance, keys: ApiKeys): void {
  instance.decorateRequest('apiKey', null);
  instance.addHook('preParsing', async (request, reply) => {
    if (givenKey(request) === null) return;
    // An address that has used up its share by guessing asks no more, also where its guesses are still on their way to the limit.
    if (request.whom?.startsWith('ip:') && keys.known(request) !== null && !keys.isAsked(request)) {
      throw new AppError('request.rate_limited', {}, { retryAfterSeconds: ADDRESS_SECONDS });
    }
    const { caller, rate_limit } = await keys.use(request).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 401) void reply.header('www-authenticate', 'Bearer');
      throw error;
    });
    request.apiKey = caller;
    // However many keys somebody has, their work is one caller's.
    request.whom = `user:${caller.user_id}`;
    tell(reply, rate_limit);
    if (rate_limit.exceeded) {
      throw new AppError('request.rate_limited', {}, { retryAfterSeconds: rate_limit.reset_seconds });
    }
    const { keyPermission, scopes } = request.routeOptions.config;
    if (!keyPermission) throw new AppError('auth.forbidden');
    requirePermission(caller, keyPermission, scopes);
  });
}

/** By the IETF's draft "RateLimit header fields for HTTP", and by its former form, which sessions are told of theirs in. */
function tell(reply: FastifyReply, { limit, window_seconds, remaining, reset_seconds }: KeyUse['rate_limit']): void {
  void reply
    .header('ratelimit-policy', `"api-key";q=${limit};w=${window_seconds}`)
    .header('ratelimit', `"api-key";r=${remaining};t=${reset_seconds}`)
    .header('ratelimit-limit', limit)
    .header('ratelimit-remaining', remaining)
    .header('ratelimit-reset', reset_seconds);
}
