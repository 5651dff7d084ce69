import { afterEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { DatabaseConfig } from '../config/service-config.js';
import type { AppLogger } from '../log/logger.js';
import { Metrics } from '../metrics/metrics.js';
import type { EventPositions } from '../position/event-positions.js';
import type { RpcClient } from '../rpc/rpc-client.js';
import type { Mend, ReadModel } from './range-comparison.js';
import { ReadModels } from './read-models.js';

const started: ReadModels[] = [];
let ownerRows: object[] = [];
afterEach(async () => {
  for (const models of started.splice(0)) await models.onModuleDestroy();
});

/** Copies of two owners, and the names of those that were hurried, or asked for a turn. */
async function copies() {
  const [hurried, turns]: [string[], string[]] = [[], []];
  const query = async (sql: string, [model]: unknown[]) => {
    if (sql.includes('urgent = true')) hurried.push(String(model));
    if (!sql.startsWith('UPDATE')) return [];
    turns.push(String(model));
    return [[], 0];
  };
  let tellGap: (owner: string) => void = () => undefined;
  let storeGap: (owner: string) => Promise<void> = async () => undefined;
  const models = new ReadModels(
    { query } as unknown as DataSource,
    { READ_MODEL_COMPARE_PER_SECOND: 0 } as DatabaseConfig,
    { call: async () => ({ rows: ownerRows }) } as unknown as RpcClient,
    { warn: () => undefined, error: () => undefined } as unknown as AppLogger,
    new Metrics('test'),
    {
      onGap: (callback: typeof tellGap) => void (tellGap = callback),
      onGapStored: (callback: typeof storeGap) => void (storeGap = callback),
    } as EventPositions,
  );
  started.push(models);
  models.register({ name: 'routes', owner: 'links' } as ReadModel);
  models.register({ name: 'hosts', owner: 'domains' } as ReadModel);
  await models.onApplicationBootstrap();
  await quiet();
  return {
    models,
    hurried,
    turns,
    tellGap: (owner: string) => tellGap(owner),
    storeGap: (owner: string) => storeGap(owner),
  };
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('events that are gone', () => {
  it('have the copies of their owner compared from the beginning', async () => {
    const { hurried, storeGap } = await copies();
    await storeGap('links');
    expect(hurried).toEqual(['routes']);
  });

  it('are compared at once', async () => {
    const { turns, tellGap } = await copies();
    const before = turns.length;
    tellGap('domains');
    await quiet();
    expect(turns.slice(before)).toEqual(['hosts']);
  });
});

describe('an owner without rows', () => {
  const removal: Mend = { key: ['a'], held: 3, version: 0, content: null, reason: 'unknown' };
  const change: Mend = { key: ['b'], held: 1, version: 2, content: {}, reason: 'stale' };

  it('has lost its data: nothing is removed from what may be the last copy', async () => {
    const { models } = await copies();
    ownerRows = [];
    const model = { name: 'routes', owner: 'links', mend: async (mends: object[]) => mends } as unknown as ReadModel;
    expect(await models.believable(model, [removal, change])).toEqual([change]);
    ownerRows = [{}];
    expect(await models.believable(model, [removal, change])).toEqual([removal, change]);
  });
});
