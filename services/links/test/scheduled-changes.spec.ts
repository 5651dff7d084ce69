import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  type Caller,
  cancelScheduledChangeRpc,
  deleteLinkRpc,
  getLinkRpc,
  type Link,
  listLinkVersionsRpc,
  listScheduledChangesRpc,
  type RpcInput,
  scheduleLinkChangeRpc,
  updateLinkRpc,
} from '@linkway/contracts';
import { DataSource } from 'typeorm';
import { LinkService } from '../src/link/link.service.js';
import { ScheduledChangeRepository } from '../src/schedule/scheduled-change.repository.js';
import { ScheduledChanges } from '../src/schedule/scheduled-changes.js';
import { callerOf, eventually, outcomes, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks({ LOG_LEVEL: 'fatal' });
afterEach(() => void jest.restoreAllMocks());

type Planned = RpcInput<typeof scheduleLinkChangeRpc>['scheduled']['changes'];
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const LATER = () => inMs(3_600_000);

const plan = (caller: Caller, id: string, changes: Planned, due_at = LATER(), idempotency_key: string | null = null) =>
  links.call(scheduleLinkChangeRpc, { id, scheduled: { due_at, changes }, idempotency_key }, caller);
const planned = async (caller: Caller, id: string, language: 'en' | 'vi' = 'en') =>
  (await links.call(listScheduledChangesRpc, { id, language }, caller)).data;
const cancel = (caller: Caller, id: string, change_id: string) =>
  links.call(cancelScheduledChangeRpc, { id, change_id }, caller);
const get = (caller: Caller, id: string): Promise<Link> => links.call(getLinkRpc, { id }, caller);
const versions = async (caller: Caller, id: string) =>
  (await links.call(listLinkVersionsRpc, { id, limit: 100 }, caller)).data;
const worker = () => links.service.get<ScheduledChanges>(ScheduledChanges);
/** As if its time had come. */
const due = (id: string, ago = '1 second') =>
  links.query(
    `UPDATE scheduled_changes SET due_at = now() - $2::interval, next_at = now() - $2::interval WHERE id = $1`,
    [id, ago],
  );

describe('a planned change', () => {
  it('is made in its time, by itself, and told as done by who planned it', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const at = Date.now() + 1_500;
    const change = await plan(
      caller,
      id,
      { url: 'https://example.org/sale', is_active: false },
      new Date(at).toISOString(),
    );
    expect(change).toMatchObject({ state: 'coming', code: null, by: { kind: 'member', user_id: caller.user_id } });
    expect((await get(caller, id)).is_active).toBe(true);
    await eventually(async () => expect((await get(caller, id)).is_active).toBe(false), { timeoutMs: 10_000 });
    const late = Date.now() - at;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(2_000);
    expect((await versions(caller, id))[0]).toMatchObject({
      by: { kind: 'member', user_id: caller.user_id },
      is_scheduled: true,
      changes: [{ field: 'original_url', after: 'https://example.org/sale' }, { field: 'is_active' }],
    });
    expect(await planned(caller, id)).toMatchObject([{ id: change.id, state: 'done', code: null }]);
    await eventually(() => expect(links.eventsOf(id)).toHaveLength(2));
    expect(links.eventsOf(id)[1]?.data.route).toMatchObject({ original_url: 'https://example.org/sale' });
  });

  it('is made once, however many processes look at once', async () => {
    const caller = callerOf();
    const made = await links.createMany(5, caller);
    for (const { id } of made) await due((await plan(caller, id, { title: 'Planned' })).id);
    const other = await links.start();
    try {
      const others = other.get<ScheduledChanges>(ScheduledChanges);
      await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? worker() : others).makeDue()));
      for (const { id } of made) {
        await eventually(async () => expect((await planned(caller, id))[0]?.state).toBe('done'));
        expect(await versions(caller, id)).toHaveLength(2);
        await eventually(() => expect(links.eventsOf(id)).toHaveLength(2));
      }
      const [used] = await links.query<{ used: number }>('SELECT used::int FROM change_usage WHERE key = $1', [
        caller.workspace_id,
      ]);
      expect(used?.used).toBe(15);
    } finally {
      await other.stop();
    }
  });

  it('is undone whole where its process dies in the middle, and made by the next one at once', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const change = await plan(caller, id, { title: 'Planned' });
    const service = links.service.get<LinkService>(LinkService);
    const whole = service.changeLocked.bind(service);
    const dying = jest.spyOn(service, 'changeLocked').mockImplementationOnce(async (manager, ...rest) => {
      const done = await whole(manager, ...rest);
      const [own] = await manager.query('SELECT pg_backend_pid() AS pid');
      await links.query('SELECT pg_terminate_backend($1)', [own.pid]);
      return done;
    });
    await due(change.id);
    await worker().makeDue();
    expect(dying).toHaveBeenCalledTimes(1);
    expect(await versions(caller, id)).toHaveLength(1);
    expect((await planned(caller, id))[0]?.state).toBe('coming');
    await due(change.id);
    await worker().makeDue();
    expect(await versions(caller, id)).toHaveLength(2);
    expect((await planned(caller, id))[0]?.state).toBe('done');
  });

  it('goes by the order of times, also after all have passed', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const changes = [await plan(caller, id, { title: 'Second' }), await plan(caller, id, { title: 'First' })];
    await due(changes[0]?.id ?? '', '1 minute');
    await due(changes[1]?.id ?? '', '2 minutes');
    await Promise.all([worker().makeDue(), worker().makeDue(), worker().makeDue()]);
    await eventually(async () => {
      // What all three found in another's hands is looked for again, as a round does by itself.
      await worker().makeDue();
      expect((await get(caller, id)).title).toBe('Second');
    });
    expect((await versions(caller, id)).map(({ changes: [change] }) => change?.after)).toEqual([
      'Second',
      'First',
      undefined,
    ]);
  });

  it('is not needed where the link is so already', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller, { title: 'Same' });
    const { id: change } = await plan(caller, id, { title: 'Same' });
    await due(change);
    await worker().makeDue();
    expect(await planned(caller, id)).toMatchObject([{ state: 'unneeded', code: null }]);
    expect(await versions(caller, id)).toHaveLength(1);
  });

  it('fails with its reason where it cannot be made then, changes nothing, and its owner is told', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const code = `pl-${id.slice(-12)}`;
    const change = await plan(caller, id, { title: 'Planned', custom_code: code });
    await links.create(callerOf(), { custom_code: code });
    await due(change.id);
    await worker().makeDue();
    const [failed] = await planned(caller, id);
    expect(failed).toMatchObject({ state: 'failed', code: 'links.code_taken' });
    expect(failed?.detail).toBeTruthy();
    expect((await planned(caller, id, 'vi'))[0]?.detail).not.toBe(failed?.detail);
    expect(await versions(caller, id)).toHaveLength(1);
    expect((await get(caller, id)).title).toBe('');
    await eventually(() => expect(links.notifications.some(({ key }) => key.endsWith(change.id))).toBe(true));
    expect(links.notifications.find(({ key }) => key.endsWith(change.id))).toMatchObject({
      workspace_id: caller.workspace_id,
      notification: 'scheduled_change_failed',
      variables: { link: expect.stringContaining('go.example') },
    });
    expect(links.eventsOf(id)).toHaveLength(1);
    await cancel(caller, id, change.id);
    expect(await planned(caller, id)).toEqual([]);
  });

  it('waits for the limit of changes, a day at most, having told nobody of a change', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const change = await plan(caller, id, { title: 'Planned' });
    await links.query('UPDATE change_usage SET used = 1000000 WHERE key = $1', [caller.workspace_id]);
    await due(change.id);
    await worker().makeDue();
    expect(await planned(caller, id)).toMatchObject([{ state: 'coming' }]);
    await links.query(
      `UPDATE scheduled_changes SET due_at = now() - interval '2 days', next_at = now() WHERE id = $1`,
      [change.id],
    );
    await worker().makeDue();
    expect(await planned(caller, id)).toMatchObject([{ state: 'failed', code: 'links.changes_exceeded' }]);
    expect(await versions(caller, id)).toHaveLength(1);
    expect(
      await links.query(`SELECT 1 FROM outbox WHERE envelope::text LIKE '%link-updated%' AND envelope::text LIKE $1`, [
        `%${id}%`,
      ]),
    ).toEqual([]);
    await eventually(() => expect(links.eventsOf(id)).toHaveLength(1));
  });

  it('waits for an outage to end, however long, and gives up what fails by no rule after some tries', async () => {
    const caller = callerOf();
    const [one, other] = [await links.create(caller), await links.create(caller)];
    const [waits, breaks] = [
      await plan(caller, one.id, { title: 'Waits' }),
      await plan(caller, other.id, { title: 'Breaks' }),
    ];
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const service = links.service.get<LinkService>(LinkService);
    const whole = service.changeLocked.bind(service);
    let isAway = true;
    jest.spyOn(service, 'changeLocked').mockImplementation(async (manager, emit, link, ...rest) => {
      if (link.id === other.id) throw new Error('broken');
      if (isAway) throw away;
      return whole(manager, emit, link, ...rest);
    });
    for (let tries = 0; tries < 7; tries += 1) {
      await due(waits.id);
      await due(breaks.id);
      await worker().makeDue();
    }
    expect(await planned(caller, one.id)).toMatchObject([{ state: 'coming' }]);
    expect(await planned(caller, other.id)).toMatchObject([{ state: 'failed', code: 'service.internal' }]);
    isAway = false;
    await due(waits.id);
    await worker().makeDue();
    expect(await planned(caller, one.id)).toMatchObject([{ state: 'done' }]);
  });

  it('is left to who has its link in hand, and not forgotten', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const change = await plan(caller, id, { title: 'Planned' });
    await links.service.get<DataSource>(DataSource).transaction(async (manager) => {
      await manager.query('SELECT 1 FROM short_links WHERE id = $1 FOR UPDATE', [id]);
      await due(change.id);
      expect(await worker().makeDue()).toBeLessThan(1_000);
    });
    expect((await planned(caller, id))[0]?.state).toBe('coming');
    await worker().makeDue();
    expect((await planned(caller, id))[0]?.state).toBe('done');
  });

  it('is cancelled, and never made then', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const change = await plan(caller, id, { title: 'Planned' });
    await cancel(caller, id, change.id);
    await worker().makeDue();
    expect(await planned(caller, id)).toEqual([]);
    expect(await versions(caller, id)).toHaveLength(1);
    expect(await refusal(cancel(caller, id, change.id))).toBe('links.scheduled_not_found');
    const done = await plan(caller, id, { title: 'Done' });
    await due(done.id);
    await worker().makeDue();
    expect(await refusal(cancel(caller, id, done.id))).toBe('links.scheduled_over');
  });

  it('is cancelled or made, and never both', async () => {
    const caller = callerOf();
    const made = await links.createMany(6, caller);
    const changes = await Promise.all(made.map(({ id }) => plan(caller, id, { title: 'Planned' })));
    for (const { id } of changes) await due(id);
    const making = worker().makeDue();
    const cancelled = await Promise.all(
      made.map(({ id }, index) => refusal(cancel(caller, id, changes[index]?.id ?? ''))),
    );
    await making;
    for (const [index, { id }] of made.entries())
      expect((await get(caller, id)).title).toBe(cancelled[index] === 'none' ? '' : 'Planned');
  });

  it('leaves with its link', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    await plan(caller, id, { title: 'Planned' });
    await links.call(deleteLinkRpc, { id }, caller);
    expect(await links.query('SELECT 1 FROM scheduled_changes WHERE link_id = $1', [id])).toEqual([]);
  });

  it('is forgotten long after it is over, and not before', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const [old, young] = [await plan(caller, id, { title: 'Old' }), await plan(caller, id, { title: 'Young' })];
    for (const [change, age] of [
      [old, '91 days'],
      [young, '89 days'],
    ] as const)
      await links.query(
        `UPDATE scheduled_changes SET state = 'done', settled_at = now() - $2::interval WHERE id = $1`,
        [change.id, age],
      );
    await links.service.get<ScheduledChangeRepository>(ScheduledChangeRepository).clean();
    expect((await planned(caller, id)).map((change) => change.id)).toEqual([young.id]);
  });
});

