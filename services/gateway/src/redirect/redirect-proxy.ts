import replyFrom from '@fastify/reply-from';
import { type AppLogger, rarely } from '@linkway/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Dispatcher, Pool } from 'undici';
import type { GatewayConfig } from '../config.js';
import { sendPlainPage } from '../web/plain-page.js';
import { endToEnd } from './hop-headers.js';
import { unavailableText } from './unavailable-text.js';

const FORM = 'application/x-www-form-urlencoded';
const FORM_LIMIT_BYTES = 16 * 1024;
const ANSWER_WITHIN_MS = 10_000;
/**
 * Twice as many as the redirect service lets wait for their refusal, each on a connection of its own (ADR 38), and past those it refuses at
 * once: visits of known links never wait behind them here. What a flood leaves of them idle closes its socket after seconds and keeps 2 KiB;
 * no visit looks through it, as the first free one is taken. `clientTtl` would end all of that within one visit: 0.3 s for 4,096, in which
 * nobody is answered.
 */
const CONNECTIONS = 8_192;
/** Each visit during an outage would be a line. */
const TELL_EVERY_MS = 1_000;

export type PassOn = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Passes short links on to the redirect service, whose answers go back as they are. */
export async function connectRedirect(
  instance: FastifyInstance,
  { REDIRECT_URL: base, PROXY_SECRET }: Pick<GatewayConfig, 'REDIRECT_URL' | 'PROXY_SECRET'>,
  logger: AppLogger,
): Promise<PassOn> {
  const pool = new Pool(new URL(base).origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: ANSWER_WITHIN_MS,
    bodyTimeout: ANSWER_WITHIN_MS,
  });
  instance.addHook('onClose', () => pool.destroy());
  await instance.register(replyFrom, { base, disableRequestLogging: true, undici: { request: untilLeft(pool) } });
  const seldom = rarely(TELL_EVERY_MS);
  return (request, reply) => {
    dropOwnHeaders(reply);
    return reply.from(undefined, {
      // A visit that is repeated may be counted again, and holds up others while the redirect service can do nothing.
      retryDelay: () => null,
      rewriteRequestHeaders: (received, headers) => ({
        ...endToEnd(headers, received.headers.connection),
        [LEFT]: leaving(reply),
        host: request.host,
        // What the client claims of its own way here is not passed on; this is what the gateway established.
        'x-forwarded-for': request.ip,
        'x-forwarded-host': request.host,
        'x-forwarded-proto': request.protocol,
        'x-linkway-proxy': PROXY_SECRET || undefined,
        'x-request-id': request.id,
      }),
      rewriteHeaders: (headers) => endToEnd(headers),
      onError: (answer, { error }) => {
        if (answer.raw.destroyed) return;
        seldom((more) => logger.warn('redirect service does not answer', { error, more }));
        const unavailable = answer as FastifyReply;
        void unavailable.header('retry-after', 5);
        sendPlainPage(request, unavailable, 503, unavailableText);
      },
    });
  };
}

/** Of a request: ends when its visitor leaves. It is with the headers because nothing else of a request gets to the pool. */
const LEFT = Symbol('left');

/** Ends a question with the connection of whoever asked it, so that the redirect service counts no visitor who has left. */
function untilLeft(pool: Pool): Dispatcher['request'] {
  return (options: Dispatcher.RequestOptions, ...rest: []) => {
    const { [LEFT]: signal, ...headers } = options.headers as Record<string, string> & { [LEFT]: AbortSignal };
    return pool.request({ ...options, headers, signal }, ...rest);
  };
}

function leaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  return left.signal;
}

// These hold for a short link as for everything else on this host; the redirect service's own win where it sends them.
const KEPT = new Set(['x-request-id', 'strict-transport-security', 'x-content-type-options']);

// Headers of our own pages, whose policies would break the redirect service's.
function dropOwnHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (!KEPT.has(name)) void reply.removeHeader(name);
  }
}

/** The password form of a link is the only body that goes through. */
export function acceptForms(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser<Buffer>(
    FORM,
    { parseAs: 'buffer', bodyLimit: FORM_LIMIT_BYTES },
    ({ raw }, body, done) => {
      // What stands behind the type says nothing of a form, and whoever passes it on reads it more strictly than Fastify.
      raw.headers['content-type'] = FORM;
      done(null, body);
    },
  );
}
