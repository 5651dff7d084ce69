import { describe, expect, it } from '@jest/globals';
import { listLinksRpc } from '@linkway/contracts';
import { callerOf, eventually, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks({
  ALLOW_LOOPBACK_DESTINATIONS: 'true',
  PUBLIC_SCHEME: 'http',
  HOST_ALIASES: 'www.go.example=go.example',
  APP_HOSTS: 'linkway.localhost,app.example.com',
  OWN_PORTS: '8081',
});
const byUser = (url: string) => refusal(links.create(callerOf(), { url }));
const byGuest = (url: string) => refusal(links.createGuest({ url }));

const LOOPBACK = ['localhost', '127.0.0.1', '127.0.0.2', '[::1]', 'foo.localhost', '2130706433', '0x7f000001'];

it('a link is searched for by an alias of its host too', async () => {
  const caller = callerOf();
  const { id, short_code } = await links.create(caller);
  const search = (text: string) => links.call(listLinksRpc, { search: text }, caller);
  expect((await search(`http://www.go.example/${short_code}`)).data.map((link) => link.id)).toEqual([id]);
  expect((await search(`http://ww.go.example/${short_code}`)).data).toEqual([]);
});

describe('a link to ourselves', () => {
  it.each([
    'https://go.example:8443/x',
    'https://go.example/x',
    'http://GO.EXAMPLE.:9999/x',
    'http://second.example:1/x',
    'https://www.go.example/x',
    'https://ｇｏ.example/x',
  ])('%s is a loop', async (url) => {
    expect(await byUser(url)).toBe('links.url_loop');
    expect(await byGuest(url)).toBe('links.url_loop');
  });

  it('is found for a domain in its own letters too', async () => {
    await links.saveDomain({ ...links.second, id: uuidv7(), domain_name: 'Ví-dụ.vn:8443' }, 1);
    await eventually(async () => expect(await byUser('https://xn--v-d-rma6749a.vn/x')).toBe('links.url_loop'));
    expect(await byUser('https://VÍ-DỤ.vn/x')).toBe('links.url_loop');
  });

  it('is found at every name of loopback, by the ports that we answer on', async () => {
    const id = uuidv7();
    await links.saveDomain({ ...links.second, id, domain_name: '127.0.0.1:8080' }, 1);
    await eventually(async () => expect(await byUser('http://localhost:8080/x')).toBe('links.url_loop'));
    for (const host of LOOPBACK) {
      for (const port of ['8080', '8081']) {
        expect([host, await byUser(`http://${host}:${port}/x`)]).toEqual([host, 'links.url_loop']);
      }
      expect([host, await byUser(`http://${host}:3000/x`)]).toEqual([host, 'none']);
    }
    await links.saveDomain({ ...links.second, id, domain_name: '127.0.0.1:8080', is_active: false }, 2);
    await eventually(async () => expect(await byUser('http://localhost:8080/x')).toBe('none'));
  });

  it("never leads to the app's host, on whatever port: cookies know none", async () => {
    for (const url of [
      'http://linkway.localhost:18399/',
      'http://LINKWAY.localhost./',
      'https://app.example.com:8443/',
    ]) {
      expect([url, await byUser(url)]).toEqual([url, 'links.url_own_host']);
    }
    expect(await byGuest('http://linkway.localhost:18399/')).toBe('links.url_own_host');
  });

  it("does not take a guest's link to this machine", async () => {
    for (const host of LOOPBACK) {
      expect([host, await byGuest(`http://${host}:18399/`)]).toEqual([host, 'links.url_private']);
    }
  });
});

describe('where the app has no name of its own', () => {
  it('all of loopback may hold its cookies, so nobody links there', async () => {
    const nameless = await links.start({ APP_HOSTS: '' });
    try {
      // Both processes answer in turn; ask the one directly.
      const { DestinationService } = await import('../src/link/destination.service.js');
      const destinations = nameless.get<InstanceType<typeof DestinationService>>(DestinationService);
      const check = (url: string) => refusal(destinations.check({ url }, 'user', new Set()));
      expect(await check('http://127.0.0.1:18399/')).toBe('none');
      await links.saveDomain({ ...links.second, id: uuidv7(), domain_name: '127.0.0.1:8080' }, 1);
      await eventually(async () => expect(await check('http://127.0.0.1:18399/')).toBe('links.url_own_host'));
      expect(await check('http://localhost:18399/')).toBe('links.url_own_host');
      expect(await check('https://example.com/')).toBe('none');
    } finally {
      await nameless.stop();
    }
  });
});
