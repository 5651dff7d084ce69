import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptsGzip } from './accept-encoding.js';

const compress = promisify(gzip);
/** Shorter texts grow rather than shrink; the CSRF token is one of them. */
const WORTH_BYTES = 1_000;
/** Most of the gain for a third of the work of the default. */
const LEVEL = 4;

/**
 * What the API answers to a reader goes as gzip, and not at all to who has it already (ETag, 304). Browsers keep none of it
 * (`no-store`): who asks again and again, as the web app does, keeps the last answer itself.
 */
export function compactAnswers(instance: FastifyInstance): void {
  instance.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    if (!request.routeOptions.url?.startsWith('/api')) return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    const tag = `W/"${hash('sha256', payload, 'base64url')}"`;
    void reply.header('etag', tag).header('vary', 'Accept-Encoding');
    if (names(request.headers['if-none-match'], tag)) {
      void reply.code(304).removeHeader('content-type').removeHeader('content-length');
      return null;
    }
    if (payload.length < WORTH_BYTES || !acceptsGzip(request.headers['accept-encoding'])) return payload;
    void reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return compress(payload, { level: LEVEL });
  });
}

/** Whether `If-None-Match` names the tag; weakly, as it does. */
const names = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2));
