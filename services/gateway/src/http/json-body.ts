import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@linkway/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

export const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_DEPTH = 20;

/**
 * JSON and nothing else. `__proto__` and `constructor.prototype` keys are refused by Fastify's own parser; an empty
 * body is no body, as many clients send the content type on requests without one.
 */
export function acceptJson(app: NestFastifyApplication): void {
  const instance = app.getHttpAdapter().getInstance();
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeAllContentTypeParsers();
  app.useBodyParser('application/json', { bodyLimit: BODY_LIMIT_BYTES }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isPlainUtf8(request.headers)) return done(new AppError('request.unsupported_media_type'));
    // A byte that is none would become a character that nobody typed.
    if (!isUtf8(body)) return done(new AppError('request.malformed'));
    void parse(request as unknown as FastifyRequest, body.toString('utf8'), (error, value) => {
      if (error) return done(new AppError('request.malformed', {}, { cause: error }));
      if (deeperThan(value, MAX_DEPTH)) return done(new AppError('request.too_deep'));
      done(null, value);
    });
  });
  // Nest would add its own parser for forms, which any page on the web could then send.
  app.useBodyParser('application/x-www-form-urlencoded', {}, (_request, _body, done) =>
    done(new AppError('request.unsupported_media_type')),
  );
}

/** Neither compressed nor in another character set than JSON's own (RFC 8259 8.1). */
export function isPlainUtf8(headers: IncomingHttpHeaders): boolean {
  const encoding = headers['content-encoding'] ?? 'identity';
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  return encoding.trim().toLowerCase() === 'identity' && /^(utf-?8|us-ascii)$/i.test(charset);
}

/** Whether objects and lists are nested more than `limit` deep; walks level by level, so depth costs no stack. */
export function deeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}
