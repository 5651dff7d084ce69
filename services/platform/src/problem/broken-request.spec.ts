import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { answerBrokenRequest } from './broken-request.js';

type BrokenRequest = Parameters<typeof answerBrokenRequest>[0];
type Socket = Parameters<typeof answerBrokenRequest>[1];

const broken = (code: string, line = ''): BrokenRequest =>
  Object.assign(new Error(code), { code, rawPacket: Buffer.from(line) });

async function answered(error: BrokenRequest): Promise<string> {
  const socket = new PassThrough();
  answerBrokenRequest(error, socket as unknown as Socket);
  return text(socket);
}

describe('a request that cannot be read', () => {
  it.each([
    ['HPE_INVALID_CONSTANT', 'nonsense\r\n', '400 Bad Request'],
    ['HPE_UNEXPECTED_CONTENT_LENGTH', 'POST / HTTP/1.1\r\n', '400 Bad Request'],
    ['HPE_HEADER_OVERFLOW', 'GET / HTTP/1.1\r\n', '431 Request Header Fields Too Large'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '', '408 Request Timeout'],
    ['HPE_INVALID_METHOD', 'BREW /pot HTTP/1.1\r\n', '501 Not Implemented'],
    ['HPE_INVALID_METHOD', 'BREW\r\n', '400 Bad Request'],
  ])('%s of %j is a problem with its code', async (code, line, status) => {
    const [head = '', body = ''] = (await answered(broken(code, line))).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(head).toContain('content-type: application/problem+json');
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
    expect(JSON.parse(body)).toMatchObject({ code: 'request.malformed', status: Number(status.slice(0, 3)) });
  });

  it('is not answered where nobody listens any more', async () => {
    const socket = new PassThrough();
    answerBrokenRequest(broken('ECONNRESET'), socket as unknown as Socket);
    await once(socket, 'close');
    expect(socket.read()).toBeNull();
  });
});
