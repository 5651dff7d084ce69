import { describe, expect, it } from '@jest/globals';
import {
  type Caller,
  deleteLinkRpc,
  getLinkRpc,
  type RpcRequest,
  resolveRouteRpc,
  updateLinkRpc,
} from '@linkway/contracts';
import { callerOf, eventually, outcomes, refusal, useLinks } from './harness.js';

const links = useLinks();
type Changes = RpcRequest<typeof updateLinkRpc>['changes'];
const update = (caller: Caller, id: string, changes: Changes) => links.call(updateLinkRpc, { id, changes }, caller);
const remove = (caller: Caller, id: string) => links.call(deleteLinkRpc, { id }, caller);
const resolve = async (code: string) => (await links.call(resolveRouteRpc, { code })).routes;
const lastEvent = (linkId: string) => links.eventsOf(linkId).at(-1);

describe('resolving a code', () => {
  it('gives the route of every host that it leads somewhere on, as the events do', async () => {
    const caller = callerOf();
    const one = await links.create(caller, { custom_code: 'everywhere', password: 'secret' });
    const two = await links.createGuest({ custom_code: 'everywhere', domain_id: links.second.id });
    const routes = await resolve('everywhere');
    expect(routes.map(({ link_id, host }) => [link_id, host]).sort()).toEqual(
      [
        [one.id, 'go.example'],
        [two.id, 'second.example'],
      ].sort(),
    );
    await eventually(() => expect(links.eventsOf(one.id)).toHaveLength(1));
    expect(routes).toContainEqual(links.eventsOf(one.id)[0]?.data.route);
    expect(await resolve('Everywhere')).toEqual([]);
    expect(await resolve('no-such-code')).toEqual([]);
  });

  it('follows changes, and is empty once the link is gone', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { custom_code: 'short-life' });
    await update(caller, link.id, { is_active: false });
    expect(await resolve('short-life')).toEqual([expect.objectContaining({ is_active: false, version: 2 })]);
    await remove(caller, link.id);
    expect(await resolve('short-life')).toEqual([]);
  });
});

describe('deleting a link', () => {
  it('tells of it with a newer version, and keeps the code for its workspace', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { custom_code: 'comes-back' });
    expect(await remove(caller, link.id)).toEqual({ id: link.id });
    expect(await refusal(links.call(getLinkRpc, { id: link.id }, caller))).toBe('links.not_found');
    expect(await refusal(remove(caller, link.id))).toBe('links.not_found');
    await eventually(() => expect(lastEvent(link.id)?.subject).toBe('evt.links.link-deleted.v1'));
    expect(lastEvent(link.id)?.data).toEqual({
      link_id: link.id,
      workspace_id: caller.workspace_id,
      key: { host: 'go.example', code: 'comes-back', version: 2 },
    });

    expect(await refusal(links.create(callerOf(), { custom_code: 'comes-back' }))).toBe('links.code_taken');
    expect(await refusal(links.createGuest({ custom_code: 'comes-back' }))).toBe('links.code_taken');
    const again = await links.create(caller, { custom_code: 'comes-back' });
    expect(again.id).not.toBe(link.id);
    expect(await resolve('comes-back')).toEqual([expect.objectContaining({ link_id: again.id, version: 3 })]);
  });

  it('happens once, however many ask for it at the same time', async () => {
    const caller = callerOf();
    const link = await links.create(caller);
    const calls = Array.from({ length: 10 }, () => remove(caller, link.id));
    expect(await outcomes(calls)).toEqual({ none: 1, 'links.not_found': 9 });
  });
});

describe('moving a link', () => {
  it('to another code: the old one leads nowhere and stays with the workspace', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { custom_code: 'old-code' });
    const moved = await update(caller, link.id, { custom_code: 'new-code' });
    expect(moved.short_url).toBe('https://go.example:8443/new-code');
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(2));
    expect(lastEvent(link.id)?.data).toMatchObject({
      route: { code: 'new-code', version: 1 },
      previous: { host: 'go.example', code: 'old-code', version: 2 },
    });
    expect(await resolve('old-code')).toEqual([]);
    expect(await resolve('new-code')).toHaveLength(1);
    expect(await refusal(links.create(callerOf(), { custom_code: 'old-code' }))).toBe('links.code_taken');

    await update(caller, link.id, { custom_code: 'old-code' });
    expect(await resolve('old-code')).toEqual([expect.objectContaining({ link_id: link.id, version: 3 })]);
  });

  it('to another domain: its code goes along', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { custom_code: 'traveller' });
    const moved = await update(caller, link.id, { domain_id: links.second.id });
    expect(moved).toMatchObject({ short_url: 'https://second.example/traveller', domain: { id: links.second.id } });
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(2));
    expect(lastEvent(link.id)?.data).toMatchObject({
      route: { host: 'second.example', domain_name: 'second.example', code: 'traveller', version: 1 },
      previous: { host: 'go.example', code: 'traveller', version: 2 },
    });
    expect((await resolve('traveller')).map(({ host }) => host)).toEqual(['second.example']);
  });

  it('does not take what somebody else has, and then leaves everything as it was', async () => {
    const caller = callerOf();
    await links.create(callerOf(), { custom_code: 'not-yours' });
    const link = await links.create(caller, { custom_code: 'is-mine' });
    const wish = update(caller, link.id, { custom_code: 'not-yours', title: 'Changed' });
    expect(await refusal(wish)).toBe('links.code_taken');
    expect(await links.call(getLinkRpc, { id: link.id }, caller)).toEqual(link);
    expect(await resolve('is-mine')).toEqual([expect.objectContaining({ link_id: link.id, version: 1 })]);
  });

  it('gives a code to one of many links that want it at the same time', async () => {
    const caller = callerOf();
    const mine = await Promise.all(Array.from({ length: 20 }, () => links.create(caller)));
    const calls = mine.map(({ id }) => update(caller, id, { custom_code: 'wanted-by-all' }));
    expect(await outcomes(calls)).toEqual({ none: 1, 'links.code_taken': 19 });
  });

  it('does not let two links swap their codes, and does not deadlock over it', async () => {
    const caller = callerOf();
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [`swap-a-${round}`, `swap-b-${round}`];
      const one = await links.create(caller, { custom_code: a });
      const two = await links.create(caller, { custom_code: b });
      const swaps = [update(caller, one.id, { custom_code: b }), update(caller, two.id, { custom_code: a })];
      expect(await outcomes(swaps)).toEqual({ 'links.code_taken': 2 });
    }
  });

  it('may be done by many at once, in a ring of codes that were given up', async () => {
    const caller = callerOf();
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, i) => links.create(caller, { custom_code: `ring-${i}` })),
    );
    await Promise.all(made.map(({ id }, i) => update(caller, id, { custom_code: `away-${i}` })));
    const back = made.map(({ id }, i) => update(caller, id, { custom_code: `ring-${(i + 1) % 10}` }));
    expect(await outcomes(back)).toEqual({ none: 10 });
    for (const [i, { id }] of made.entries()) {
      expect(await resolve(`ring-${(i + 1) % 10}`)).toEqual([expect.objectContaining({ link_id: id, version: 3 })]);
    }
  });
});
