import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NatsService } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Lease } from '../src/lease/lease.js';

const servers = useServers({ nats: true });
let connection: NatsConnection;

beforeAll(async () => {
  connection = await connect({ servers: servers.natsUrl });
});

afterAll(() => connection.close());

/** What a lease uses of the service's connection. */
function natsService(): NatsService {
  const client: JetStreamClient = jetstream(connection);
  const parts = { jetstream: client, manager: () => jetstreamManager(connection) };
  return Object.assign(Object.create(NatsService.prototype), parts) as NatsService;
}

describe('Lease', () => {
  it('is held by one at a time, can be renewed, given back, and taken again under the same name', async () => {
    const lease = (holder: string) => new Lease(natsService(), 'clicks-0', holder, 1);
    const [first, second] = [lease('first'), lease('second')];
    expect(await first.acquire()).toBe(true);
    expect(first.held).toBe(true);
    expect(await second.acquire()).toBe(false);
    expect(second.held).toBe(false);
    expect(await first.acquire()).toBe(true);
    const restarted = lease('first');
    expect(await restarted.acquire()).toBe(true);
    expect(await first.acquire()).toBe(false);
    await restarted.release();
    expect(await second.acquire()).toBe(true);
  });
});
