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

/** Copies of two owners, the names of those that were hurried, and a database that may be away. */
async function copies() {
  const hurried: string[] = [];
  const database = { away: false };
  const query = async (sql: string, [model]: unknown[]) => {
    if (!sql.includes('urgent = true')) return sql.startsWith('UPDATE') ? [[], 0] : [];
    if (database.away) throw new Error('Connection terminated');
    hurried.push(String(model));
    return [];
  };
  let tellGap: (owner: string) => void = () => undefined;
  const models = new ReadModels(
    { query } as unknown as DataSource,
    { READ_MODEL_COMPARE_PER_SECOND: 0 } as DatabaseConfig,
    { call: async () => ({ rows: ownerRows }) } as unknown as RpcClient,
    { warn: () => undefined, error: () => undefined } as unknown as AppLogger,
    new Metrics('test'),
    { onGap: (callback: (owner: string) => void) => void (tellGap = callback) } as EventPositions,
  );
  started.push(models);
  models.register({ name: 'routes', owner: 'links' } as ReadModel);
  models.register({ name: 'hosts', owner: 'domains' } as ReadModel);
  await models.onApplicationBootstrap();
  await quiet();
  return { models, hurried, database, tellGap: (owner: string) => tellGap(owner) };
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('events that are gone', () => {
  it('have the copies of their owner compared from the beginning', async () => {
    const { hurried, tellGap } = await copies();
    tellGap('links');
    await quiet();
    expect(hurried).toEqual(['routes']);
  });

  it('are not forgotten where the database is away at that moment', async () => {
    const { hurried, database, tellGap } = await copies();
    database.away = true;
    tellGap('domains');
    await quiet();
    expect(hurried).toEqual([]);
    database.away = false;
    await new Promise((resolve) => setTimeout(resolve, 5_200));
    expect(hurried).toEqual(['hosts']);
  }, 10_000);
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
