import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { HttpDrain } from './http-drain.js';

afterEach(() => void jest.restoreAllMocks());

it('a clock that is set back keeps no connection that nobody uses', async () => {
  const server = createServer((_, response) => void response.end('here'));
  server.keepAliveTimeout = 60_000;
  const drain = new HttpDrain(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  const closed = once(socket, 'close');
  drain.begin();
  const end = drain.end(() => new Promise((resolve) => server.close(resolve)));
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now - 3_600_000);
  // Long after it is quiet; a clock that nobody set says a second at the most.
  const ended = Promise.all([end, closed]).then(() => 'ended');
  expect(await Promise.race([ended, delay(4_000, 'waits still')])).toBe('ended');
});
