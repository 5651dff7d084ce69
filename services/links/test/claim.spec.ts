import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  claimClicksRpc,
  claimLinksRpc,
  deleteLinkRpc,
  getGuestLinksRpc,
  getLinkRpc,
  getQuotaRpc,
  listLinksRpc,
  MOST_GUEST_LINKS,
  type RpcInput,
} from '@linkway/contracts';
import { AppError, AppLogger, defineService, Rpc, serviceConfig } from '@linkway/platform';
import { startService } from '@linkway/platform/testkit';
import { Controller, Module } from '@nestjs/common';
import { ClickCopies } from '../src/claim/click-copies.js';
import { hourOf } from '../src/quota/calendar.js';
import { callerOf, deviceId, eventually, outcomes, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks({ GUEST_DAILY_LIMIT: '1000' });

const asked: RpcInput<typeof claimClicksRpc>['links'][] = [];
let fails = false;
let failed = 0;
/** Links that have more clicks than there is time for. */
const large = new Set<string>();

@Controller()
class AnalyticsAnswers {
  @Rpc(claimClicksRpc)
  claim({ links: some }: RpcInput<typeof claimClicksRpc>) {
    if (fails) {
      failed += 1;
      throw new AppError('service.internal');
    }
    asked.push(some);
    if (some.some(({ link_id }) => large.has(link_id))) throw new AppError('service.timeout');
    return { clicks: 0 };
  }
}

@Module({ controllers: [AnalyticsAnswers] })
class AnalyticsModule {}

const analytics = defineService({ name: 'analytics', config: serviceConfig({}), module: AnalyticsModule });
beforeAll(async () => void (await startService(analytics, links.servers.env('analytics'))));

type Caller = ReturnType<typeof callerOf>;

const claim = (caller: Caller, device_id: string, ...link_ids: string[]) =>
  links.call(claimLinksRpc, { device_id, link_ids }, caller);
const guests = async (device_id: string, ...ids: string[]) =>
  (await links.call(getGuestLinksRpc, { device_id, ids })).data.map(({ id }) => id);
const ofGuest = async (count: number, device_id: string = deviceId()) => {
  const made = [];
  for (let each = 0; each < count; each += 1) made.push(await links.createGuest({ device_id }));
  return { device_id, made, ids: made.map(({ id }) => id) };
};
const notFound = (...ids: string[]) => ids.map((id) => ({ id, code: 'links.not_found' }));

describe("a guest's links", () => {
  it('are the workspace’s once it claims them, in every respect', async () => {
    const { device_id, ids, made } = await ofGuest(2);
    const caller = callerOf();
    await links.create(caller);
    expect(await claim(caller, device_id, ...ids)).toEqual({ claimed: ids, refused: [] });

    const [id = '', other = ''] = ids;
    const link = await links.call(getLinkRpc, { id }, caller);
    expect(link).toMatchObject({
      id,
      short_url: made[0]?.short_url,
      original_url: made[0]?.original_url,
      created_at: made[0]?.created_at,
      workspace_id: caller.workspace_id,
      user_id: caller.user_id,
      is_active: true,
    });
    const { data, pagination } = await links.call(listLinksRpc, {}, caller);
    expect(data.map((each) => each.id)).toEqual(expect.arrayContaining(ids));
    expect(pagination.total).toBe(3);
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 3, monthly_links_used: 3 });
    expect(await guests(device_id, ...ids)).toEqual([]);

    await eventually(() =>
      expect(links.eventsOf(id).map(({ subject }) => subject)).toContain('evt.links.link-updated.v1'),
    );
    const told = links.eventsOf(id).at(-1);
    expect(told?.data).toMatchObject({
      route: { link_id: id, workspace_id: caller.workspace_id, code: link.short_code, version: 2 },
      link: { workspace_id: caller.workspace_id, user_id: caller.user_id },
      previous: null,
    });

    // The code is the workspace's as well: it may take it again.
    await links.call(deleteLinkRpc, { id }, caller);
    const again = await links.create(caller, { custom_code: link.short_code });
    expect(again.short_code).toBe(link.short_code);
    expect(await refusal(links.create(callerOf(), { custom_code: made[1]?.short_code }))).toBe('links.code_taken');
    expect(await refusal(links.call(getLinkRpc, { id: other }, callerOf()))).toBe('links.not_found');
  });

  it('are told to who knows their device, and to nobody else', async () => {
    const { device_id, ids } = await ofGuest(2);
    const { ids: others } = await ofGuest(1);
    expect((await guests(device_id, ...ids, ...others)).sort()).toEqual([...ids].sort());
    expect(await guests(uuidv7(), ...ids)).toEqual([]);
  });

  it('are claimed by who knows their device, and by nobody else', async () => {
    const { device_id, ids } = await ofGuest(2);
    const { ids: others } = await ofGuest(1);
    const owned = await links.create(callerOf());
    const caller = callerOf();
    const answer = await claim(caller, deviceId(), ...ids);
    expect(answer).toEqual({ claimed: [], refused: notFound(...ids) });
    const some = await claim(caller, device_id, ids[0] as string, ...others, owned.id, uuidv7());
    expect(some.claimed).toEqual([ids[0]]);
    expect(some.refused).toHaveLength(3);
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 1, monthly_links_used: 1 });
    expect(await refusal(links.call(claimLinksRpc, { device_id, link_ids: ids }))).toBe('auth.unauthenticated');
  });

  it('of a device that can be guessed are told, and claimed by nobody', async () => {
    for (const weak of ['device-of-a-guest', uuidv7(), deviceId().toUpperCase()]) {
      const { device_id, ids } = await ofGuest(1, weak);
      expect(await guests(device_id, ...ids)).toEqual(ids);
      expect(await refusal(claim(callerOf(), device_id, ...ids))).toBe('links.device_weak');
    }
  });

  it('count once, however often and by however many they are claimed', async () => {
    const { device_id, ids } = await ofGuest(3);
    const callers = [callerOf(), callerOf(), callerOf()];
    const answers = await Promise.all(callers.flatMap((caller) => [1, 2].map(() => claim(caller, device_id, ...ids))));
    const owners = await Promise.all(
      callers.map(async (caller) => (await links.call(listLinksRpc, {}, caller)).data.map(({ id }) => id)),
    );
    expect(owners.flat().sort()).toEqual([...ids].sort());
    for (const [index, caller] of callers.entries()) {
      const owned = owners[index] ?? [];
      // Who has a link is told so each time.
      for (const answer of answers.slice(2 * index, 2 * index + 2)) {
        expect([...answer.claimed].sort()).toEqual([...owned].sort());
      }
      expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({
        total_links: owned.length,
        monthly_links_used: owned.length,
      });
    }
    expect(await links.query('SELECT count(*)::int AS rows FROM short_links WHERE id = ANY($1)', [ids])).toEqual([
      { rows: 3 },
    ]);
  });

  it('stay his where the workspace has made as many as it may, and may be claimed later', async () => {
    const { device_id, ids } = await ofGuest(3);
    const caller = await links.workspace(2);
    const answer = await claim(caller, device_id, ...ids);
    expect(answer).toEqual({
      claimed: ids.slice(0, 2),
      refused: [{ id: ids[2], code: 'links.monthly_limit' }],
    });
    expect(await guests(device_id, ...ids)).toEqual([ids[2]]);
    const other = callerOf();
    expect(await claim(other, device_id, ids[2] as string)).toEqual({ claimed: [ids[2]], refused: [] });
    const calls = Array.from({ length: 4 }, () => links.create(caller));
    expect(await outcomes(calls)).toEqual({ 'links.monthly_limit': 4 });
  });

  it('stay his where the workspace has made as many changes in this hour as it may', async () => {
    const { device_id, ids } = await ofGuest(2);
    const caller = callerOf();
    await links.query('INSERT INTO change_usage (key, hour, used) VALUES ($1, $2, 1999)', [
      caller.workspace_id,
      hourOf(new Date()),
    ]);
    expect(await claim(caller, device_id, ...ids)).toEqual({
      claimed: [ids[0]],
      refused: [{ id: ids[1], code: 'links.changes_exceeded' }],
    });
    expect(await guests(device_id, ...ids)).toEqual([ids[1]]);
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 1, monthly_links_used: 1 });
  });
});

