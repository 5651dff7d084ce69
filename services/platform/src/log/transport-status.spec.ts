import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ClientNats, ServerNats } from '@nestjs/microservices';
import { AppLogger } from './logger.js';

let folder: string;
let file: string;
let logger: AppLogger;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-transport-'));
  file = join(folder, 'log');
  logger = AppLogger.create('links', 'links-1', {
    LOG_LEVEL: 'trace',
    LOG_FILE: file,
    LOG_MAX_BYTES: 10_000,
    LOG_KEEP: 1,
  });
  Logger.overrideLogger(logger);
});
afterEach(() => {
  Logger.overrideLogger(['error', 'fatal']);
  rmSync(folder, { recursive: true, force: true });
});

/** What Nest's own transport says of these, in its own words. */
async function hear(transport: object, ...statuses: object[]): Promise<void> {
  const connection = {
    async *status() {
      yield* statuses;
    },
  };
  await (transport as { handleStatusUpdates(client: object): Promise<void> }).handleStatusUpdates(connection);
}
const lines = (): string[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).message);

it("leaves out how Nest's connections to NATS are, and keeps their errors and everybody else's lines", async () => {
  for (const transport of [new ClientNats({}), new ServerNats({})]) {
    await hear(
      transport,
      { type: 'disconnect', server: 'a' },
      { type: 'staleConnection' },
      { type: 'update', added: ['a'], deleted: [] },
      { type: 'reconnect', server: 'a' },
      { type: 'error', error: new Error('Permissions Violation') },
      { type: 'slowConsumer', data: 'evt' },
    );
  }
  new Logger('ClientNats').error('cannot parse');
  new Logger('LinksController').error('NatsError: type: "disconnect".');
  logger.warn('NATS connection lost');
  const kept = [
    'NatsError: type: "error", error: "Error: Permissions Violation".',
    'NatsStatus: type: "slowConsumer", data: "evt".',
  ];
  expect(lines()).toEqual([...kept, ...kept, 'cannot parse', 'NatsError: type: "disconnect".', 'NATS connection lost']);
});
