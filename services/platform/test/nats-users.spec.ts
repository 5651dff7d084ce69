import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createLinkRpc,
  type DeclaredService,
  linkCreated,
  NATS_OPERATOR,
  natsInbox,
  republishLinksRpc,
  resolveRoutesRpc,
  sessionEnded,
} from '@linkway/contracts';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { runEvents } from '../src/events-cli/run.js';
import { eventStream } from '../src/index.js';
import { useServers } from '../src/testkit/index.js';

const servers = useServers({ nats: true });
const opened: NatsConnection[] = [];

/** A connection of a service, as its own code makes one. */
async function as(service: DeclaredService): Promise<NatsConnection> {
  const { NATS_USER: user = '', NATS_PASSWORD: pass = '' } = servers.env(service);
  const connection = await connect({ servers: servers.natsUrl, user, pass, inboxPrefix: natsInbox(user) });
  opened.push(connection);
  return connection;
}
const refused = /permissions violation|authorization violation/i;
const event = () => JSON.stringify({ id: randomUUID() });

beforeAll(async () => {
  const operator = await connect({ servers: servers.natsUrl, inboxPrefix: natsInbox(NATS_OPERATOR) });
  const manager = await jetstreamManager(operator);
  for (const owner of ['identity', 'links']) {
    const { name, subjects } = eventStream(owner);
    await manager.streams.add({ name, subjects });
  }
  await manager.consumers.add('EVT_LINKS', { durable_name: 'redirect', ack_policy: AckPolicy.Explicit });
  await jetstream(operator).publish(linkCreated.subject, event());
  await operator.close();
}, 60_000);

// What one test listens to must not answer the requests of the next.
afterEach(async () => {
  for (const connection of opened.splice(0)) await connection.close();
});

describe('a service', () => {
  it('publishes its own events and no others', async () => {
    const links = jetstream(await as('links'));
    await expect(links.publish(linkCreated.subject, event())).resolves.toMatchObject({ stream: 'EVT_LINKS' });
    await expect(links.publish(sessionEnded.subject, event())).rejects.toThrow(refused);
    const identity = jetstream(await as('identity'));
    await expect(identity.publish(sessionEnded.subject, event())).resolves.toMatchObject({ stream: 'EVT_IDENTITY' });
  });

  it('asks what it declares, and is answered; nothing else reaches the owner', async () => {
    const links = await as('links');
    let asked = 0;
    for (const subject of ['cmd.links.>', 'qry.links.>']) {
      links.subscribe(subject, {
        callback: (_error, message) => {
          asked += 1;
          message.respond('yes');
        },
      });
    }
    await links.flush();
    const redirect = await as('redirect');
    await expect(redirect.request(resolveRoutesRpc.subject, '')).resolves.toBeDefined();
    await expect(redirect.request(createLinkRpc.subject, '')).rejects.toThrow(refused);
    const gateway = await as('gateway');
    await expect(gateway.request(createLinkRpc.subject, '')).resolves.toBeDefined();
    expect(asked).toBe(2);
    // Else it would answer what the next test asks.
    await links.close();
  });

  it('answers the command of an operator', async () => {
    const links = await as('links');
    const response = { state: 'done', done: 3, total: 3, rate: 500, waiting: null };
    links.subscribe(republishLinksRpc.subject, {
      callback: (_error, message) => void message.respond(JSON.stringify({ response, isDisposed: true })),
    });
    await links.flush();
    const lines: string[] = [];
    const output = { say: (line: string) => void lines.push(line), complain: (line: string) => void lines.push(line) };
    const code = await runEvents(['republish', 'links', 'status'], () => ({ NATS_URL: servers.natsUrl }), output);
    expect({ code, lines }).toEqual({ code: 0, lines: ['links: done, 3 rows, 500 a second'] });
  });

  it('hears neither requests to others nor their answers, nor events but through JetStream', async () => {
    const redirect = await as('redirect');
    for (const subject of ['cmd.links.>', '_INBOX_gateway.>', '_INBOX.>', 'evt.links.>', '>']) {
      const errors: (Error | null)[] = [];
      redirect.subscribe(subject, { callback: (error) => void errors.push(error) });
      await redirect.flush();
      await redirect.flush();
      expect([subject, errors.length]).toEqual([subject, 1]);
      expect(String(errors[0])).toMatch(refused);
    }
  });

  it('reads what it declares through its own consumers, and leaves those of others alone', async () => {
    const redirect = await as('redirect');
    const consumer = await jetstream(redirect).consumers.get('EVT_LINKS', 'redirect');
    const message = await consumer.next({ expires: 5_000 });
    expect(await message?.ackAck()).toBe(true);

    const gateway = await jetstreamManager(await as('gateway'));
    const durable = { durable_name: 'redirect', ack_policy: AckPolicy.Explicit };
    await expect(gateway.consumers.add('EVT_LINKS', { durable_name: 'gateway' })).rejects.toThrow(refused);
    await expect(gateway.streams.getMessage('EVT_LINKS', { seq: 1 })).rejects.toThrow(refused);
    const analytics = await jetstreamManager(await as('analytics'));
    await expect(analytics.consumers.add('EVT_LINKS', durable)).rejects.toThrow(refused);
    await expect(
      analytics.streams.add({ name: 'CLICKS_0', subjects: ['evt.redirect.links-clicked.v1.0'] }),
    ).resolves.toBeDefined();
    await expect(analytics.consumers.add('CLICKS_0', { ack_policy: AckPolicy.None })).resolves.toBeDefined();
    await expect(analytics.streams.purge('CLICKS_0')).resolves.toMatchObject({ success: true });
  });

  it('neither changes nor empties a stream of others', async () => {
    const redirect = await jetstreamManager(await as('redirect'));
    await expect(redirect.streams.info('EVT_LINKS')).resolves.toBeDefined();
    await expect(redirect.streams.purge('EVT_LINKS')).rejects.toThrow(refused);
    await expect(redirect.streams.delete('EVT_LINKS')).rejects.toThrow(refused);
    // It reads nothing of theirs.
    const content = await jetstreamManager(await as('content'));
    await expect(content.streams.info('EVT_LINKS')).rejects.toThrow(refused);
    const links = await jetstreamManager(await as('links'));
    await expect(links.streams.purge('EVT_LINKS')).resolves.toMatchObject({ success: true });
    await expect(links.streams.delete('EVT_LINKS')).rejects.toThrow(refused);
  });

  it('signs in with its own password', async () => {
    const wrong = connect({ servers: servers.natsUrl, user: 'links', pass: 'guessed', reconnect: false });
    await expect(wrong).rejects.toThrow(/authorization violation/i);
  });
});
