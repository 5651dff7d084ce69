import type { Server } from 'node:http';
import cookie from '@fastify/cookie';
import { AppError, AppLogger, answerBrokenRequest, FloodReporter, Health, Metrics, Tracing } from '@linkway/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify';
import { ApiKeys } from '../api-key/api-keys.js';
import { authenticateKeys } from '../api-key/authenticate-keys.js';
import { givenKey } from '../api-key/given-key.js';
import type { GatewayConfig } from '../config.js';
import { DataExports } from '../data-export/data-exports.js';
import { serveDocs } from '../docs/docs.js';
import { SharedCounts } from '../limit/shared-counts.js';
import { ClickStreams } from '../live/click-streams.js';
import { limitChanges } from '../security/limit-changes.js';
import { refuseBlocked } from '../security/refuse-blocked.js';
import { SecurityPolicy } from '../security/security-policy.js';
import { guardChanges } from '../session/csrf.js';
import { SessionCookie } from '../session/session-cookie.js';
import { Sessions } from '../session/sessions.js';
import { keepToAppHosts } from '../web/app-hosts.js';
import { frontMethods, serveFront } from '../web/front.js';
import { admit } from './admit.js';
import { compactAnswers } from './compact-answers.js';
import { measureRequests } from './durations.js';
import { answerUnroutable } from './framework-errors.js';
import { acceptJson } from './json-body.js';
import { refuseUnknownMethods } from './methods.js';
import { networkDigests } from './network-digest.js';
import { ProblemFilter } from './problem.filter.js';
import { type CallerLookup, limitRate } from './rate-limit.js';
import { rememberingSigner } from './remembering-signer.js';
import { followRequests, requestId } from './request-context.js';
import { originForm, refuseUnclearHosts } from './request-target.js';
import { addSecurityHeaders } from './security-headers.js';
import { allowedMethods, answerUnknownApi, isApiPath } from './unknown-api.js';
import { readOnBeforeRefusing } from './unread-body.js';
import { noticeUnseenProxy } from './unseen-proxy.js';
import { acceptFiles, boundUploads } from './uploads.js';

export const serverOptions = (config: GatewayConfig): FastifyHttpOptions<Server> => ({
  trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
  // For the whole of a request to arrive, its headers well before that: Node takes the longer of the two for both.
  requestTimeout: 30_000,
  // A client that takes nothing of its answer, nor sends anything, for so long is gone.
  connectionTimeout: 120_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  rewriteUrl: originForm,
  genReqId: (request) => requestId(request.headers['x-request-id']),
  frameworkErrors: answerUnroutable,
  clientErrorHandler: answerBrokenRequest,
});

/** Everything on the port that is not a controller's, in the order that requests pass through it. */
export async function configureServer(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const instance = app.getHttpAdapter().getInstance();
  const session = app.get(SessionCookie);
  followRequests(instance, app.get(Tracing), app.get(AppLogger), {
    userOf: (request) => recentUser(session, app.get(Sessions), request),
    networkOf: networkDigests(config.COOKIE_SECRET),
  });
  measureRequests(instance, app.get(Metrics));
  addSecurityHeaders(instance, config.COOKIE_SECURE);
  compactAnswers(instance);
  readOnBeforeRefusing(instance);
  noticeUnseenProxy(instance, config.TRUSTED_PROXIES, app.get(AppLogger));
  refuseUnclearHosts(instance);
  refuseUnknownMethods(instance, (path) =>
    isApiPath(path) ? allowedMethods(path) : frontMethods(path, config.REDIRECT_URL !== ''),
  );
  keepToAppHosts(instance, config);
  await instance.register(cookie, { secret: rememberingSigner(config.COOKIE_SECRET) });
  refuseBlocked(instance, app.get(SecurityPolicy));
  boundUploads(instance, async (request) => {
    const token = session.read(request);
    return token !== null && (await app.get(Sessions).find(token, request.ip)) !== null;
  });
  const keys = app.get(ApiKeys);
  const counts = app.get(SharedCounts);
  const floods = app.get(FloodReporter);
  await limitRate(instance, config.RATE_LIMIT_PER_MINUTE, callers(session, app.get(Sessions), keys), counts, floods);
  limitChanges(instance, app.get(SecurityPolicy), counts, floods);
  authenticateKeys(instance, keys);
  await guardChanges(instance, config, session);
  admit(instance, { atOnce: config.REQUESTS_AT_ONCE, queued: config.REQUESTS_QUEUED }, app.get(Metrics));
  acceptJson(app);
  acceptFiles(app);
  instance.addHook('preClose', async () => {
    app.get(ClickStreams).endAll();
    app.get(DataExports).endAll();
  });
  const problems = new ProblemFilter(app.get(AppLogger));
  // A scope of its own: a route keeps the error handler that is there when it is made, and Nest's comes later.
  await instance.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => problems.answer(error, request, reply));
    answerHealth(scope, app.get(Health));
    await serveDocs(scope);
    answerUnknownApi(scope);
    await serveFront(scope, config, app.get(AppLogger));
  });
}

/** By the cookie alone, where nobody asked whose session it is. */
function recentUser(cookie: SessionCookie, sessions: Sessions, request: FastifyRequest): string | undefined {
  // What is refused before its cookies are read has none, whatever their type says.
  const token = (request.cookies as unknown) == null ? null : cookie.read(request);
  return token === null ? undefined : sessions.recentUser(token);
}

function callers(cookie: SessionCookie, sessions: Sessions, keys: ApiKeys): CallerLookup {
  const named = (kind: 'user' | 'key', id: string | null | undefined) => id && `${kind}:${id}`;
  return {
    known: (request) => {
      if (givenKey(request) !== null) return named('key', keys.known(request));
      const token = cookie.read(request);
      return token === null ? null : named('user', sessions.recentUser(token));
    },
    ask: async (request) => {
      // What it is refused with is said once it has been counted.
      if (givenKey(request) !== null) {
        return keys.use(request).then(
          ({ caller }) => `key:${caller.api_key_id}`,
          () => null,
        );
      }
      // While identity cannot be asked, the address counts instead.
      const session = await sessions.find(cookie.read(request) ?? '', request.ip).catch((error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      });
      return session && `user:${session.impersonation?.by.id ?? session.user.id}`;
    },
  };
}

function answerHealth(instance: FastifyInstance, health: Health): void {
  instance.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  instance.get('/readyz', async (_request, reply) => {
    const report = await health.report();
    return reply
      .code(report.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
}
