import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  accountRangeRpc,
  accountVersionsRpc,
  type Domain,
  getSettingsRpc,
  listActiveDomainsRpc,
  type RpcRequest,
  type SessionStarted,
  updateSettingsRpc,
  userChanged,
} from '@linkway/contracts';
import { defineService, Rpc, RpcClient, type RunningService, serviceConfig } from '@linkway/platform';
import { eventually, startService, storedEvents, useServers } from '@linkway/platform/testkit';
import { Controller, Module } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { administrator, change } from './administrator.js';
import { ask, callerOf, enter, outcomeOf, register, sql, start } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const domain = (over: Partial<Domain>): Domain => ({
  id: uuidv7(),
  domain_name: 'go.example',
  description: '',
  price: 0,
  is_free: true,
  is_active: true,
  sort_order: 0,
  ...over,
});
const own = domain({});
const rented = domain({ is_free: false, price: 500 });

@Controller()
class DomainsAnswers {
  @Rpc(listActiveDomainsRpc)
  list() {
    return { data: [own, rented] };
  }
}
@Module({ controllers: [DomainsAnswers] })
class DomainsModule {}
const domains = defineService({ name: 'domains', config: serviceConfig({}), module: DomainsModule });

let around: RunningService;
beforeAll(async () => {
  around = await startService(domains, servers.env('domains'));
});
afterAll(() => around.stop());

const as = (session: SessionStarted) => ({ caller: callerOf(session), timeoutMs: 20_000 });
const get = (running: RunningService, session: SessionStarted) =>
  running.get<RpcClient>(RpcClient).call(getSettingsRpc, {}, as(session));
const update = (running: RunningService, session: SessionStarted, changes: RpcRequest<typeof updateSettingsRpc>) =>
  running.get<RpcClient>(RpcClient).call(updateSettingsRpc, changes, as(session));
const told = async (running: RunningService, { user }: SessionStarted) =>
  (await storedEvents(running, userChanged, (data) => data.user_id === user.id)).map(({ data }) => data.account);

describe('what somebody chooses for their links', () => {
  it('is kept, each by itself, and told to whoever makes links', async () => {
    const running = await start(servers.env('choose'));
    const session = await register(running);
    const changed = await update(running, session, { default_domain: own.id });
    expect(changed).toMatchObject({ default_domain: own.id, auto_delete_links: false });
    expect(await update(running, session, { auto_delete_links: true })).toMatchObject({
      default_domain: own.id,
      auto_delete_links: true,
    });
    const [since] = await sql<{ at: Date }>(running, 'SELECT auto_delete_links_since AS at FROM user_settings');
    // Who chooses the same again has chosen it then.
    await update(running, session, { auto_delete_links: true, language: 'vi' });
    await update(running, session, { display_mode: 'dark' });
    expect(await sql(running, 'SELECT auto_delete_links_since AS at FROM user_settings')).toEqual([since]);
    expect((await enter(running)).user.chosen).toMatchObject({ default_domain: own.id, language: 'vi' });
    const at = since?.at.toISOString();
    await eventually(async () => {
      const all = await told(running, session);
      expect(all).toHaveLength(4);
      expect(all[0]).toMatchObject({ default_domain: own.id, auto_delete_links_since: null, version: 2 });
      expect(all[2]).toMatchObject({ default_domain: own.id, auto_delete_links_since: at, version: 4 });
      // Nothing of links was chosen.
      expect(all[3]).toBeUndefined();
    });
    await update(running, session, { default_domain: null, auto_delete_links: false });
    expect(await get(running, session)).toMatchObject({ default_domain: null, auto_delete_links: false });
  });

  it('is in what others compare their copies with', async () => {
    const running = await start(servers.env('compare'));
    const session = await register(running);
    await update(running, session, { default_domain: own.id, auto_delete_links: true });
    const fields = ['default_domain', 'auto_delete_links_since'];
    const key = [session.user.id];
    const { rows } = await ask(running, accountVersionsRpc, { keys: [{ key, version: 1 }], fields });
    expect(rows[0]).toMatchObject({
      version: 2,
      content: { default_domain: own.id, auto_delete_links_since: expect.any(String) },
    });
    const range = await ask(running, accountRangeRpc, { after: null, limit: 10, fields });
    const asTold = [{ key, version: 2, digest: range.rows[0]?.digest ?? null }];
    expect((await ask(running, accountVersionsRpc, { keys: asTold, fields })).rows).toEqual([]);
  });

  it('stays when an administrator changes the account', async () => {
    const running = await start(servers.env('administrator'));
    const admin = await administrator(running);
    const session = await register(running, { email: 'binh@example.com' });
    await update(running, session, { default_domain: own.id, auto_delete_links: true });
    await change(running, admin, session.user.id, { status: 'disabled' });
    await eventually(async () =>
      expect((await told(running, session)).at(-1)).toMatchObject({
        status: 'disabled',
        default_domain: own.id,
        auto_delete_links_since: expect.any(String),
        version: 3,
      }),
    );
  });

  it.each([
    ['that has to be paid for', rented.id],
    ['that is not there', uuidv7()],
  ])('is no domain %s', async (_, default_domain) => {
    const running = await start(servers.env(`refused-${default_domain}`));
    const session = await register(running);
    const outcome = outcomeOf(update(running, session, { default_domain, auto_delete_links: true }));
    expect(await outcome).toBe('links.domain_unavailable');
    expect(await get(running, session)).toMatchObject({ default_domain: null, auto_delete_links: false });
  });
});
