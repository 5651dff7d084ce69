import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  changeFormerApiKeyRpc,
  createFormerApiKeyRpc,
  type Domain,
  identityAuditRecorded,
  listActiveDomainsRpc,
} from '@linkway/contracts';
import { type AppError, defineService, Rpc, type RunningService, serviceConfig } from '@linkway/platform';
import { eventually, startService, storedEvents, useServers } from '@linkway/platform/testkit';
import { Controller, Module } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { change, create, list, premium, use } from './api-keys.js';
import { outcomeOf, register, sql, start, tally } from './identity.js';
import { inSession } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const domain = (domain_name: string, over: Partial<Domain> = {}): Domain => ({
  id: uuidv7(),
  domain_name,
  description: '',
  price: 0,
  is_free: true,
  is_active: true,
  sort_order: 0,
  ...over,
});
const first = domain('a.example');
const second = domain('b.example:8443');
const rented = domain('rented.example', { is_free: false, price: 500 });
let offered = [first, second, rented];

@Controller()
class DomainsAnswers {
  @Rpc(listActiveDomainsRpc)
  list() {
    return { data: offered };
  }
}
@Module({ controllers: [DomainsAnswers] })
class DomainsModule {}

let around: RunningService;
beforeAll(async () => {
  around = await startService(
    defineService({ name: 'domains', config: serviceConfig({}), module: DomainsModule }),
    servers.env('domains'),
  );
});
afterAll(() => around.stop());

const UNAVAILABLE = 'api_keys.domain_unavailable';
const refusal = (work: Promise<unknown>) => work.then(() => null).catch((error: AppError) => error);
/** As the release before domains of keys looks for one. */
const foundByFormer = async (running: RunningService, key: string): Promise<number> =>
  (await sql(running, `SELECT 1 FROM api_keys WHERE key_hash = '\\x${createHash('sha256').update(key).digest('hex')}'`))
    .length;
/** In the order in which they were done: of two processes either may tell them first. */
const acts = async (running: RunningService, id: string) =>
  (await storedEvents(running, identityAuditRecorded, ({ target }) => target?.id === id))
    .map(({ data }) => data)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));

