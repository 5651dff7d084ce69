import { describe, expect, it } from '@jest/globals';
import { type Caller, type Domain, getLinkRpc, resolveRouteRpc } from '@linkway/contracts';
import { DomainConsumer } from '../src/domain/domain.consumer.js';
import { callerOf, eventually, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const resolve = async (code: string) => (await links.call(resolveRouteRpc, { code })).routes;
const shortUrl = async (caller: Caller, id: string) => (await links.call(getLinkRpc, { id }, caller)).short_url;
const fresh = (domain_name: string): Domain => ({ ...links.second, id: uuidv7(), domain_name, sort_order: 50 });
const known = async (id: string) =>
  (await links.query<{ domain_name: string; version: number }>('SELECT * FROM domains WHERE id = $1', [id]))[0];
const settled = (id: string, version: number) =>
  eventually(async () => expect(await known(id)).toMatchObject({ version }));

describe('news of a domain', () => {
  it('may come twice or late: the newest stands', async () => {
    const domain = fresh('news.example');
    await links.saveDomain({ ...domain, is_active: false }, 3);
    await links.saveDomain(domain, 2);
    await links.saveDomain({ ...domain, is_active: false }, 3);
    const after = fresh('after.example');
    await links.saveDomain(after, 1);
    // Events are handled in order: once this one is in, those before it were as well.
    await settled(after.id, 1);
    expect(await known(domain.id)).toMatchObject({ version: 3, is_active: false });
    expect(await refusal(links.create(callerOf(), { domain_id: domain.id }))).toBe('links.domain_unavailable');
    await links.saveDomain(domain, 4);
    await settled(domain.id, 4);
    expect(await refusal(links.create(callerOf(), { domain_id: domain.id }))).toBe('none');
  });

  it('mends what differs, where it is told once more', async () => {
    const domain = fresh('mended.example');
    await links.saveDomain(domain, 3);
    await settled(domain.id, 3);
    await links.query(`UPDATE domains SET domain_name = 'wrong.example' WHERE id = $1`, [domain.id]);
    await links.saveDomain(domain, 3);
    await eventually(async () => expect(await known(domain.id)).toMatchObject({ domain_name: 'mended.example' }));
  });

  it('does not come back with what a stream tells once more, where its owner has taken it back', async () => {
    const domain = fresh('taken-back.example');
    const raw = await links.saveDomain(domain, 1);
    await settled(domain.id, 1);
    await links.query('DELETE FROM domains WHERE id = $1', [domain.id]);
    // As the strategy calls it.
    const consumer = links.service.get<unknown>(DomainConsumer) as { saved(delivery: object): unknown };
    expect(await consumer.saved({ raw, sequence: 1, redelivered: false })).toEqual({ kind: 'done' });
    expect(await known(domain.id)).toBeUndefined();
  });

  it('is put aside when its name is no host, and those after it are not held up', async () => {
    const wrong = fresh('https://wrong.example/');
    await links.saveDomain(wrong, 1);
    const after = fresh('after-wrong.example');
    await links.saveDomain(after, 1);
    await settled(after.id, 1);
    expect(await known(wrong.id)).toBeUndefined();
  });

  it('makes the active domain with the lowest place the main one', async () => {
    const first = fresh('first.example');
    await links.saveDomain({ ...first, sort_order: -1 }, 1);
    await settled(first.id, 1);
    expect((await links.create(callerOf())).domain?.id).toBe(first.id);
    await links.saveDomain({ ...first, sort_order: -1, is_active: false }, 2);
    await settled(first.id, 2);
    expect((await links.create(callerOf())).domain?.id).toBe(links.main.id);
  });
});

describe('a domain that gets another name', () => {
  it('takes its links along, also back again', async () => {
    const caller = callerOf();
    const domain = fresh('before.example');
    await links.saveDomain(domain, 1);
    await settled(domain.id, 1);
    const link = await links.create(caller, { domain_id: domain.id, custom_code: 'goes-along' });
    const guest = await links.createGuest({ domain_id: domain.id, custom_code: 'guest-along' });
    const many = await Promise.all(
      Array.from({ length: 30 }, () => links.create(callerOf(), { domain_id: domain.id })),
    );

    await links.saveDomain({ ...domain, domain_name: 'behind.example' }, 2);
    await eventually(async () => expect((await resolve('goes-along'))[0]?.host).toBe('behind.example'));
    expect(await shortUrl(caller, link.id)).toBe('https://behind.example/goes-along');
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(2));
    expect(links.eventsOf(link.id)[1]).toMatchObject({
      subject: 'evt.links.link-updated.v1',
      data: {
        route: { host: 'behind.example', domain_name: 'behind.example', version: 1 },
        previous: { host: 'before.example', code: 'goes-along', version: 2 },
      },
    });
    for (const { short_code } of many) {
      await eventually(async () => expect((await resolve(short_code))[0]?.host).toBe('behind.example'));
    }

    await links.saveDomain(domain, 3);
    await eventually(async () => {
      expect(await resolve('goes-along')).toEqual([expect.objectContaining({ host: 'before.example', version: 3 })]);
      expect(await resolve('guest-along')).toEqual([
        expect.objectContaining({ link_id: guest.id, host: 'before.example', version: 3 }),
      ]);
    });
  });

  it('leaves a link where it is when its code is taken at the new host', async () => {
    const [one, two] = [fresh('one.example'), fresh('two.example')];
    await links.saveDomain(one, 1);
    await links.saveDomain(two, 1);
    await settled(two.id, 1);
    const stays = await links.create(callerOf(), { domain_id: one.id, custom_code: 'clash' });
    const goes = await links.create(callerOf(), { domain_id: one.id, custom_code: 'no-clash' });
    const other = await links.create(callerOf(), { domain_id: two.id, custom_code: 'clash' });
    await links.saveDomain({ ...one, domain_name: 'two.example:444' }, 2);
    await eventually(async () =>
      expect((await resolve('no-clash'))[0]).toMatchObject({ link_id: goes.id, host: 'two.example' }),
    );
    expect((await resolve('clash')).map(({ link_id, host }) => `${host} ${link_id}`).sort()).toEqual([
      `one.example ${stays.id}`,
      `two.example ${other.id}`,
    ]);
  });
});
