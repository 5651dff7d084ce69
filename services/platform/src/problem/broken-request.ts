import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from './app-error.js';
import { toProblem } from './problem.js';

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

/**
 * What came in was not HTTP, or its headers were too large: there is no request, only a socket. Answers 400, 408, 431 or 501 with
 * `request.malformed` in English, as no language is known, and closes. For `clientErrorHandler` of a server.
 */
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
