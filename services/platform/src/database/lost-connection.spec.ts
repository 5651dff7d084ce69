import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { AppLogger } from '../log/logger.js';
import { dataSourceOptions } from './connect.js';
import { migrate } from './migrate.js';
import { isOutage } from './outage.js';

const message = (type: string, ...parts: Buffer[]): Buffer => {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(4 + parts.reduce((sum, { length }) => sum + length, 0), 1);
  return Buffer.concat([head, ...parts]);
};
const field = (name: string, value: string): Buffer => Buffer.from(`${name}${value}\0`);
/** AuthenticationOk, ReadyForQuery and the reason for the end, as of a server that is told to stop right after a sign-in. */
const WELCOME_AND_END = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message(
    'E',
    field('S', 'FATAL'),
    field('V', 'FATAL'),
    field('C', '57P01'),
    field('M', 'terminating connection due to administrator command'),
    Buffer.alloc(1),
  ),
]);

let server: Server;
let welcomed = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      welcomed += 1;
      // In one piece both are read at once: nobody can begin to listen in between.
      socket.end(WELCOME_AND_END);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

const options = () => {
  const { port } = server.address() as AddressInfo;
  return dataSourceOptions(
    { DATABASE_URL: `postgres://linkway@127.0.0.1:${port}/linkway`, DATABASE_POOL_SIZE: 2 } as never,
    { entities: [], migrations: [] },
    'test',
  );
};

it('a connection that is ended with the answer to its sign-in is an outage and nothing else, for requests', async () => {
  const before = welcomed;
  const failed = await new DataSource(options()).initialize().catch((error: unknown) => error);
  expect([isOutage(failed), welcomed > before]).toEqual([true, true]);
});

it('a connection that is ended with the answer to its sign-in is an outage and nothing else, for migrations', async () => {
  const before = welcomed;
  const failed = await migrate(options(), 'test', {} as AppLogger).catch((error: unknown) => error);
  expect([isOutage(failed), welcomed > before]).toEqual([true, true]);
});
