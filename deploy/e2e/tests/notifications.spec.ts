import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { Api as ApiOf, administrator } from '../support/api.ts';
import { open, phone } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const bell = (page: Page, unread?: number) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: unread ? `Notifications, ${unread} unread` : /^Notifications$/ });
const unreadOf = async (api: Api) => (await api.ok<{ unread: number }>('GET', '/api/notifications/unread')).unread;

test('a sign-in elsewhere counts at the bell, is read there, and leads to the devices', async ({
  page,
  api,
  anotherBrowser,
}) => {
  const account = await api.register();
  await open(page, '/dashboard?tab=overview');
  await bell(page).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByText('Nothing new')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();

  await new ApiOf((await anotherBrowser()).request).signIn(account);
  // Whoever goes on to another page is told there.
  await expect(async () => {
    await page.getByRole('link', { name: 'My links' }).click();
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(bell(page, 1)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await bell(page, 1).click();
  await list.getByRole('link', { name: /^Unread: New sign-in to your account/ }).click();
  await expect(page).toHaveURL(/tab=settings/);
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
  await expect(bell(page)).toBeVisible();
  await expect.poll(() => unreadOf(api)).toBe(0);
  await page.reload();
  await bell(page).click();
  await expect(list.getByRole('link', { name: /^New sign-in to your account/ })).toBeVisible();
});

test('all are marked as read at once, on a phone, too', async ({ anotherBrowser }) => {
  const context = await anotherBrowser(phone);
  const api = new ApiOf(context.request);
  const account = await api.register();
  for (let time = 0; time < 2; time += 1) await new ApiOf((await anotherBrowser()).request).signIn(account);
  const page = await context.newPage();
  await open(page, '/dashboard?tab=overview');
  await bell(page, 2).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(list.getByText('Unread')).toHaveCount(0);
  await expect(list.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  expect(await unreadOf(api)).toBe(0);
});

test('notifications by email are turned off in the settings, and stay so', async ({ page, api }) => {
  await api.register();
  await open(page, '/dashboard?tab=settings');
  const email = page.getByRole('switch', { name: 'Email notifications' });
  await expect(email).toBeChecked();
  const save = page.getByRole('button', { name: 'Save notification settings' });
  await expect(save).toBeDisabled();
  await email.click();
  await save.click();
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(email).not.toBeChecked();
  expect(await api.ok('GET', '/api/me/settings')).toMatchObject({ email_notifications: false });
});

test('this browser is allowed, added with its worker, and removed', async ({ page, api, context, linkway }) => {
  await api.register();
  await context.grantPermissions(['notifications'], { origin: linkway.web });
  // No push service answers a browser of tests: what it would give is made up, all else is the browser's.
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = async () => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
      const text = (bytes: Uint8Array) =>
        btoa(String.fromCharCode(...bytes))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '');
      const keys = { p256dh: text(raw), auth: text(crypto.getRandomValues(new Uint8Array(16))) };
      const endpoint = `https://push.example.com/${crypto.randomUUID()}`;
      return { toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription;
    };
  });
  await open(page, '/dashboard?tab=settings');
  const push = page.getByRole('switch', { name: 'Push notifications' });
  await expect(push).not.toBeChecked();
  await push.click();
  const browsers = page.getByRole('list', { name: 'Browsers that are pushed to' });
  await expect(browsers.getByText('This browser')).toBeVisible();
  await page.getByRole('button', { name: 'Save notification settings' }).click();
  await expect.poll(() => api.ok('GET', '/api/me/settings')).toMatchObject({ push_notifications: true });

  // A browser without a window shows no notifications; that the worker which shows them is there can be seen.
  const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
  expect(worker).toBe(`${linkway.web}/push-worker.js`);
  await page.reload();
  await expect(push).toBeChecked();
  await browsers.getByRole('button', { name: /^Remove/ }).click();
  await expect(browsers).toHaveCount(0);
  expect(await api.ok('GET', '/api/me/push')).toMatchObject({ browsers: [] });
});

test('a browser that lets nobody show notifications is told of', async ({ page, api }) => {
  await api.register();
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    Notification.requestPermission = async () => 'denied';
  });
  await open(page, '/dashboard?tab=settings');
  await page.getByRole('switch', { name: 'Push notifications' }).click();
  await expect(page.getByText(/^This browser does not let Linkway show notifications/)).toBeVisible();
  expect(await api.ok('GET', '/api/me/push')).toMatchObject({ browsers: [] });
});

test('the last link of the month is told of, once it is refused, in the language of the page', async ({
  page,
  api,
  anotherBrowser,
}) => {
  await api.register();
  const { id } = await api.ok<{ id: string }>('GET', '/api/me');
  const administration = new ApiOf((await anotherBrowser()).request);
  await administration.signIn(administrator);
  await administration.ok('PATCH', `/api/admin/users/${id}`, { monthly_links_limit: 1 });
  await expect(async () => {
    const response = await api.send('POST', '/api/links', { url: 'https://example.com/' });
    expect(response.status()).toBe(403);
  }).toPass({ timeout: 30_000 });
  await expect.poll(() => unreadOf(api), { timeout: 30_000 }).toBe(1);
  await api.ok('PATCH', '/api/me/settings', { language: 'vi' });
  await open(page, '/dashboard?tab=overview');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Thông báo/ })
    .click();
  await expect(page.getByRole('dialog').getByText('Bạn đã dùng hết số liên kết của tháng này')).toBeVisible();
});
