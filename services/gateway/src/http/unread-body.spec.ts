import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { readOnBeforeRefusing } from './unread-body.js';

const LIMIT = 1_000;
let server: FastifyInstance;

beforeAll(async () => {
  server = fastify({ bodyLimit: LIMIT });
  readOnBeforeRefusing(server, { bytes: 500_000, ms: 300 });
  server.post('/', async () => 'taken');
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

function open(): Socket {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  // A reset takes away what came before it, as it does for a proxy that still writes.
  socket.on('error', () => undefined);
  return socket;
}
const head = (length: number, more = '') =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;

it('answers once the whole body came, and goes on with the connection', async () => {
  const socket = open();
  const length = 300_000;
  socket.write(head(length));
  for (let sent = 0; sent < length; sent += 100_000) {
    socket.write(' '.repeat(100_000));
    await delay(30);
    if (sent + 100_000 < length) expect(socket.bytesRead).toBe(0);
  }
  socket.write(`${head(2, 'connection: close\r\n')}{}`);
  const answer = await text(socket);
  expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

it('waits neither for what does not come nor for what does not end, and closes then', async () => {
  const stuck = open();
  stuck.write(head(300_000));
  expect(await text(stuck)).toMatch(/^HTTP\/1.1 413 [^]*connection: close/i);

  const endless = open();
  endless.write(head(50_000_000));
  const piece = ' '.repeat(100_000);
  let sent = 0;
  const more = setInterval(() => {
    sent += piece.length;
    endless.write(piece);
  }, 5);
  await text(endless).catch(() => '');
  clearInterval(more);
  expect(sent).toBeLessThan(10_000_000);
});

it('keeps no connection from closing that asked for it, nor an answer that read all', async () => {
  const socket = open();
  socket.write(`${head(1)}{`);
  socket.write(`${head(2, 'connection: close\r\n')}{}`);
  const answer = await text(socket);
  expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
});
