import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { dashboardPages, open, phone, publicPages } from '../support/pages.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('Vietnamese: chosen once, kept everywhere', async ({ page, api, watch }) => {
  watch.expect(/status of 404/);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Tiếng Việt' }).click();
  await expect(page.getByRole('button', { name: 'Rút gọn' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Đăng nhập');
  await api.register();
  await page.goto('/dashboard?tab=my-links');
  await expect(page.getByText('Chưa có liên kết nào')).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByText('404')).toBeVisible();
  await expect(page.getByText('Page Not Found')).toBeHidden();
});

test('dark theme: chosen once, kept everywhere', async ({ page, api }) => {
  await page.goto('/');
  const light = await background(page);
  await page.getByRole('banner').getByRole('button', { name: 'Dark' }).click();
  await expect.poll(() => background(page)).toBe('rgb(14, 16, 22)');
  expect(light).toBe('rgb(247, 248, 250)');
  await api.register();
  await page.goto('/dashboard');
  await expect.poll(() => background(page)).toBe('rgb(14, 16, 22)');
});

test('an unknown address gives 404 with a way home', async ({ page, watch }) => {
  watch.expect(/status of 404/);
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('404')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByLabel('Your long link')).toBeVisible();
});

for (const language of ['en', 'vi']) {
  test(`nothing is wider than a phone (${language})`, async ({ anotherBrowser, watch, linkway }) => {
    watch.expect(/status of 404/);
    const context = await anotherBrowser(phone);
    await remember(context, 'language', language);
    const page = await context.newPage();
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    for (const path of publicPages) {
      await open(page, path);
      expect(await isTooWide(), path).toBe(false);
    }
    const api = new Api(context.request);
    await api.register();
    const long = `${linkway.destination}/${'a-rather-long-address/'.repeat(8)}`;
    await api.createLink({
      url: long,
      title: 'A title that goes on and on for longer than one would wish',
      password: 'x',
    });
    for (const path of dashboardPages) {
      await open(page, path);
      expect(await isTooWide(), path).toBe(false);
    }
    const link = await api.createLink({ url: long, password: 'secret' });
    for (const path of [`/${link.short_code}`, '/zzzzzz']) {
      await open(page, path);
      expect(await isTooWide(), path).toBe(false);
    }
  });
}

test('on a phone the menus open and lead on', async ({ anotherBrowser }) => {
  const context = await anotherBrowser(phone);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await new Api(context.request).register();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Dashboard pages' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'My links' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My links' })).toBeVisible();
});
