import type { Locator, Page } from '@playwright/test';
import { MOST_SHIFT, shiftOf, watchShift } from '../support/layout-shift.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

for (const [path, title] of [
  ['/', 'Try one, and watch it count'],
  ['/vi', 'Thử một liên kết và xem số tăng'],
] as const) {
  test(`${path} has a real link to try, whose clicks count up`, async ({ page, request, linkway, api }) => {
    // A new installation makes it in its first seconds.
    await expect.poll(async () => (await api.ok<{ link: object | null }>('GET', '/api/example')).link).not.toBeNull();
    if (path === '/vi') await page.addInitScript(() => localStorage.setItem('language', 'vi'));
    await open(page, path);
    const example = page.getByRole('region', { name: title });
    await example.scrollIntoViewIfNeeded();
    await expect(example.getByRole('img')).toBeVisible();
    const link = example.getByRole('link');
    const address = (await link.getAttribute('href')) ?? '';
    const answer = await request.get(address, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([302, `${linkway.web}/`]);
    const count = async () => Number((await example.locator('strong').textContent())?.replaceAll(/\D/g, ''));
    await expect.poll(count, { timeout: 15_000 }).toBeGreaterThan(0);
    const before = await count();
    for (const _ of [1, 2]) await request.get(address, { maxRedirects: 0 });
    await expect.poll(count, { timeout: 15_000 }).toBeGreaterThanOrEqual(before + 2);
    // Whoever opens it comes to the start page, and it counts.
    const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await expect(opened.getByRole('heading', { level: 1 })).toBeVisible();
    await opened.close();
    await expect.poll(count, { timeout: 15_000 }).toBeGreaterThanOrEqual(before + 3);
  });
}

test('the first page is whole without it', async ({ page }) => {
  await page.route('**/api/example', (route) => route.fulfill({ json: { link: null } }));
  const asked = page.waitForResponse('**/api/example');
  await open(page, '/');
  await asked;
  await expect(page.getByRole('heading', { name: 'Links you can rely on' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Try one, and watch it count' })).toHaveCount(0);
});

for (const width of [390, 768, 1280]) {
  for (const path of ['/', '/vi']) {
    test(`nothing moves when the example comes, ${width} px, ${path}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      await standsStill(page, page.locator('section[aria-labelledby="example-title"] strong'));
    });

    test(`its room says so where it cannot be asked for, ${width} px, ${path}`, async ({ page, watch }) => {
      watch.expect(/503.*api\/example/);
      await page.route('**/api/example', (route) => route.fulfill({ status: 503, json: {} }));
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      const said =
        path === '/vi' ? 'Hiện chưa hiển thị được liên kết dùng thử' : 'The link to try cannot be shown right now';
      await standsStill(page, page.getByText(said));
    });
  }
}

/** Nothing moves when it comes: what is above it is read on, and what is below. */
async function standsStill(page: Page, coming: Locator): Promise<void> {
  await page.locator('#features').evaluate((part) => {
    part.scrollIntoView({ block: 'end' });
    // A part of it is in view, as it is asked for again where somebody looks.
    window.scrollBy(0, 200);
  });
  await page.evaluate(watchShift);
  // Its room alone: the list of domains below it may come meanwhile.
  const height = () => page.locator('#features + div').evaluate((room) => room.getBoundingClientRect().height);
  const before = await height();
  await expect(coming).toBeVisible({ timeout: 30_000 });
  await page.waitForTimeout(300);
  expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
  // Where a browser does not anchor the page, that would be a jump.
  expect(Math.abs((await height()) - before)).toBeLessThanOrEqual(2);
}
