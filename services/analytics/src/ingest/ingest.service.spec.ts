import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import type { AppLogger } from '@linkway/platform';
import { IngestService } from './ingest.service.js';

afterEach(() => void jest.restoreAllMocks());

it('claims no shards while ClickHouse is silent for long, and claims them again when it answers', async () => {
  let passed = 0;
  const clock = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => clock() + passed);
  const announced: boolean[] = [];
  const clickhouse = { untilOpen: async () => undefined, check: jest.fn(async () => undefined) };
  const service = new IngestService({
    shards: async () => [],
    clickhouse,
    health: { register: () => undefined } as never,
    logger: { warn: () => undefined } as unknown as AppLogger,
    consumerOf: () => {
      throw new Error('there are no shards');
    },
    share: { announce: async (_total, able) => void announced.push(able ?? true), leave: async () => undefined },
    giveUpMs: 30_000,
    lookEveryMs: 10,
  });
  const after = async (ms: number) => {
    passed += ms;
    // A look that was under way, and one of this time.
    for (const looks = announced.length + 2; announced.length < looks; ) await delay(5);
    return announced.at(-1);
  };
  service.onApplicationBootstrap();
  expect(await after(0)).toBe(true);
  clickhouse.check.mockRejectedValue(new Error('away'));
  expect(await after(20_000)).toBe(true);
  expect(await after(20_000)).toBe(false);
  clickhouse.check.mockResolvedValue(undefined);
  expect(await after(60_000)).toBe(true);
  await service.onModuleDestroy();
});

it('looks again soon after the streams could not be listed, however seldom it looks else', async () => {
  const shards = jest.fn(async () => [] as number[]).mockRejectedValueOnce(new Error('JetStream is not there yet'));
  let check = (): Promise<void> | void => undefined;
  const service = new IngestService({
    shards,
    clickhouse: { untilOpen: async () => undefined, check: async () => undefined },
    health: { register: (_name: string, given: typeof check) => void (check = given) } as never,
    logger: { warn: () => undefined } as unknown as AppLogger,
    consumerOf: () => {
      throw new Error('there are no shards');
    },
    share: null,
    giveUpMs: 30_000,
    lookEveryMs: 600_000,
  });
  service.onApplicationBootstrap();
  while (shards.mock.calls.length < 1) await delay(5);
  await delay(0);
  expect(check).toThrow('JetStream is not there yet');
  while (shards.mock.calls.length < 2) await delay(5);
  await delay(0);
  expect(check).not.toThrow();
  await service.onModuleDestroy();
  expect(shards).toHaveBeenCalledTimes(2);
});
