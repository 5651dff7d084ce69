import { describe, expect, it } from '@jest/globals';
import { claimLinksRpc, getExampleRpc, getGuestLinksRpc } from '@linkway/contracts';
import { ExampleService } from '../src/example/example.service.js';
import { callerOf, deviceId, eventually, useLinks } from './harness.js';

const EXAMPLE_URL = 'https://app.example/';
const links = useLinks({ EXAMPLE_URL });
const example = async () => (await links.call(getExampleRpc, {})).link;
const stored = () =>
  links.query(
    'SELECT id, short_code, original_url, version FROM short_links WHERE workspace_id IS NULL AND device_id IS NULL',
  );

describe("the installation's own link", () => {
  it('is made once, however many processes start, and led where the web app is', async () => {
    const others = await Promise.all([links.start(), links.start()]);
    await eventually(async () => expect(await example()).not.toBeNull());
    const link = await example();
    expect(link).toEqual({
      id: expect.any(String),
      short_url: 'https://go.example:8443/example',
    });
    for (const other of others) await other.stop();
    expect(await stored()).toEqual([{ id: link?.id, short_code: 'example', original_url: EXAMPLE_URL, version: 1 }]);
    const known = await links.query('SELECT link_id, workspace_id, is_live FROM codes WHERE code = $1', ['example']);
    expect(known).toEqual([{ link_id: link?.id, workspace_id: null, is_live: true }]);
    await eventually(() => expect(links.eventsOf(link?.id ?? '')).toHaveLength(1));
  });

  it('leads to another address once there is one', async () => {
    await links.service.get<ExampleService>(ExampleService).keep();
    const moved = await links.start({ EXAMPLE_URL: 'https://other.example/' });
    await eventually(async () =>
      expect(await stored()).toMatchObject([{ original_url: 'https://other.example/', version: 2 }]),
    );
    await moved.stop();
    const { id = '' } = (await example()) ?? {};
    await eventually(() => expect(links.eventsOf(id)).toHaveLength(2));
    expect(links.eventsOf(id).at(-1)?.data).toMatchObject({
      route: { original_url: 'https://other.example/', version: 2, workspace_id: null },
    });
  });

  it('is nobody’s to claim, or to be told of as a guest', async () => {
    const { id = '' } = (await example()) ?? {};
    for (const device_id of [deviceId(), '0'.repeat(32)]) {
      const answer = await links.call(claimLinksRpc, { device_id, link_ids: [id] }, callerOf());
      expect(answer.claimed).toEqual([]);
      expect((await links.call(getGuestLinksRpc, { device_id, ids: [id] })).data).toEqual([]);
    }
  });

  it('moves to the domain that is the main one, and leaves nothing where it was', async () => {
    const { id = '' } = (await example()) ?? {};
    await links.saveDomain({ ...links.main, is_active: false }, 2);
    await eventually(async () => expect((await example())?.short_url).toBe('https://second.example/example'));
    const moved = links.eventsOf(id).length + 1;
    const known = () =>
      links.query<{ is_live: boolean }>('SELECT host, link_id, is_live FROM codes WHERE code = $1 ORDER BY host', [
        'example',
      ]);
    expect(await known()).toEqual([
      { host: 'go.example', link_id: id, is_live: false },
      { host: 'second.example', link_id: id, is_live: true },
    ]);
    await links.saveDomain(links.main, 3);
    await eventually(async () => expect((await example())?.short_url).toBe('https://go.example:8443/example'));
    expect((await known()).map(({ is_live }) => is_live)).toEqual([true, false]);
    await eventually(() => expect(links.eventsOf(id).length).toBeGreaterThanOrEqual(moved));
    expect(links.eventsOf(id).at(-1)?.data).toMatchObject({
      route: { host: 'go.example', domain_name: 'go.example:8443', code: 'example' },
      link: { domain_id: links.main.id },
      previous: { host: 'second.example', code: 'example' },
    });
    // Where it leads is told by the process that started last, and stays.
    expect(await stored()).toMatchObject([{ original_url: 'https://other.example/' }]);
  });

  it('is not shown while no domain is open', async () => {
    const open = [links.main, links.second, links.rented];
    for (const domain of open) await links.saveDomain({ ...domain, is_active: false }, 4);
    await eventually(async () => expect(await example()).toBeNull());
    for (const domain of open) await links.saveDomain(domain, 5);
    await eventually(async () => expect((await example())?.short_url).toBe('https://go.example:8443/example'));
  });
});

describe('the link whose code somebody has', () => {
  it('gets another one', async () => {
    // Whatever domain it was on the way to when the test before ended.
    await links.query(
      `WITH taken AS (UPDATE codes SET link_id = gen_random_uuid(), is_live = true WHERE code = 'example')
       DELETE FROM short_links WHERE workspace_id IS NULL AND device_id IS NULL`,
    );
    const again = await links.start();
    await eventually(async () => expect(await example()).not.toBeNull());
    await again.stop();
    expect((await example())?.short_url).toMatch(/^https:\/\/go\.example:8443\/\w{6}$/);
  });
});
