import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NatsService } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Lease } from '../src/lease/lease.js';
import { WorkShare } from '../src/lease/work-share.js';

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

  it('is over for its holder before another one can have it', async () => {
    const [first, second] = [new Lease(natsService(), 'silent', 'a', 1), new Lease(natsService(), 'silent', 'b', 1)];
    const began = Date.now();
    expect(await first.acquire()).toBe(true);
    // It is killed, or stands still: nobody renews it.
    await eventually(() => second.acquire(), { timeoutMs: 20_000, intervalMs: 200 });
    // Ten seconds, and what the server takes to notice: the README says so.
    const taken = Date.now() - began;
    expect([taken >= 7_000, taken < 15_000]).toEqual([true, true]);
    expect(first.held).toBe(false);
    expect(await first.acquire()).toBe(false);
  });

  it('tells whether it was held all the time, or lost to another one and taken again', async () => {
    const [first, second] = [new Lease(natsService(), 'terms', 'a', 1), new Lease(natsService(), 'terms', 'b', 1)];
    await first.acquire();
    const { term } = first;
    await first.acquire();
    expect([first.held, first.term]).toEqual([true, term]);
    // As another process of the same name would.
    const renamed = new Lease(natsService(), 'terms', 'a', 1);
    await renamed.acquire();
    await renamed.release();
    expect(await second.acquire()).toBe(true);
    await second.release();
    expect(await first.acquire()).toBe(false);
    expect(await first.acquire()).toBe(true);
    expect(first.term).toBeGreaterThan(term);
  });

  it('stays with a holder that renews it from several places at once', async () => {
    const lease = new Lease(natsService(), 'renewed', 'a', 1);
    for (let round = 0; round < 3; round += 1) {
      expect(await Promise.all([lease.acquire(), lease.acquire(), lease.acquire()])).toEqual([true, true, true]);
      expect(lease.held).toBe(true);
    }
  });
});

describe('WorkShare', () => {
  const works = ['0', '1', '2', '3', '4'];
  const takenBy = (share: WorkShare) => works.filter((work) => share.mayTake(work) && (share.took(work), true)).length;

  it('gives each living process its part, and has one that has more give back the rest', async () => {
    const [one, two] = [new WorkShare(natsService(), 'one', 1), new WorkShare(natsService(), 'two', 1)];
    await one.announce(works.length);
    expect(takenBy(one)).toBe(5);
    await two.announce(works.length);
    expect(takenBy(two)).toBe(3);
    expect(works.filter((work) => one.hasTooMuch(work))).toHaveLength(0);
    await one.announce(works.length);
    expect(works.filter((work) => one.hasTooMuch(work))).toHaveLength(2);
    await two.leave();
    await one.announce(works.length);
    expect(takenBy(one)).toBe(5);
    await one.leave();
  });

  it('leaves all of it to the others while a process cannot do its work, and says so', async () => {
    const [ill, well] = [new WorkShare(natsService(), 'ill', 1), new WorkShare(natsService(), 'well', 1)];
    const announce = async (able: boolean) => {
      await ill.announce(works.length, able);
      await well.announce(works.length);
      await ill.announce(works.length, able);
    };
    const others = async () => {
      await well.announce(works.length);
      return well.isAlone;
    };
    await announce(true);
    expect(await others()).toBe(false);
    await announce(false);
    expect(ill.mayTake('0')).toBe(false);
    expect(await others()).toBe(true);
    await announce(true);
    expect(ill.mayTake('0')).toBe(true);
    ill.took('0');
    ill.holdBack();
    // At once, though nobody was told yet.
    expect([ill.mayTake('1'), ill.hasTooMuch('0')]).toEqual([false, true]);
    await announce(true);
    expect(await others()).toBe(true);
    await well.leave();
  });

  it('keeps a process at its work that is the only one, however ill: the leases decide', async () => {
    const [ill, well] = [new WorkShare(natsService(), 'only', 1), new WorkShare(natsService(), 'leaving', 1)];
    await ill.announce(works.length);
    expect(takenBy(ill)).toBe(5);
    await ill.announce(works.length, false);
    expect(works.filter((work) => ill.hasTooMuch(work))).toEqual([]);
    ill.gave('0');
    expect(ill.mayTake('0')).toBe(true);

    await well.announce(works.length);
    await ill.announce(works.length);
    ill.holdBack();
    expect([ill.mayTake('0'), ill.hasTooMuch('1')]).toEqual([false, true]);
    await well.leave();
    await ill.announce(works.length);
    expect(works.filter((work) => ill.hasTooMuch(work))).toEqual([]);
    expect(takenBy(ill)).toBe(5);
  });
});
