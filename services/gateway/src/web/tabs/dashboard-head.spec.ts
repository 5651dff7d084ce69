import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AppLogger } from '@linkway/platform';
import { DashboardHead } from './dashboard-head.js';

const title = { en: 'Shops </script>', vi: 'Cửa hàng' };
const shops = {
  entry: ['remoteEntry.js'],
  groups: [{ key: 'sales', order: 1, title }],
  tabs: [
    {
      key: 'shops',
      group: 'sales',
      icon: 'shop',
      order: 1,
      title,
      files: ['assets/shops.css', 'assets/shops.js'],
      texts: { en: ['assets/en.js'], vi: ['assets/vi.js'] },
      facades: ['@linkway/kit/ui/table', '@linkway/kit/base'],
      asks: ['/api/shops?page=1&zone={timezone}'],
    },
  ],
};
const preload = {
  pages: { '/dashboard': { files: ['assets/frame.js'], texts: { en: ['assets/frame-en.js'], vi: [] }, facades: [] } },
  facades: { '@linkway/kit/ui/table': ['assets/table.js'], '@linkway/kit/ui/charts': ['assets/charts.js'] },
};

let root = '';
let said: string[] = [];
const logger = {
  info: (text: string) => said.push(text),
  warn: (text: string) => said.push(text),
} as unknown as AppLogger;
const write = (name: string, value: unknown) => writeFileSync(join(root, name), JSON.stringify(value));
const later = () => new Promise((resolve) => setTimeout(resolve, 1_050));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'linkway-tabs-'));
  said = [];
  write('preload.json', preload);
  write('tabs.json', shops);
});
afterEach(() => rmSync(root, { recursive: true }));

const inFolder = () =>
  new DashboardHead(root, [{ name: 'shops', manifest: '/remotes/shops/mf-manifest.json', folder: root }], logger);
const asked = { url: '/dashboard?tab=shops', language: 'en' as const, isMember: true };
const addresses = (tags: string) => [...tags.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);

