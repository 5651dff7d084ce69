import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { RedirectHead } from './redirect-head.js';

const LOCATION = 'https://example.com/?a=1';
const HEADERS = ['Cache-Control', 'private, no-store', 'X-Content-Type-Options', 'nosniff'];
const get = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1, headers: {} };

/** The lines that a connection takes, in alphabetical order. */
function sent(request: object, drains: boolean, send: (response: ServerResponse) => void): string[] {
  const chunks: Buffer[] = [];
  const socket = new Writable({ write: (chunk, _encoding, done) => done(void chunks.push(Buffer.from(chunk))) });
  const response = new ServerResponse(request as IncomingMessage);
  if (drains) response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  send(response);
  expect(response.headersSent && response.writableEnded).toBe(true);
  expect([response.statusCode, response.chunkedEncoding]).toEqual([302, false]);
  const text = Buffer.concat(chunks).toString('latin1');
  expect(text.endsWith('\r\n\r\n')).toBe(true);
  return text.split('\r\n').sort();
}

describe('the head of a redirect', () => {
  it.each<[string, object, boolean, string[]]>([
    ['a visit', get, false, []],
    ['one whose connection ends', get, true, []],
    ['one that takes a header of its own', get, false, ['X-Robots-Tag', 'noindex']],
    ['one that takes no body', { ...get, method: 'HEAD' }, false, []],
    ['a form', { ...get, method: 'POST' }, false, []],
    ['a client of HTTP/1.0', { ...get, httpVersionMinor: 0 }, false, []],
  ])('is what Node makes of its headers, for %s', (_whom, request, drains, more) => {
    const head = new RedirectHead(HEADERS);
    const all = ['Location', LOCATION, ...HEADERS, ...more, 'Content-Length', '0'];
    const own = sent(request, drains, (response) => head.send(response, LOCATION, more));
    const nodes = sent(request, drains, (response) => response.writeHead(302, all).end());
    expect(own).toEqual(nodes);
    expect(own).toContain(`Location: ${LOCATION}`);
  });

  it('takes no header that ends a line', () => {
    expect(() => new RedirectHead(['Cache-Control', 'a\r\nb: c'])).toThrow('Invalid character');
    expect(() => new RedirectHead(['Cache Control', 'a'])).toThrow('token');
  });
});
