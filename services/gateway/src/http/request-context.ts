import { AsyncResource } from 'node:async_hooks';
import { randomUUIDv7 } from 'node:crypto';
import { type AppLogger, SpanKind, type Tracing, withCallContext } from '@linkway/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AnsweredRequest, requestLog } from './request-log.js';
import { isApiPath } from './unknown-api.js';

declare module 'fastify' {
  interface FastifyRequest {
    traceId: string;
    scope: AsyncResource;
    /** Why it was refused. */
    problemCode: string | undefined;
  }
  interface FastifyInstance {
    /** Runs `answer` within the span of the request, which ends when its answer has gone. */
    follow(request: FastifyRequest, reply: FastifyReply, answer: () => void): void;
  }
}

const SAFE_ID = /^[A-Za-z0-9._-]{8,64}$/;
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** The client's own request id where it is harmless in logs and headers, else a new one. */
export function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUIDv7();
}

/** Of a request, for its line in the log. */
export interface Whereabouts {
  /** Whose session it came with, where nobody asked for it. */
  userOf(request: FastifyRequest): string | undefined;
  /** A keyed digest of its network. */
  networkOf(ip: string): string;
}

/** Each request gets its id in the answer, a span that calls and events below it belong to, and its place in the log. */
export function followRequests(
  instance: FastifyInstance,
  tracing: Tracing,
  logger: AppLogger,
  whereabouts: Whereabouts,
): void {
  const log = requestLog(logger);
  instance.decorateRequest('traceId', '');
  instance.decorateRequest('problemCode', undefined);
  const follow: FastifyInstance['follow'] = (request, reply, answer) => {
    void reply.header('x-request-id', request.id);
    const started = performance.now();
    const { traceparent } = request.headers;
    const parent = typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : null;
    const route = request.routeOptions.url ?? 'unknown';
    void withCallContext(
      request.id,
      null,
      () =>
        tracing.span(
          `${request.method} ${route}`,
          (span) =>
            new Promise<void>((resolve) => {
              request.traceId = tracing.traceId();
              request.scope = new AsyncResource('http-request');
              reply.raw.once('close', () => {
                span.setAttribute('http.response.status_code', reply.raw.statusCode);
                request.scope.runInAsyncScope(() => log(answered(request, reply, { route, started, whereabouts })));
                resolve();
              });
              answer();
            }),
          {
            kind: SpanKind.SERVER,
            parent,
            isForeign: true,
            attributes: { 'http.request.method': request.method, 'http.route': route },
          },
        ),
      null,
      request.ip,
    );
  };
  // For requests that no hook sees, too.
  instance.decorate('follow', follow);
  instance.addHook('onRequest', follow);
  // The body arrives on the socket's own asynchronous context, where the request's is not known.
  instance.addHook('preValidation', (request, _reply, done) => {
    request.scope.runInAsyncScope(done);
  });
}

function answered(
  request: FastifyRequest,
  reply: FastifyReply,
  { route, started, whereabouts }: { route: string; started: number; whereabouts: Whereabouts },
): AnsweredRequest {
  const { session, apiKey } = request;
  // Visits, pages and files come by the million, and have no line.
  const whose = isApiPath(route) && {
    userId: apiKey?.user_id ?? session?.user.id ?? whereabouts.userOf(request),
    network: whereabouts.networkOf(request.ip),
  };
  return {
    requestId: request.id,
    method: request.method,
    route,
    status: reply.raw.statusCode,
    ms: Math.round(performance.now() - started),
    aborted: !reply.raw.writableFinished,
    code: request.problemCode,
    impersonatorId: session?.impersonation?.by.id,
    apiKeyId: apiKey?.api_key_id,
    ...whose,
  };
}
