import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NatsService, type RunningService } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { Lease } from '../src/lease/lease.js';
import { service } from '../src/main.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { ActTeller, AuditAsker, anAct } from './audit.js';

const servers = useServers({ nats: true, clickhouseServer: true });
let one: RunningService;
let two: RunningService;
let acts: ActTeller;

beforeAll(async () => {
  acts = await ActTeller.open(servers.natsUrl);
  const environment = (INSTANCE_ID: string) => servers.env('analytics', { VISITOR_SECRET: 'test', INSTANCE_ID });
  one = await startService(service, environment('one'));
  await eventually(() => one.ready());
  two = await startService(service, environment('two'));
  await eventually(() => two.ready());
}, 60_000);
afterAll(() => acts.close());

const stored = async () => {
  const [row] = await one
    .get<ClickHouse>(ClickHouse)
    .select<{ entries: string; ids: string }>('SELECT count() AS entries, uniqExact(id) AS ids FROM audit_log');
  return [Number(row?.entries), Number(row?.ids)];
};

it('two processes write one chain, with each act once', async () => {
  for (let round = 0; round < 10; round += 1) {
    await acts.tellMany(Array.from({ length: 50 }, () => anAct()));
    // Both write at the same time, as each records what is asked of it.
    await Promise.all([new AuditAsker(one).verify(), new AuditAsker(two).verify()]);
  }
  await eventually(async () => expect(await stored()).toEqual([520, 520]), { timeoutMs: 60_000 });
  expect(await new AuditAsker(two).verify()).toMatchObject({ whole: true, entries: 520, missing: 0 });
}, 120_000);

it('a process that was killed as it wrote holds up the others for ten seconds, and no more', async () => {
  const [before] = await stored();
  const lease = new Lease(one.get<NatsService>(NatsService), 'audit-log', 'a killed process', 1);
  expect(await lease.acquire()).toBe(true);
  await acts.tellMany([anAct(), anAct()]);
  await eventually(async () => expect((await stored())[0]).toBe((before ?? 0) + 2), { timeoutMs: 30_000 });
  expect(await new AuditAsker(one).verify()).toMatchObject({ whole: true });
}, 60_000);