describe('the head of a dashboard page', () => {
  it('names the files of its address, in the order in which they are needed', async () => {
    const tags = (await inFolder().tags(asked)).head;
    expect(addresses(tags)).toEqual([
      '/assets/frame.js',
      '/assets/frame-en.js',
      '/assets/table.js',
      '/remotes/shops/mf-manifest.json',
      '/remotes/shops/remoteEntry.js',
      '/remotes/shops/assets/shops.css',
      '/remotes/shops/assets/shops.js',
      '/remotes/shops/assets/en.js',
    ]);
    expect(tags).toContain('<link rel="preload" as="style" href="/remotes/shops/assets/shops.css">');
    expect(tags).toContain('<link rel="preload" as="fetch" crossorigin href="/remotes/shops/mf-manifest.json">');
    const inVietnamese = addresses((await inFolder().tags({ ...asked, language: 'vi' })).head);
    expect(inVietnamese).toContain('/remotes/shops/assets/vi.js');
    expect(inVietnamese).not.toContain('/remotes/shops/assets/en.js');
  });

  it('names last what the page shows first and fetches by itself, so that it keeps nothing else waiting', async () => {
    const later = { files: ['assets/series.js'], facades: ['@linkway/kit/ui/table', '@linkway/kit/ui/charts'] };
    write('tabs.json', { ...shops, tabs: [{ ...shops.tabs[0], later }] });
    const named = addresses((await inFolder().tags(asked)).head);
    expect(named.slice(-3)).toEqual([
      '/remotes/shops/assets/en.js',
      '/remotes/shops/assets/series.js',
      '/assets/charts.js',
    ]);
    expect(named.filter((address) => address === '/assets/table.js')).toHaveLength(1);
  });

  it("says what a member's page asks the API for, where its address names nothing but the tab", async () => {
    const asks = async (url: string, isMember = true) => {
      const { head } = await inFolder().tags({ ...asked, url, isMember });
      const data = /<script type="application\/json" id="asks">(.*)<\/script>/.exec(head)?.[1];
      return data === undefined ? null : JSON.parse(data);
    };
    expect(await asks('/dashboard?tab=shops')).toEqual(shops.tabs[0]?.asks);
    for (const url of ['/dashboard?tab=shops&page=2', '/dashboard?page=2', '/dashboard', '/dashboard?tab=other']) {
      expect(await asks(url)).toEqual([]);
    }
    // Who is sent to sign in asks nothing.
    expect(await asks('/dashboard?tab=shops', false)).toBeNull();
  });

  it("says nothing of an administrator's tab, which others are not shown", async () => {
    write('tabs.json', { ...shops, tabs: [{ ...shops.tabs[0], asks: [], role: 'admin' }] });
    const { head, body } = await inFolder().tags(asked);
    expect(addresses(head)).toEqual(['/assets/frame.js', '/assets/frame-en.js']);
    expect(body).toBe('');
    expect((await inFolder().config()).tabs).toEqual([
      { key: 'shops', group: 'sales', icon: 'shop', title, role: 'admin', remote: 'shops' },
    ]);
  });

  it('brings the configuration as data that ends no tag', async () => {
    const tags = (await inFolder().tags(asked)).head;
    const data = /<script type="application\/json" id="config">(.*)<\/script>/.exec(tags)?.[1] ?? '';
    expect(data).not.toContain('<');
    expect(JSON.parse(data)).toEqual(await inFolder().config());
    expect(JSON.parse(data).tabs).toEqual([{ key: 'shops', group: 'sales', icon: 'shop', title, remote: 'shops' }]);
  });

  it('draws the heading at once for who may be signed in', async () => {
    const { body } = await inFolder().tags({ ...asked, language: 'vi' });
    expect(body).toContain('<h1>Cửa hàng</h1>');
    expect((await inFolder().tags(asked)).body).toContain('<h1>Shops &lt;/script></h1>');
    expect((await inFolder().tags({ ...asked, isMember: false })).body).toBe('');
  });

  it('is nothing on other pages, and data alone for who is not signed in', async () => {
    for (const url of ['/', '/login', '/dashboards', '//'])
      expect(await inFolder().tags({ ...asked, url })).toEqual({ head: '', body: '' });
    expect(addresses((await inFolder().tags({ ...asked, isMember: false })).head)).toEqual([]);
    expect(addresses((await inFolder().tags({ ...asked, url: '/dashboard/?tab=%22nonsense' })).head)).toEqual([
      '/assets/frame.js',
      '/assets/frame-en.js',
    ]);
  });
});

describe('the tabs of a remote', () => {
  it('are those of its newest build, and the last good ones while there is none', async () => {
    const head = inFolder();
    const keys = async () => (await head.config()).tabs.map(({ key }) => key);
    expect(await keys()).toEqual(['shops']);
    rmSync(join(root, 'tabs.json'));
    await later();
    expect(await keys()).toEqual(['shops']);
    write('tabs.json', { ...shops, tabs: [{ ...shops.tabs[0], key: 'No Key' }] });
    await later();
    expect(await keys()).toEqual(['shops']);
    expect(said).toEqual(['the tabs of a remote could not be read']);
    write('tabs.json', { ...shops, tabs: [{ ...shops.tabs[0], key: 'stores' }] });
    await later();
    expect(await keys()).toEqual(['stores']);
    expect(said).toHaveLength(2);
  });

  it('come from the server of a remote that lives elsewhere, whose silence stops nothing', async () => {
    let silent = false;
    const server: Server = createServer((request, response) => {
      if (!silent) response.end(request.url === '/shops/tabs.json' ? JSON.stringify(shops) : 'no');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const manifest = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shops/mf-manifest.json`;
    const elsewhere = () => new DashboardHead(root, [{ name: 'shops', manifest, folder: null }], logger);
    try {
      const tags = (await elsewhere().tags(asked)).head;
      expect(addresses(tags)).toContain(new URL('assets/shops.js', manifest).href);
      silent = true;
      const since = Date.now();
      expect((await elsewhere().config()).tabs).toEqual([]);
      expect(Date.now() - since).toBeLessThan(2_500);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
