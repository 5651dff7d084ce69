import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type AuditEntry, accountNamesRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { AppError, defineService, Rpc, type RunningService, serviceConfig } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { Controller, Module } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditNames } from '../src/audit/audit-names.js';
import { service } from '../src/main.js';
import { ActTeller, AuditAsker, anAct } from './audit.js';

const servers = useServers({ nats: true, clickhouse: true });

/** What identity knows. */
const identity = {
  isAway: false,
  accounts: new Map<string, { email: string; full_name: string }>(),
  asked: [] as string[][],
};

@Controller()
class IdentityAnswers {
  @Rpc(accountNamesRpc)
  names({ ids }: RpcInput<typeof accountNamesRpc>): RpcReply<typeof accountNamesRpc> {
    identity.asked.push(ids);
    if (identity.isAway) throw new AppError('service.unavailable');
    const found = ids.map((id) => ({ id, account: identity.accounts.get(id) }));
    return { data: found.flatMap(({ id, account }) => (account ? { id, ...account } : [])) };
  }
}
@Module({ controllers: [IdentityAnswers] })
class IdentityModule {}

let analytics: RunningService;
let acts: ActTeller;
const ask = () => new AuditAsker(analytics);
const newest = async (number: number): Promise<AuditEntry[]> => (await ask().list({ limit: number })).data;
const entryOf = (id: string): Promise<AuditEntry> =>
  eventually(async () => {
    const entry = (await newest(20)).find((one) => one.id === id);
    if (!entry) throw new Error('not yet');
    return entry;
  });

/** An act on a webhook, as links tells of it: who did it by the id alone. */
const onWebhook = (userId: string) =>
  anAct({
    action: 'webhook.created',
    user: { id: userId },
    target: { kind: 'webhook', id: uuidv7(), name: 'shop.example' },
  });
const anAccount = (email: string, full_name = 'Nguyễn An') => {
  const id = uuidv7();
  identity.accounts.set(id, { email, full_name });
  return id;
};

beforeAll(async () => {
  acts = await ActTeller.open(servers.natsUrl);
  await startService(
    defineService({ name: 'identity', config: serviceConfig({}), module: IdentityModule }),
    servers.env('neighbours', { LOG_LEVEL: 'fatal' }),
  );
  analytics = await startService(service, servers.env('analytics', { VISITOR_SECRET: 'test', LOG_LEVEL: 'fatal' }));
  await eventually(() => analytics.ready());
}, 60_000);
afterAll(() => acts.close());
beforeEach(() => {
  identity.isAway = false;
  identity.asked.length = 0;
});

it('an act of somebody whom a service knows by the id alone has their address and name, and is found by them', async () => {
  const id = anAccount('binh@example.com', 'Trần Bình');
  const act = await acts.tell(onWebhook(id), { by: 'links' });
  const named = { user_id: id, user_email: 'binh@example.com', user_name: 'Trần Bình' };
  expect(await entryOf(act.id)).toMatchObject({ ...named, action: 'webhook.created' });
  // As for all others: who they were then, whatever they are called since.
  identity.accounts.set(id, { email: 'binh@other.example', full_name: 'Bình' });
  const later = await acts.tell(onWebhook(id), { by: 'links' });
  expect(await entryOf(later.id)).toMatchObject({ user_id: id, user_email: 'binh@other.example' });
  expect(await entryOf(act.id)).toMatchObject(named);
  expect((await ask().list({ search: 'BINH@example.com' })).data.map((entry) => entry.id)).toEqual([act.id]);
  expect((await ask().verify()).whole).toBe(true);
});

it('who is named by the service, or did nothing, is not asked for', async () => {
  const named = await acts.tell(anAct());
  const nobody = await acts.tell(anAct({ action: 'session.refused', user: null }));
  expect(await entryOf(named.id)).toMatchObject({ user_email: 'an@example.com', user_name: 'Nguyễn An' });
  expect(await entryOf(nobody.id)).toMatchObject({ user_id: null, user_email: null });
  expect(identity.asked).toEqual([]);
});

it('an account that is gone meanwhile stays an id, and the chain is whole', async () => {
  const gone = uuidv7();
  const act = await acts.tell(onWebhook(gone), { by: 'links' });
  expect(await entryOf(act.id)).toMatchObject({ user_id: gone, user_email: null, user_name: null });
  expect((await ask().verify()).whole).toBe(true);
});

it('names leave with the account, as those that services tell', async () => {
  const id = anAccount('chi@example.com');
  const act = await acts.tell(onWebhook(id), { by: 'links' });
  await entryOf(act.id);
  identity.accounts.delete(id);
  const end = anAct({ action: 'account.deleted', user: null, target: { kind: 'user', id, name: 'chi@example.com' } });
  await acts.tell(end);
  await entryOf(end.id);
  await analytics.get<AuditNames>(AuditNames).forget();
  expect(await entryOf(act.id)).toMatchObject({ user_id: id, user_email: null, user_name: null });
  expect((await ask().verify()).whole).toBe(true);
});

it('an act waits for identity and keeps those of other services waiting for nothing', async () => {
  identity.isAway = true;
  const id = anAccount('dung@example.com');
  const act = await acts.tell(onWebhook(id), { by: 'links' });
  await eventually(() => expect(identity.asked.length).toBeGreaterThan(1));
  const other = await acts.tell(anAct());
  await entryOf(other.id);
  expect((await newest(20)).some((entry) => entry.id === act.id)).toBe(false);
  identity.isAway = false;
  expect(await entryOf(act.id)).toMatchObject({ user_email: 'dung@example.com' });
});
