import { describe, expect, it } from '@jest/globals';
import {
  type Caller,
  deleteLinkRpc,
  getLinkRpc,
  permissionsOfKey,
  updateLinkRpc,
  withinDomains,
} from '@linkway/contracts';
import { callerOf, eventually, refused, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const GOAL = 'links.ab_goal_invalid';
const test = { url_b: 'https://b.example/ế', percent_b: 30, sticky: true, goal_link_id: null as string | null };
const to = (goal_link_id: string | null) => ({ ab_test: { ...test, goal_link_id } });
const update = (caller: Caller, id: string, changes: object) => links.call(updateLinkRpc, { id, changes }, caller);

describe('an A/B test of a link', () => {
  it('is kept as it was sent, with when it began, and told to the redirect', async () => {
    const caller = callerOf();
    const goal = await links.create(caller);
    const link = await links.create(caller, to(goal.id));
    expect(link.ab_test).toEqual({ ...test, goal_link_id: goal.id, since: link.created_at });
    expect((await links.call(getLinkRpc, { id: link.id }, caller)).ab_test).toEqual(link.ab_test);
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(1));
    expect(links.eventsOf(link.id)[0]?.data.route.ab_test).toEqual({
      ...link.ab_test,
      url_b: 'https://b.example/%E1%BA%BF',
    });
  });

  it('begins anew where people are led otherwise, and not with its goal or anything else of the link', async () => {
    const caller = callerOf();
    const goal = await links.create(caller);
    const link = await links.create(caller, to(null));
    const sinceAfter = async (changes: object) => (await update(caller, link.id, changes)).ab_test?.since;
    const first = link.ab_test?.since;
    expect(await sinceAfter({ title: 'Other' })).toBe(first);
    expect(await sinceAfter(to(goal.id))).toBe(first);
    const second = await sinceAfter({ ab_test: { ...test, goal_link_id: goal.id, percent_b: 31 } });
    expect(Date.parse(second ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
    expect(Date.parse((await sinceAfter({ url: 'https://other.example/' })) ?? '')).toBeGreaterThan(
      Date.parse(second ?? ''),
    );
    expect((await update(caller, link.id, { ab_test: null })).ab_test).toBeNull();
  });

  it('has another link of the workspace as its goal', async () => {
    const caller = callerOf();
    const link = await links.create(caller);
    const others = await links.create(callerOf());
    for (const id of [link.id, others.id, uuidv7()]) {
      expect(await refused(update(caller, link.id, to(id)))).toMatchObject({
        code: GOAL,
        errors: [{ field: 'ab_test.goal_link_id', code: GOAL }],
      });
    }
    expect(await refused(links.create(caller, to(others.id)))).toMatchObject({ code: GOAL });
  });

  it('may keep a goal that is gone', async () => {
    const caller = callerOf();
    const goal = await links.create(caller);
    const link = await links.create(caller, to(goal.id));
    await links.call(deleteLinkRpc, { id: goal.id }, caller);
    expect(
      (await update(caller, link.id, { ab_test: { ...test, goal_link_id: goal.id, percent_b: 5 } })).ab_test,
    ).toMatchObject({
      percent_b: 5,
      goal_link_id: goal.id,
    });
    expect(await refused(links.create(caller, to(goal.id)))).toMatchObject({ code: GOAL });
  });

  it('takes no goal from an API key that the key is not for', async () => {
    const owner = callerOf();
    const key: Caller = {
      kind: 'api_key',
      user_id: owner.user_id,
      workspace_id: owner.workspace_id,
      role: 'user',
      api_key_id: uuidv7(),
      permissions: permissionsOfKey(['read', 'write']).map(withinDomains),
      scope: { domain_ids: [links.second.id] },
    };
    const outside = await links.create(owner, { domain_id: links.main.id });
    const inside = await links.create(owner, { domain_id: links.second.id });
    const link = await links.create(owner, { domain_id: links.second.id });
    expect(await refused(update(key, link.id, to(outside.id)))).toMatchObject({ code: GOAL });
    expect((await update(key, link.id, to(inside.id))).ab_test?.goal_link_id).toBe(inside.id);
  });
});
