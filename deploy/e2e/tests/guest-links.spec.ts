import type { Page } from '@playwright/test';
import { newAccount } from '../support/api.ts';
import { unavailable } from '../support/failing.ts';
import { figure, open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const rows = (page: Page) => page.locator('main [data-row]');
const recent = (page: Page) => page.locator('#shorten section').filter({ has: page.getByRole('list') });

/** Makes links on the start page; gives their addresses. */
async function make(page: Page, ...paths: string[]): Promise<string[]> {
  const made: string[] = [];
  await open(page, '/');
  for (const path of paths) {
    await page.locator('#shorten [name="url"]').fill(`https://destination.example/${path}`);
    await page.locator('#shorten [type="submit"]').click();
    await expect(page.locator('#shorten [name="url"]')).toHaveValue('');
    made.push(await page.evaluate(() => JSON.parse(localStorage.getItem('guest_links') ?? '[]')[0].short_url));
  }
  return made;
}

async function register(page: Page): Promise<void> {
  const { email, password } = newAccount();
  await open(page, '/register');
  await page.locator('[name="full_name"]').fill('Linh Trần');
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(password);
  await page.locator('[name="confirm"]').fill(password);
  await page.getByRole('checkbox').check();
  await page.locator('form [type="submit"]').click();
}

const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('guest_links') ?? '[]') as { id: string }[]);

test('a guest sees his clicks, registers, and has links and clicks in the account', async ({ page, request }) => {
  const [first = '', second = ''] = await make(page, 'first', 'second');
  for (const _ of [1, 2, 3]) await request.get(first, { maxRedirects: 0 });
  const item = (address: string) =>
    recent(page)
      .getByRole('listitem')
      .filter({ hasText: address.replace(/^https?:\/\//, '') });
  await expect(async () => {
    await page.reload();
    await expect(item(first)).toContainText('3 clicks', { timeout: 2_000 });
  }).toPass();
  await expect(item(second)).toContainText('0 clicks');

  await register(page);
  await expect(page.getByText('2 links you made before are in your account now')).toBeVisible();
  await page.waitForURL(/dashboard/);
  await expect(figure(page, 'Total links')).toHaveText('2');
  await expect(figure(page, 'Total clicks')).toHaveText('3');
  await page.getByRole('navigation').getByRole('link', { name: 'My links' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: '/first' })).toContainText('3');
  // Further ones are the account's from the start.
  await request.get(first, { maxRedirects: 0 });
  await rows(page)
    .filter({ hasText: '/first' })
    .getByRole('button', { name: /^Analytics of/ })
    .click();
  await expect(figure(page, 'Clicks')).toHaveText('4');

  expect(await kept(page)).toEqual([]);
  await open(page, '/');
  await expect(recent(page)).toHaveCount(0);
});

test('what could not go along waits on the start page, and goes along from there, in Vietnamese', async ({
  page,
  watch,
}) => {
  watch.expect(/status of 503/);
  await page.addInitScript(() => localStorage.setItem('language', 'vi'));
  await make(page, 'một');
  await page.route('**/api/links/claim', unavailable, { times: 1 });
  await register(page);
  await expect(page.getByText(/^Chưa thêm được các liên kết bạn tạo trước đó/)).toBeVisible();
  await page.waitForURL(/dashboard/);
  expect(await kept(page)).toHaveLength(1);
  await open(page, '/vi');
  await expect(recent(page)).toContainText('0 lượt nhấp');
  await recent(page).getByRole('button', { name: 'Thêm vào tài khoản' }).click();
  await expect(page.getByText('1 liên kết bạn tạo trước đó đã có trong tài khoản')).toBeVisible();
  await expect(recent(page)).toHaveCount(0);
  await expect(page.locator('#shorten [name="url"]')).toBeFocused();
  await open(page, '/dashboard?tab=my-links');
  await expect(rows(page)).toHaveCount(1);
});

test('nobody else has the links, or is told of them, by their ids alone', async ({ page, anotherBrowser, api }) => {
  await make(page, 'mine');
  const [{ id } = { id: '' }] = await kept(page);
  const stranger = await (await anotherBrowser()).newPage();
  await open(stranger, '/');
  await stranger.evaluate((mine) => {
    const link = {
      id: mine,
      short_url: 'https://d.example/a',
      original_url: 'https://a.example/',
      created_at: '2026-01-01T00:00:00Z',
    };
    localStorage.setItem('guest_links', JSON.stringify([link]));
  }, id);
  const told = stranger.waitForResponse('**/api/guest/links?*');
  await stranger.reload();
  expect(await (await told).json()).toEqual({ data: [] });
  await register(stranger);
  await stranger.waitForURL(/dashboard/);
  await expect(figure(stranger, 'Total links')).toHaveText('0');

  const device_id = await page.evaluate(() => localStorage.getItem('guest_device_id'));
  const claim = (body: object) => api.send('POST', '/api/links/claim', body);
  const unsigned = await claim({ device_id, link_ids: [id] });
  expect([unsigned.status(), (await unsigned.json()).code]).toEqual([401, 'auth.unauthenticated']);
  await api.register();
  const many = Array.from({ length: 21 }, () => id);
  for (const body of [
    { device_id, link_ids: many },
    { device_id, link_ids: [] },
    { link_ids: [id] },
    { device_id, link_ids: ["' OR 1=1"] },
  ]) {
    const refused = await claim(body);
    expect([refused.status(), (await refused.json()).code]).toEqual([400, 'request.invalid']);
  }
  expect(await (await claim({ device_id, link_ids: [id] })).json()).toEqual({ claimed: [id], refused: [] });
});