it('a link whose code does not lead to it is refused alone, and an operator is told', async () => {
  const { device_id, ids } = await ofGuest(3);
  const [first = '', broken = '', last = ''] = ids;
  await links.query('UPDATE codes SET is_live = false WHERE link_id = $1', [broken]);
  const told = jest.spyOn(links.service.get<AppLogger>(AppLogger), 'error').mockImplementation(() => undefined);
  const caller = callerOf();
  const answer = { claimed: [first, last], refused: notFound(broken) };
  expect(await claim(caller, device_id, ...ids)).toEqual(answer);
  expect(told).toHaveBeenCalledWith(expect.stringContaining('code'), { link_id: broken });
  told.mockRestore();
  expect(await claim(caller, device_id, ...ids)).toEqual(answer);
  expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 2, monthly_links_used: 2 });
});

describe('clicks of claimed links', () => {
  beforeEach(async () => {
    fails = false;
    large.clear();
    // What was claimed before is asked for.
    await eventually(async () => (await links.query('SELECT 1 FROM claimed_links WHERE copies = 0')).length === 0);
    await links.query('DELETE FROM claimed_links');
    asked.length = 0;
  });

  const copies = () => links.service.get<ClickCopies>(ClickCopies);
  const askedFor = () => asked.flat().map(({ link_id }) => link_id);
  const notLooked = async () =>
    (await links.query<{ link_id: string }>('SELECT link_id FROM claimed_links WHERE copies = 0')).map(
      ({ link_id }) => link_id,
    );
  const makeDue = () => links.query("UPDATE claimed_links SET copy_at = now() - interval '1 second'");

  it('are asked for at once, again and again for a month, and then no more', async () => {
    const { device_id, ids, made } = await ofGuest(1);
    const caller = callerOf();
    await claim(caller, device_id, ...ids);
    const [created_at, link_id] = [made[0]?.created_at, ids[0]];
    await eventually(() => expect(asked).toEqual([[{ link_id, workspace_id: caller.workspace_id, created_at }]]));
    for (let look = 2; look <= 8; look += 1) {
      await eventually(async () =>
        expect(await links.query('SELECT copies FROM claimed_links')).toEqual([{ copies: look - 1 }]),
      );
      const [due] = await links.query<{ in_s: number }>(
        'SELECT extract(epoch FROM copy_at - claimed_at)::float AS in_s FROM claimed_links',
      );
      expect(due?.in_s).toBeGreaterThanOrEqual(60);
      await copies().look();
      expect(asked).toHaveLength(look - 1);
      await makeDue();
      await copies().look();
      expect(asked).toHaveLength(look);
    }
    expect(await links.query('SELECT 1 FROM claimed_links')).toEqual([]);
  });

  it('are asked for again after analytics was away, in one process at a time', async () => {
    fails = true;
    const { device_id, ids } = await ofGuest(4);
    const caller = callerOf();
    await claim(caller, device_id, ids[0] as string);
    await eventually(() => expect(failed).toBe(1));
    fails = false;
    // What was under way may still be: it is left alone for a while.
    await copies().look();
    expect(asked).toEqual([]);
    await claim(caller, device_id, ...ids.slice(1));
    await eventually(async () => expect(await notLooked()).toEqual([ids[0]]));
    asked.length = 0;
    await makeDue();
    await Promise.all(ids.map(() => copies().look()));
    expect(askedFor().sort()).toEqual([...ids].sort());
    expect(await notLooked()).toEqual([]);
  });

  it('are asked for without a pause, however many links are claimed', async () => {
    const { device_id, ids } = await ofGuest(MOST_GUEST_LINKS + 5);
    const caller = callerOf();
    await claim(caller, device_id, ...ids.slice(0, MOST_GUEST_LINKS));
    await eventually(async () => expect(await notLooked()).toEqual([]));
    await claim(caller, device_id, ...ids.slice(MOST_GUEST_LINKS));
    await eventually(async () => expect(await notLooked()).toEqual([]));
    asked.length = 0;
    await makeDue();
    copies().soon();
    await eventually(() => expect(askedFor().sort()).toEqual([...ids].sort()));
  });

  it('wait for no other link that has very many', async () => {
    const { device_id, ids } = await ofGuest(3);
    const [first = ''] = ids;
    large.add(first);
    await claim(callerOf(), device_id, ...ids);
    await eventually(async () => expect(await notLooked()).toEqual([first]));
    expect(askedFor()).toHaveLength(3);
    // Not before the question whose answer did not come must be over.
    const [due] = await links.query<{ in_s: number }>(
      'SELECT extract(epoch FROM copy_at - now())::float AS in_s FROM claimed_links WHERE copies = 0',
    );
    expect(due?.in_s).toBeGreaterThan(60);
    large.clear();
    await makeDue();
    await eventually(async () => {
      await copies().look();
      expect(await notLooked()).toEqual([]);
    });
  });
});
