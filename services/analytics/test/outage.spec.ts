import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { ClickRepository } from '../src/store/click.repository.js';
import { Asker, aClick, ClickPublisher, STORES } from './analytics.harness.js';

describe.each(STORES)('on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let publisher: ClickPublisher;
  let analytics: RunningService;

  const start = async (more: Record<string, string> = {}) => {
    analytics = await service.start(servers.env('analytics', { VISITOR_SECRET: 'test', LOG_LEVEL: 'fatal', ...more }));
  };

  beforeAll(async () => {
    publisher = await ClickPublisher.open(servers.natsUrl);
    await start();
  });

  // The servers are gone by then.
  afterAll(async () => {
    await analytics.stop();
    await publisher.close();
  });

  const aLink = () => ({ workspace_id: uuidv7(), link_id: uuidv7() });
  const totalOf = async (link: ReturnType<typeof aLink>) =>
    (await new Asker(analytics).link(link.workspace_id, link.link_id)).total;

  describe('a batch whose fate is not known', () => {
    it.each([
      ['before its clicks are stored', false],
      ['after they are stored, before anybody knows', true],
    ])('is finished as it was after a stop %s', async (_name, stores) => {
      const link = aLink();
      const clicks = analytics.get(ClickRepository);
      const insert = clicks.insert.bind(clicks);
      const cut = jest.spyOn(clicks, 'insert').mockImplementation(async (rows, token) => {
        if (stores) await insert(rows, token);
        throw new Error('connection reset');
      });
      await publisher.publish([aClick(link), aClick(link)]);
      await publisher.publish([aClick(link)]);
      await eventually(() => cut.mock.calls.length > 0);
      await eventually(async () => !(await analytics.ready()));
      await analytics.stop();
      await publisher.publish([aClick(link)]);
      // Other limits would cut other batches; what was fixed stays.
      await start({ CLICK_BATCH_SIZE: '1', CLICK_FLUSH_MS: '1' });
      await eventually(async () => expect(await totalOf(link)).toBe(4));
      await eventually(() => analytics.ready());
    });

    it('is stored once when the store answers with errors for a while', async () => {
      const link = aLink();
      const clicks = analytics.get(ClickRepository);
      const insert = clicks.insert.bind(clicks);
      const flaky = jest.spyOn(clicks, 'insert');
      for (let failure = 0; failure < 3; failure += 1) {
        flaky.mockImplementationOnce(async (rows, token) => {
          await insert(rows, token);
          throw new Error('timed out');
        });
      }
      await publisher.publish([aClick(link), aClick(link)]);
      await eventually(async () => expect(await totalOf(link)).toBe(2));
      await publisher.publish([aClick(link)]);
      await eventually(async () => expect(await totalOf(link)).toBe(3));
      flaky.mockRestore();
    });
  });

  describe('while NATS is away', () => {
    it('the service waits, and goes on by itself where it was', async () => {
      const link = aLink();
      await publisher.publish([aClick(link)]);
      await eventually(async () => expect(await totalOf(link)).toBe(1));
      await servers.nats.kill();
      await eventually(async () => !(await analytics.ready()));
      await servers.nats.start();
      await eventually(() => publisher.publish([aClick(link), aClick(link)]), { timeoutMs: 20_000 });
      await eventually(async () => expect(await totalOf(link)).toBe(3), { timeoutMs: 20_000 });
      await eventually(() => analytics.ready());
    }, 60_000);

    it('and comes back with an empty store, new clicks count all the same', async () => {
      const link = aLink();
      await publisher.publish([aClick(link)]);
      await eventually(async () => expect(await totalOf(link)).toBe(1));
      const manager = await publisher.manager();
      const { config } = await manager.streams.info('CLICKS_0');
      await manager.streams.delete('CLICKS_0');
      // Numbered from one again, as if they had been read long ago.
      await manager.streams.add({ ...config, name: config.name });
      await publisher.publish([aClick(link)]);
      await eventually(async () => expect(await totalOf(link)).toBe(2), { timeoutMs: 20_000 });
    }, 60_000);
  });
});
