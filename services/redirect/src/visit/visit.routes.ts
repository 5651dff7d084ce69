import type { IncomingMessage, RequestListener } from 'node:http';
import { OWN_VISITS_PATH } from '@linkway/contracts';
import { requestTarget } from '@linkway/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RedirectConfig } from '../config.js';
import { locationOf } from './redirect-answer.js';
import type { VisitService } from './visit.service.js';

/** A form with one password fits many times. */
const BODY_LIMIT = 4_096;
const ROBOTS = 'User-agent: *\nDisallow: /\n';
const ROUTED = new Set(['GET', 'HEAD', 'POST']);

/**
 * The service's own routes, on Fastify itself in a scope of their own, past Nest's router. Plain visits do not even get
 * that far: its routing, hooks and reply would cost a fifth of the answer.
 */
export async function registerVisits(
  fastify: FastifyInstance,
  visits: VisitService,
  config: Pick<RedirectConfig, 'WEB_URL'>,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request: FastifyRequest, body: string | Buffer, done: (error: Error | null, value?: string) => void) =>
        done(null, String(body)),
    );
    scope.setErrorHandler((_error, request, reply) => {
      reply.hijack();
      visits.refuseRequest(request.raw, reply.raw, 'bad_request');
    });
    scope.addHook('onRequest', (request, reply, done) => {
      const headers = visits.headersFor(request.raw);
      for (let index = 0; index + 1 < headers.length; index += 2) {
        reply.header(headers[index] as string, headers[index + 1]);
      }
      done();
    });
    scope.get('/', ({ raw }, reply) =>
      reply
        .header('cache-control', 'private, no-store')
        .redirect(locationOf(visits.rootOf(raw) ?? config.WEB_URL), 302),
    );
    scope.get('/robots.txt', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(ROBOTS),
    );
    scope.get('/favicon.ico', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').code(204).send(),
    );
    scope.get(OWN_VISITS_PATH, (request, reply) => {
      reply.hijack();
      const { token } = request.query as { token?: unknown };
      visits.know(request.raw, reply.raw, typeof token === 'string' ? token : '');
    });
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      handler: (request, reply) => {
        reply.hijack();
        visits.refuseRequest(request.raw, reply.raw, 'unknown');
      },
    });
    scope.post('/*', { bodyLimit: BODY_LIMIT }, (request, reply) => {
      reply.hijack();
      visits.unlock(request.raw, reply.raw, passwordIn(request));
    });
  });
}

/** A client may write the whole address of a link, as to a proxy; its host then counts before any Host header. */
function toOriginForm(request: IncomingMessage): void {
  const { path, host } = requestTarget(request.url ?? '/');
  if (host === null) return;
  request.url = path;
  request.headers.host = host;
  const raw = request.rawHeaders;
  const at = raw.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (at === -1) raw.push('Host', host);
  else raw[at + 1] = host;
}

/** Lets visits be answered before Fastify looks at the request; everything else goes on to it. */
export function answerFirst(visits: VisitService, fastify: RequestListener): RequestListener {
  return (request, response) => {
    toOriginForm(request);
    if ((request.method === 'GET' || request.method === 'HEAD') && visits.answer(request, response)) return;
    // Fastify knows some of the other methods only, and would answer the rest in its own ways.
    if (!ROUTED.has(request.method ?? '')) {
      visits.refuseRequest(request, response, 'not_allowed');
      return;
    }
    if (!isReadable(request.url ?? '/')) {
      visits.refuseRequest(request, response, 'bad_request');
      return;
    }
    // Node makes no stream of what has no body, so nobody could wait for its end.
    if (request.method === 'POST' && !hasBody(request)) {
      visits.unlock(request, response, '');
      return;
    }
    fastify(request, response);
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** By its path: what a query holds is the destination's matter. */
function isReadable(url: string): boolean {
  try {
    decodeURI(url.split(/[?#]/, 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

const passwordIn = ({ body }: FastifyRequest): string => {
  const sent = typeof body === 'string' ? (new URLSearchParams(body).get('password') ?? '') : '';
  return sent.length > 256 ? '' : sent;
};