describe('planning a change', () => {
  it('asks for a time ahead, something to change, and what any change asks', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const tried = (changes: Planned, due_at?: string) => refusal(plan(caller, id, changes, due_at));
    expect(await tried({ title: 'x' }, inMs(-1))).toBe('links.scheduled_in_past');
    expect(await tried({ title: 'x' }, inMs(367 * 86_400_000))).toBe('links.scheduled_too_far');
    expect(await tried({ title: 'x' }, 'tomorrow')).toBe('links.scheduled_time_invalid');
    expect(await tried({})).toBe('links.scheduled_empty');
    expect(await tried({ url: 'http://192.168.0.1/' })).toBe('links.url_private');
    expect(await tried({ domain_id: links.closed.id })).toBe('links.domain_unavailable');
    const taken = await links.create(callerOf(), { custom_code: `tp-${id.slice(-12)}` });
    expect(await tried({ custom_code: taken.short_code })).toBe('links.code_taken');
    expect(await tried({ title: 'x', password: 'secret' } as Planned)).toBe('request.invalid');
    expect(await planned(caller, id)).toEqual([]);
  });

  it('has twenty coming at most, exactly, and gives the first answer to a key again', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const at = LATER();
    const first = await plan(caller, id, { title: 'First' }, at, 'plan-1');
    expect(await plan(caller, id, { title: 'First' }, at, 'plan-1')).toEqual(first);
    expect(await planned(caller, id)).toHaveLength(1);
    const calls = [];
    for (let n = 0; n < 24; n += 4) {
      calls.push(...Array.from({ length: 4 }, (_, more) => plan(caller, id, { title: `Title ${n + more}` })));
      await Promise.allSettled(calls);
    }
    expect(await outcomes(calls)).toEqual({ none: 19, 'links.scheduled_too_many': 5 });
    expect((await planned(caller, id)).some((change) => change.id === first.id)).toBe(true);
  });

  it('is for those alone for whom the link is there', async () => {
    const caller = callerOf();
    const { id } = await links.create(caller);
    const change = await plan(caller, id, { title: 'Planned' });
    const other = callerOf();
    const mine = await links.create(other);
    const calls = [planned(other, id), plan(other, id, { title: 'x' }), cancel(other, id, change.id)];
    for (const call of calls) expect(await refusal(call)).toBe('links.not_found');
    expect(await refusal(cancel(other, mine.id, change.id))).toBe('links.scheduled_not_found');
    const scoped = (domain: string): Caller => ({
      kind: 'api_key',
      user_id: caller.user_id,
      workspace_id: caller.workspace_id,
      role: 'user',
      api_key_id: uuidv7(),
      scope: { domain_ids: [domain] },
      permissions: ['links:read@domains', 'links:write@domains'],
    });
    expect(await refusal(plan(scoped(links.second.id), id, { title: 'x' }))).toBe('links.not_found');
    expect(await refusal(plan(scoped(links.main.id), id, { domain_id: links.second.id }))).toBe(
      'auth.outside_key_scope',
    );
    expect((await plan(scoped(links.main.id), id, { title: 'x' })).by.kind).toBe('api_key');
    expect(await refusal(cancel({ ...caller, permissions: ['links:read'] }, id, change.id))).toBe('auth.forbidden');
    await links.call(updateLinkRpc, { id, changes: { title: 'now' } }, caller);
    expect((await planned(caller, id)).map(({ state }) => state)).toEqual(['coming', 'coming']);
  });
});
