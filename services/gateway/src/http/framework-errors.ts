import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, toProblem } from '@linkway/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerWrongAddress } from '../web/wrong-address.js';
import { localeOf } from './locale.js';
import { sendProblem } from './problem.filter.js';

/** The router could not read the path (bad percent encoding) or found a part of it too long; no hook has run. */
export function answerUnroutable(error: { code: string }, request: FastifyRequest, reply: FastifyReply): void {
  const code = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'request.not_found' : 'request.malformed';
  request.server.follow(request, reply, () => {
    void reply.header('x-content-type-options', 'nosniff');
    const problem = toProblem(new AppError(code), localeOf(request.headers['accept-language']), request.traceId);
    if (!answerWrongAddress(request, reply, problem)) sendProblem(reply, problem);
  });
}

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

interface ParserError extends NodeJS.ErrnoException {
  rawPacket?: unknown;
}

// A request line in good order, of a method that the parser has never heard of (RFC 9110 9.1).
const isUnknownMethod = ({ code, rawPacket }: ParserError): boolean =>
  code === 'HPE_INVALID_METHOD' &&
  Buffer.isBuffer(rawPacket) &&
  /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r?\n/.test(rawPacket.toString('latin1'));

/** What came in was not HTTP, or its headers were too large: there is no request, only a socket. */
export function answerBrokenRequest(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const status = isUnknownMethod(error) ? 501 : (statuses[error.code ?? ''] ?? 400);
  const title = STATUS_CODES[status] ?? '';
  const body = JSON.stringify({ ...toProblem(new AppError('request.malformed'), 'en', ''), status, title });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\ncontent-type: application/problem+json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
