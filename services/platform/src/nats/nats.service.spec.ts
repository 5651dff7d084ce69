import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { BaseConfig } from '../config/service-config.js';
import { eventually } from '../testkit/index.js';
import { NatsService } from './nats.service.js';

const INFO = JSON.stringify({ server_id: 'test', version: '2.10.0', proto: 1, headers: true, max_payload: 1_048_576 });

let server: Server;
let nats: NatsService;
const sockets = new Set<Socket>();
/** What a client is told that comes, in place of being let in. */
let refusal: string | null;
let refused: number;
const lines: string[] = [];

beforeEach(async () => {
  refusal = null;
  refused = 0;
  lines.length = 0;
  server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (data) => {
      const said = data.toString();
      if (said.includes('CONNECT') && refusal !== null) {
        refused += 1;
        socket.end(`-ERR '${refusal}'\r\n`);
      } else if (said.includes('PING')) socket.write('PONG\r\n');
    });
    socket.write(`INFO ${INFO}\r\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const config = { NATS_URL: `127.0.0.1:${(server.address() as AddressInfo).port}` } as BaseConfig;
  const tell = (line: string) => void lines.push(line);
  nats = await NatsService.open(config, 'test', '1', { warn: tell, info: tell });
});
afterEach(async () => {
  await nats.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

it.each(['Authentication Timeout', 'Authorization Violation'])(
  'a server that answers "%s" again and again, as a busy one does when all come at once, is tried until it lets in',
  async (answer) => {
    refusal = answer;
    for (const socket of sockets) socket.destroy();
    await eventually(() => expect(refused).toBeGreaterThan(2));
    refusal = null;
    await eventually(() => expect(nats.isConnected).toBe(true));
    await nats.check();
    expect(nats.comebacks).toBe(1);
    expect(lines).toEqual(['NATS connection lost', 'NATS connection is back']);
    expect(sockets.size).toBe(1);
  },
);
