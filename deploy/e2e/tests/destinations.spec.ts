import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Harness } from '@linkway/local/harness';
import type { Page } from '@playwright/test';
import { Api, newAccount } from '../support/api.ts';
import { mode } from '../support/mode.ts';
import { open, phone } from '../support/pages.ts';
import { png } from '../support/png.ts';
import { expect, test } from '../support/test.ts';

// A site that is read: everywhere else none is, so these have a node of their own, and go one after the other.
test.describe.configure({ mode: 'serial' });

let node: Harness;
let site: Server;
let base: string;
const agents: string[] = [];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const [icon, card] = [png(64, 64), png(1_200, 630)];
  site = createServer((request, response) => {
    agents.push(request.headers['user-agent'] ?? '');
    if (request.url === '/icon.png') return void response.end(icon);
    if (request.url === '/card.png') return void response.end(card);
    if (request.url === '/favicon.ico') return void response.writeHead(404).end();
    const isPlain = request.url === '/plain';
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(request.url === '/bank' && { 'x-frame-options': 'DENY' }),
    });
    response.end(
      isPlain
        ? '<!doctype html><p>Nothing is said here</p>'
        : `<!doctype html><title>Giảm giá mùa xuân — trang ${request.url}</title><link rel="icon" href="/icon.png">
           <meta property="og:image" content="/card.png">`,
    );
  });
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  base = `http://localhost:${(site.address() as AddressInfo).port}`;
  node = await Harness.start({
    processes: mode === 'processes',
    environment: { LINKWAY_DESTINATION_FETCH: 'on', LINKWAY_DESTINATIONS_TO_PRIVATE: 'true' },
  });
});
test.afterAll(async () => {
  await node?.dispose();
  site?.closeAllConnections();
  site?.close();
});

const row = (page: Page, path: string) => page.locator('main [data-row]').filter({ hasText: path });

test('a link shows the icon, title and picture of its site, all of them from Linkway @node', async ({
  anotherBrowser,
}) => {
  const context = await anotherBrowser({ baseURL: node.web });
  const api = new Api(context.request);
  await api.register(newAccount());
  const page = await context.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(node.web) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  await open(page, '/dashboard?tab=create');
  await page.getByLabel('Destination URL').fill(`${base}/sale`);
  await page.locator('form button[type=submit]').click();
  const result = page.getByRole('region', { name: 'Your link is ready' });
  await expect(result).toContainText('Giảm giá mùa xuân — trang /sale', { timeout: 20_000 });
  await expect(result.locator('img[src^="/api/site-images/"]')).toBeVisible();

  await api.createLink({ url: `${base}/own`, title: 'A title of mine' });
  await api.createLink({ url: `${base}/plain` });
  await expect(async () => {
    await open(page, '/dashboard?tab=my-links');
    await expect(row(page, 'A title of mine').locator('img[src^="/api/site-images/"]')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  const first = row(page, 'trang /sale');
  const icon = first.locator('img[src^="/api/site-images/"]');
  await expect(icon).toHaveJSProperty('naturalWidth', 32);
  await expect(row(page, 'A title of mine')).not.toContainText('mùa xuân');
  // A page that says nothing of itself has the first letter of its site.
  await expect(row(page, '/plain').locator('img[src^="/api/site-images/"]')).toHaveCount(0);
  const answer = await context.request.get((await icon.getAttribute('src')) ?? '');
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });

  await first.getByRole('button', { name: /^Edit / }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Social preview').click();
  await expect(drawer.getByLabel('Heading of the preview')).toHaveAttribute('placeholder', /^Giảm giá/);
  await expect(drawer.getByText('Without your own, this picture of the page is shown.')).toBeVisible();
  await expect(drawer.locator('img[src^="/api/site-images/"]')).toBeVisible();
  expect(elsewhere).toEqual([]);
  expect(agents.filter((agent) => !agent.startsWith('LinkwayBot/1.0 (+http'))).toEqual([]);
});

test('on a phone and in Vietnamese, the title of the site stands under the short link @node', async ({
  anotherBrowser,
}) => {
  const context = await anotherBrowser({ ...phone, baseURL: node.web, locale: 'vi-VN', colorScheme: 'dark' });
  const api = new Api(context.request);
  await api.register(newAccount());
  await api.createLink({ url: `${base}/phone` });
  const page = await context.newPage();
  await expect(async () => {
    await open(page, '/dashboard?tab=my-links');
    await expect(page.getByText('Giảm giá mùa xuân — trang /phone')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(tooWide).toBeLessThanOrEqual(0);
});

test('an address is checked for whether links may frame it @node', async ({ anotherBrowser }) => {
  const context = await anotherBrowser({ baseURL: node.web });
  const api = new Api(context.request);
  await api.register(newAccount());
  const check = (path: string) => api.ok('POST', '/api/links/check-destination', { url: `${base}${path}` });
  expect(await check('/bank')).toMatchObject({
    framing: 'forbidden',
    site: { title: expect.stringContaining('/bank') },
  });
  expect(await check('/sale')).toMatchObject({ framing: 'allowed' });
});
