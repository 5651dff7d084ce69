import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { leaveAtOnce } from '../testkit/leave-at-once.js';
import { knowPeers } from './known-peers.js';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
let server: Server;
let port: number;
let connections: number;
/** Of the peers of requests, when their connections had closed. */
let seen: (string | undefined)[];

beforeEach(async () => {
  [connections, seen] = [0, []];
  server = createServer((request, response) => {
    response.once('close', () => seen.push(request.socket.remoteAddress));
  });
  server.on('connection', () => void (connections += 1));
  knowPeers(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterEach(() => void server.close());

it('knows the address of a client that reset its connection while it was answered', async () => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(GET);
  await delay(50);
  socket.resetAndDestroy();
  await delay(50);
  expect(seen).toStrictEqual(['127.0.0.1']);
});

it('hands out nothing of a client that has gone before it was seen, and may be anybody', async () => {
  await leaveAtOnce(`http://127.0.0.1:${port}`, GET);
  await delay(50);
  expect({ connections, seen }).toStrictEqual({ connections: 1, seen: [] });
});
