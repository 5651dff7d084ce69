import { describe, expect, it } from '@jest/globals';
import {
  appealQuarantineRpc,
  blockDestinationsRpc,
  changeLinksRpc,
  decideQuarantineRpc,
  deleteLinkRpc,
  getLinkRpc,
  type Link,
  listBlockedDestinationsRpc,
  listQuarantinedLinksRpc,
  resolveKeysRpc,
  type UpdateLink,
  unblockDestinationRpc,
  updateLinkRpc,
} from '@linkway/contracts';
import { QuarantineRepository } from '../src/quarantine/quarantine.repository.js';
import { QuarantineLook } from '../src/quarantine/quarantine-look.js';
import { callerOf, eventually, refusal, refused, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const admin = callerOf(uuidv7(), { role: 'admin' });
let hosts = 0;
const freshHost = (): string => `bad${(hosts += 1)}.example`;

const block = (...entries: string[]) => links.call(blockDestinationsRpc, { entries, note: 'phishing' }, admin);
const listed = (search: string) => links.call(listBlockedDestinationsRpc, { search }, admin);
const unblock = async (entry: string) => {
  const { data } = await listed(entry);
  await links.call(unblockDestinationRpc, { id: data[0]?.id ?? '' }, admin);
};
const get = (id: string, caller: ReturnType<typeof callerOf>): Promise<Link> => links.call(getLinkRpc, { id }, caller);
const update = (id: string, changes: UpdateLink, caller: ReturnType<typeof callerOf>) =>
  links.call(updateLinkRpc, { id, changes }, caller);
const routeOf = async ({ short_code }: Link) => {
  const { routes } = await links.call(resolveKeysRpc, { keys: [{ code: short_code, hosts: ['go.example'] }] });
  return routes[0];
};
const quarantined = (id: string, caller: ReturnType<typeof callerOf>) =>
  eventually(async () => expect((await get(id, caller)).quarantine).not.toBeNull(), { timeoutMs: 20_000 });
const released = (id: string, caller: ReturnType<typeof callerOf>) =>
  eventually(async () => expect((await get(id, caller)).quarantine).toBeNull(), { timeoutMs: 20_000 });
const told = (id: string) =>
  links.notifications.filter(({ key }) => key.includes(id)).map(({ notification }) => notification);
const decide = (link_id: string, decision: 'release' | 'keep', answer = '') =>
  links.call(decideQuarantineRpc, { link_id, decision, answer }, admin);

describe('the block list', () => {
  it('takes lines as they are, tells what is none, and is the same when it is sent again', async () => {
    const host = freshHost();
    const sent = [`https://${host}/`, '# remark', 'com', '', `*.${host}`, `${host}/login`];
    expect(await block(...sent)).toEqual({
      added: 2,
      known: 1,
      refused: [{ line: 3, entry: 'com', code: 'links.block_entry_too_wide' }],
    });
    expect(await block(...sent)).toMatchObject({ added: 0, known: 3 });
    const { data } = await listed(host);
    expect(data.map(({ entry }) => entry).sort()).toEqual([host, `${host}/login`]);
    expect(data[0]).toMatchObject({ source: 'admin', note: 'phishing', created_by: admin.user_id, links: 0 });
  });

  it('refuses links to it at the field, whatever they lead there by, in every process within two seconds', async () => {
    const host = freshHost();
    const other = await links.start();
    try {
      const caller = callerOf();
      await block(host);
      const rule = {
        url: `https://www.${host}/x`,
        any_of: [{ all_of: [{ kind: 'country' as const, values: ['VN'] }] }],
      };
      for (const [field, link] of [
        ['url', { url: `http://${host.toUpperCase()}.:8080/a` }],
        ['device_targeting.mobile', { device_targeting: { mobile: `https://${host}/` } }],
        ['location_targeting.VN', { location_targeting: { VN: `https://${host}/` } }],
        ['system_targeting.ios', { system_targeting: { ios: `https://${host}/` } }],
        ['rules.0.url', { rules: [rule] }],
        ['fallback_url', { fallback_url: `https://${host}/` }],
        ['deep_links.ios', { deep_links: { ios: `https://${host}/` } }],
      ] as const) {
        // Either process may be asked.
        await eventually(
          async () => {
            for (let times = 0; times < 4; times += 1) {
              const error = await refused(links.create(caller, link as object));
              expect(error?.errors).toEqual([expect.objectContaining({ field, code: 'links.url_blocked' })]);
            }
          },
          { timeoutMs: 2_000 },
        );
      }
      expect(await refusal(links.createGuest({ url: `https://${host}/` }))).toBe('links.url_blocked');
      const made = await links.create(caller);
      expect(await refusal(update(made.id, { url: `https://${host}/` }, caller))).toBe('links.url_blocked');
      await unblock(host);
      await eventually(async () => {
        for (let times = 0; times < 4; times += 1) await links.create(caller, { url: `https://${host}/` });
      });
    } finally {
      await other.stop();
    }
  });
});

describe('a link that was there', () => {
  it('is quarantined, its owner is told, and it works again once the entry goes', async () => {
    const host = freshHost();
    const caller = callerOf();
    const [bad, good, guests] = [
      await links.create(caller, { url: `https://a.${host}/x`, device_targeting: { mobile: `https://${host}/m` } }),
      await links.create(caller, { url: 'https://example.com/' }),
      await links.createGuest({ url: `https://${host}/` }),
    ];
    await block(host);
    await quarantined(bad.id, caller);
    const shown = await get(bad.id, caller);
    expect(shown.quarantine).toEqual({
      since: expect.any(String),
      appeal: null,
      reasons: [
        { address: `https://a.${host}/x`, source: 'admin', threat: null },
        { address: `https://${host}/m`, source: 'admin', threat: null },
      ],
    });
    expect(shown.is_active).toBe(true);
    expect(await routeOf(bad)).toMatchObject({ is_quarantined: true, original_url: `https://a.${host}/x` });
    const event = () => links.eventsOf(bad.id).at(-1);
    await eventually(() =>
      expect(event()?.data).toMatchObject({ route: { is_quarantined: true }, link: { is_quarantined: true } }),
    );
    expect(event()?.actor).toMatchObject({ kind: 'service' });
    await eventually(() => expect(told(bad.id)).toEqual(['link_quarantined']));
    await eventually(() =>
      expect(links.eventsOf(guests.id).at(-1)?.data).toMatchObject({ route: { is_quarantined: true } }),
    );
    expect(told(guests.id)).toEqual([]);
    expect((await get(good.id, caller)).quarantine).toBeNull();
    expect((await listed(host)).data[0]?.links).toBe(2);
    await eventually(async () => expect((await listed(host)).is_looking).toBe(false));

    await unblock(host);
    await released(bad.id, caller);
    expect(await routeOf(bad)).not.toHaveProperty('is_quarantined');
    await eventually(() => expect(told(bad.id)).toEqual(['link_quarantined', 'link_released']));
    expect(await links.query('SELECT 1 FROM quarantines WHERE link_id = $1', [guests.id])).toEqual([]);
  });

  it('is not let out by pausing, editing, bulk or a copy, and is by another destination', async () => {
    const host = freshHost();
    const caller = callerOf();
    const { id } = await links.create(caller, { url: `https://${host}/` });
    await block(`=${host}`);
    await quarantined(id, caller);
    const held = await get(id, caller);
    for (const changes of [{ is_active: false }, { is_active: true }, { title: 'x', url: `https://${host}/` }]) {
      const reply = await update(id, changes, caller);
      expect(reply.quarantine).toEqual(held.quarantine);
    }
    const moved = { action: 'activate' as const, ids: [id] };
    await links.call(changeLinksRpc, { request: moved, idempotency_key: null, language: 'en' }, caller);
    expect(await refusal(links.create(caller, { url: `https://${host}/` }))).toBe('links.url_blocked');
    expect((await get(id, caller)).quarantine).toEqual(held.quarantine);
    expect(await routeOf(held)).toMatchObject({ is_quarantined: true });
    await update(id, { url: 'https://example.com/' }, caller);
    await released(id, caller);
    expect(await routeOf(held)).not.toHaveProperty('is_quarantined');
  });

  it('is released by an administrator for good, unless the entry is another', async () => {
    const host = freshHost();
    const [caller, stranger] = [callerOf(), callerOf()];
    const { id } = await links.create(caller, { url: `https://${host}/` });
    const appeal = (text: string, by = caller) => links.call(appealQuarantineRpc, { id, text }, by);
    expect(await refusal(appeal('Why?'))).toBe('links.not_quarantined');
    await block(host);
    await quarantined(id, caller);
    expect(await refusal(appeal('Why?', stranger))).toBe('links.not_found');
    expect(await refusal(decide(id, 'keep'))).toBe('links.appeal_not_found');
    const open = await appeal('It is our own shop.');
    expect(open.appeal).toMatchObject({ state: 'open', text: 'It is our own shop.' });
    expect(await appeal('It is our own shop.')).toEqual(open);
    expect(await refusal(appeal('Hello?'))).toBe('links.appeal_open');
    const { data, appeals } = await links.call(listQuarantinedLinksRpc, { appealed: 'true' }, admin);
    expect(appeals).toBe(1);
    expect(data).toEqual([
      expect.objectContaining({
        link_id: id,
        workspace_id: caller.workspace_id,
        appeal: expect.objectContaining({ text: 'It is our own shop.' }),
        reasons: [expect.objectContaining({ entry: host, note: 'phishing', address: `https://${host}/` })],
      }),
    ]);
    await decide(id, 'keep', 'It was reported as a copy of a bank.');
    expect((await get(id, caller)).quarantine?.appeal).toMatchObject({
      state: 'refused',
      answer: 'It was reported as a copy of a bank.',
    });
    await eventually(() => expect(told(id)).toEqual(['link_quarantined', 'link_appeal_refused']));
    await appeal('Look again, please.');
    await decide(id, 'release');
    await released(id, caller);
    await eventually(() => expect(told(id).at(-1)).toBe('link_released'));
    expect(await refusal(decide(id, 'release'))).toBe('links.not_quarantined');

    // Neither a change nor another look puts it back.
    await update(id, { title: 'Shop' }, caller);
    const otherHost = freshHost();
    const other = await links.create(caller, { url: `https://${otherHost}/` });
    await block(otherHost);
    await quarantined(other.id, caller);
    await eventually(async () => expect((await listed(host)).is_looking).toBe(false));
    expect((await get(id, caller)).quarantine).toBeNull();
    await unblock(host);
    await block(host);
    await quarantined(id, caller);
    const states = await links.query('SELECT state FROM quarantine_appeals WHERE link_id = $1 ORDER BY created_at', [
      id,
    ]);
    expect(states).toEqual([{ state: 'refused' }, { state: 'accepted' }]);
  });

  it('that is deleted leaves nothing behind that anybody has to decide', async () => {
    const host = freshHost();
    const caller = callerOf();
    const { id } = await links.create(caller, { url: `https://${host}/` });
    await block(host);
    await quarantined(id, caller);
    const changes = async () =>
      (
        await links.query<{ used: number }>('SELECT sum(used)::int AS used FROM change_usage WHERE key = $1', [
          caller.workspace_id,
        ])
      )[0]?.used;
    const before = (await changes()) ?? 0;
    await links.call(appealQuarantineRpc, { id, text: 'Why?' }, caller);
    expect(await changes()).toBe(before + 1);
    await links.call(deleteLinkRpc, { id }, caller);
    await eventually(async () =>
      expect(await links.query('SELECT 1 FROM quarantines WHERE link_id = $1', [id])).toEqual([]),
    );
    expect(await links.query('SELECT state FROM quarantine_appeals WHERE link_id = $1', [id])).toEqual([
      { state: 'settled' },
    ]);
  });
});

describe('a look through all links', () => {
  it('goes on where a process that was killed had come to', async () => {
    const host = freshHost();
    const caller = callerOf();
    const made = await links.createMany(3, caller, { url: `https://${host}/` });
    const last =
      made
        .map(({ id }) => id)
        .sort()
        .at(-1) ?? '';
    await block(host);
    // As if another process had it in hand, had looked at all but the last, and was gone.
    await links.query(
      `UPDATE block_list SET looking_version = added_version, after_tenant_id = $1, after_id = $2, leased_until = now() + interval '3 seconds'`,
      [
        caller.workspace_id,
        made
          .map(({ id }) => id)
          .sort()
          .at(-2),
      ],
    );
    await quarantined(last, caller);
    await eventually(async () => expect((await listed(host)).is_looking).toBe(false));
  });

  it('finds what a process let through that did not know the entry yet', async () => {
    const host = freshHost();
    const caller = callerOf();
    const entry = { kind: 'site', entry: host };
    // Known to nobody's memory: written as another process would, at the moment of the creation.
    await links.query(
      `WITH v AS (UPDATE block_list SET version = version + 1, added_version = version + 1, added_at = now() RETURNING version)
       INSERT INTO blocked_destinations (id, kind, entry, source, version) SELECT $1, $2, $3, 'admin', version FROM v`,
      [uuidv7(), entry.kind, entry.entry],
    );
    const made = await links.create(caller, { url: `https://${host}/` }).catch(() => null);
    if (made) await quarantined(made.id, caller);
    expect(links.service.get<QuarantineLook>(QuarantineLook)).toBeDefined();
  });

  it('waits until every process knows the last entry, and is gone on with by one process alone', async () => {
    const rows = links.service.get<QuarantineRepository>(QuarantineRepository);
    await links.query(
      `UPDATE block_list SET version = version + 1, added_version = version + 1, added_at = now() + interval '1 minute',
         waiting_since = now() + interval '1 minute', looking_version = NULL, after_tenant_id = NULL, after_id = NULL, leased_until = NULL`,
    );
    const [row] = await links.query<{ version: string }>('SELECT version FROM block_list');
    const version = row?.version ?? '';
    expect(await rows.takeLook()).toBeNull();
    const dueInMs = async () => (await rows.lookDueMs()) ?? Number.NaN;
    expect(await dueInMs()).toBeGreaterThan(60_000);
    // However long entries go on to come.
    await links.query(
      `UPDATE block_list SET leased_until = now() + interval '20 seconds', waiting_since = now() - interval '1 hour'`,
    );
    expect(await dueInMs()).toBeGreaterThan(15_000);
    expect(await dueInMs()).toBeLessThanOrEqual(20_000);
    const [none, one, other] = ['00000000-0000-0000-0000-000000000000', uuidv7(), uuidv7()].map((id) => ({
      tenant_id: id,
      id,
    }));
    if (!none || !one || !other) throw new Error('there are three');
    await links.query(
      `UPDATE block_list SET looking_version = added_version, leased_until = now() + interval '1 minute'`,
    );
    expect(await rows.moveOn({ version, after: other }, one)).toBe(false);
    expect(await rows.moveOn({ version, after: none }, one)).toBe(true);
    // Whoever had it in hand before, and comes back, has lost it.
    expect(await rows.moveOn({ version, after: none }, other)).toBe(false);
    await rows.endLook({ version, after: one });
    expect((await listed('')).is_looking).toBe(false);
    expect(await rows.lookDueMs()).toBeNull();
  });
});
