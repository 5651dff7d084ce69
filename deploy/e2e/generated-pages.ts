// Opens the two pages that the generators made, in a Linkway that learns of their remote by its address alone: nothing of the
// shell or the gateway is built for it. node generated-pages.ts NAME DIST LIST FORM
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { Harness } from '@linkway/local/harness';
import { chromium as browsers, expect } from '@playwright/test';
import { chromium } from './support/chromium.ts';

const [name = '', dist = '', list = '', form = ''] = process.argv.slice(2);
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

const remote = createServer((request, response) => {
  const path = join(dist, normalize(new URL(request.url ?? '/', 'http://remote').pathname));
  if (!existsSync(path)) return void response.writeHead(404).end();
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
  createReadStream(path).pipe(response);
});
await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(remote.address() as AddressInfo).port}/mf-manifest.json`;

const node = await Harness.start({ environment: { LINKWAY_REMOTES: `${name}=${address}` } });
const browser = await browsers.launch(chromium);
try {
  const context = await browser.newContext({ baseURL: node.web, locale: 'en-US' });
  const csrf = (await (await context.request.get('/api/auth/csrf')).json()) as { csrf_token: string };
  const account = { email: 'newcomer@example.com', password: 'a-password-1', full_name: 'New', accept_terms: true };
  const made = await context.request.post('/api/auth/register', {
    data: account,
    headers: { 'x-csrf-token': csrf.csrf_token },
  });
  expect(made.ok()).toBe(true);
  const page = await context.newPage();

  // The form saves, by way of the menu entry that the remote brought.
  await page.goto('/dashboard');
  await page.getByRole('navigation').locator(`a[href="/dashboard?tab=${form}"]`).click();
  await page.getByLabel('Destination').fill('https://example.com/made-by-a-generator');
  await page.getByLabel('Title').fill('Made by a generator');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Made by a generator');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');

  // The list shows it, and its filter is in the address.
  await page.goto(`/dashboard?tab=${list}`);
  await expect(page.getByText('Made by a generator')).toBeVisible();
  await page.getByRole('searchbox').fill('nothing of this name');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=nothing/);
  await expect(page.getByText('Nothing matches. Try another word or status.').first()).toBeVisible();
  await page.goBack();
  await page.evaluate(() => localStorage.setItem('language', 'vi'));
  await page.goto(`/dashboard?tab=${list}&status=active`);
  await expect(page.getByText('Tất cả mục thuộc loại này, mới nhất trước.')).toBeVisible();
  await expect(page.getByText('Made by a generator')).toBeVisible();
} finally {
  await browser.close();
  await node.dispose();
  remote.closeAllConnections();
  remote.close();
}
process.stdout.write('ok\n');