describe('the domains of an API key', () => {
  it('are told with it, and with each of its requests, under permissions of other names', async () => {
    const running = await start(servers.env('made'));
    const session = await premium(running);
    const { api_key, id, ...made } = await create(running, session, {
      domain_ids: [second.id.toUpperCase(), first.id, second.id],
    });
    expect(made.domain_ids).toEqual([second.id, first.id]);
    expect((await list(running, session))[0]).toMatchObject({ id, domain_ids: [second.id, first.id] });
    const { caller } = await use(running, api_key);
    expect(caller).toMatchObject({ api_key_id: id, scope: { domain_ids: [second.id, first.id] } });
    expect(caller.permissions).toEqual([
      'analytics:read@domains',
      'domains:read@domains',
      'links:read@domains',
      'links:write@domains',
    ]);
    const all = await create(running, session, { domain_ids: [] });
    expect(all.domain_ids).toBeNull();
    const free = await use(running, all.api_key);
    expect(free.caller).not.toHaveProperty('scope');
    expect(free.caller.permissions).toContain('links:write');
  });

  it('are some that links can be made on: any other is refused at its field, and nothing is made', async () => {
    const running = await start(servers.env('refused'));
    const session = await premium(running);
    for (const id of [uuidv7(), rented.id]) {
      const refused = await refusal(create(running, session, { domain_ids: [first.id, id] }));
      expect(refused).toMatchObject({
        code: UNAVAILABLE,
        status: 400,
        errors: [{ field: 'domain_ids', code: UNAVAILABLE }],
      });
    }
    const tooMany = await refusal(create(running, session, { domain_ids: Array.from({ length: 51 }, () => uuidv7()) }));
    expect(tooMany).toMatchObject({ errors: [{ field: 'domain_ids', code: 'request.field_too_long' }] });
    expect(await list(running, session)).toEqual([]);
  });

  it('are changed later, from the very next request on, to more, to others, and to all', async () => {
    const running = await start(servers.env('changed'));
    const other = await start(servers.env('changed'));
    const session = await premium(running);
    const { id, api_key } = await create(running, session);
    const scope = async () => (await use(other, api_key)).caller.scope?.domain_ids ?? null;
    expect(await scope()).toBeNull();
    expect(await change(running, session, { id, domain_ids: [first.id] })).toMatchObject({ domain_ids: [first.id] });
    expect(await scope()).toEqual([first.id]);
    // What is not sent stays.
    await change(running, session, { id, key_name: 'Named anew', is_active: true });
    expect(await scope()).toEqual([first.id]);
    await change(running, session, { id, domain_ids: [second.id, first.id] });
    expect(await scope()).toEqual([second.id, first.id]);
    expect(await outcomeOf(change(running, session, { id, domain_ids: [rented.id] }))).toBe(UNAVAILABLE);
    expect(await scope()).toEqual([second.id, first.id]);
    expect(await change(running, session, { id, domain_ids: null })).toMatchObject({ domain_ids: null });
    expect(await scope()).toBeNull();

    await eventually(async () => {
      const told = (await acts(running, id)).map(({ action, details }) => [action, details.domains]);
      expect(told).toEqual([
        ['api_key.created', null],
        ['api_key.changed', 'a.example'],
        ['api_key.changed', undefined],
        ['api_key.changed', 'b.example:8443 a.example'],
        ['api_key.changed', null],
      ]);
    });
  });

  it('may stay once links cannot be made on them any more, and are not taken again', async () => {
    const running = await start(servers.env('gone'));
    const session = await premium(running);
    const { id } = await create(running, session, { domain_ids: [first.id, second.id] });
    offered = [second, rented];
    try {
      await change(running, session, { id, domain_ids: [first.id] });
      await eventually(async () => expect((await acts(running, id)).at(-1)?.details.domains).toBe(first.id));
      await change(running, session, { id, domain_ids: [second.id] });
      expect(await outcomeOf(change(running, session, { id, domain_ids: [first.id] }))).toBe(UNAVAILABLE);
    } finally {
      offered = [first, second, rented];
    }
  });

  it('are changed by the owner of the key alone', async () => {
    const running = await start(servers.env('whose'));
    const { id } = await create(running, await premium(running));
    const stranger = await register(running, { email: 'binh@example.com' });
    expect(await outcomeOf(change(running, stranger, { id, domain_ids: [first.id] }))).toBe('api_keys.not_found');
  });

  it('hold also while several processes change them, use the key and turn it off', async () => {
    const running = await start(servers.env('many'));
    const other = await start(servers.env('many'));
    const session = await premium(running);
    const { id, api_key } = await create(running, session, { domain_ids: [first.id] });
    const changes = Array.from({ length: 20 }, (_, n) =>
      outcomeOf(change(n % 2 ? running : other, session, { id, domain_ids: n % 3 ? [second.id] : [first.id] })),
    );
    const uses = Array.from({ length: 20 }, async (_, n) => (await use(n % 2 ? running : other, api_key)).caller);
    for (const { scope, permissions } of await Promise.all(uses)) {
      expect(scope?.domain_ids).toHaveLength(1);
      expect(permissions).not.toContain('links:read');
    }
    expect(tally(await Promise.all(changes))).toEqual({ success: 20 });
  });
});

describe('a process of the former release', () => {
  it('finds no key that has domains, and every other one', async () => {
    const running = await start(servers.env('former'));
    const session = await premium(running);
    const { id, api_key } = await create(running, session, { domain_ids: [first.id] });
    expect(await foundByFormer(running, api_key)).toBe(0);
    await change(running, session, { id, domain_ids: null });
    expect(await foundByFormer(running, api_key)).toBe(1);
    await change(running, session, { id, domain_ids: [second.id] });
    expect(await foundByFormer(running, api_key)).toBe(0);
    expect(await outcomeOf(use(running, api_key))).toBe('success');
    // What it would be after a way back and forth: its domains are lost, and it is no key for all.
    await sql(running, 'UPDATE api_keys SET domain_ids = NULL');
    expect(await outcomeOf(use(running, api_key))).toBe('auth.api_key_invalid');
  });

  it('makes and changes keys as before, which leaves domains as they are', async () => {
    const running = await start(servers.env('asked'));
    const session = await premium(running);
    const made = await inSession(running, session, createFormerApiKeyRpc, { key_name: 'CI' });
    expect(made).toMatchObject({ key_name: 'CI', domain_ids: null });
    await change(running, session, { id: made.id, domain_ids: [first.id] });
    const renamed = await inSession(running, session, changeFormerApiKeyRpc, { id: made.id, key_name: 'Other' });
    expect(renamed).toMatchObject({ key_name: 'Other', domain_ids: [first.id] });
  });
});
