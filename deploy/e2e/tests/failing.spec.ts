import type { Page } from '@playwright/test';
import { expectInView, unavailable } from '../support/failing.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const meant = /status of 503|net::ERR/;
const menu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });
const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' });

test('a page whose first answer fails says so for as long as that is so, and asks ever more rarely', async ({
  page,
  api,
  linkway,
  watch,
}) => {
  watch.expect(meant);
  await api.register();
  await api.createLink({ url: `${linkway.destination}/figures` });
  let asked = 0;
  await page.route('**/api/analytics/overview*', (route) => {
    asked += 1;
    return unavailable(route);
  });
  await page.goto('/dashboard?tab=analytics');
  const card = page.getByRole('main').getByRole('alert');
  await expect(card).toContainText('The analytics could not be loaded');
  await expect(page.getByText('Live', { exact: true })).toHaveCount(0);
  // A card that was ever away in this time has been another element.
  await card.evaluate((element) => element.setAttribute('data-same', ''));
  const before = asked;
  await page.waitForTimeout(13_000);
  expect(asked - before).toBeLessThanOrEqual(3);
  await expect(page.locator('[data-same]')).toBeVisible();
  await page.unroute('**/api/analytics/overview*');
  await again(page).click();
  await expect(card).toHaveCount(0);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
});

for (const { name, begin, end, said } of [
  {
    name: 'the server',
    begin: (page: Page) => page.route('**/api/{links,analytics/overview}*', unavailable),
    end: (page: Page) => page.unroute('**/api/{links,analytics/overview}*'),
    said: 'This is not possible right now.',
  },
  {
    name: 'the network',
    begin: (page: Page) => page.context().setOffline(true),
    end: (page: Page) => page.context().setOffline(false),
    said: 'Linkway cannot be reached',
  },
]) {
  test(`a list that ${name} does not renew says so at once and stays, with of when it is`, async ({
    page,
    api,
    linkway,
    watch,
  }) => {
    watch.expect(meant);
    await api.register();
    await api.createLink({ url: `${linkway.destination}/kept`, title: 'Kept' });
    await open(page, '/dashboard?tab=my-links');
    await expect(page.locator('main [data-row]')).toHaveCount(1);
    await begin(page);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const notice = page.getByRole('main').getByRole('alert');
    await expect(notice).toContainText(/As of \d\d:\d\d · could not be renewed/, { timeout: 1_500 });
    await expect(notice).toContainText(said);
    await expectInView(notice);
    await expect(page.locator('main [data-row]')).toContainText(['Kept']);
    await end(page);
    // That the network is back is noticed by the page itself.
    if (name === 'the server') await again(page).click();
    await expect(notice).toHaveCount(0);

    await menu(page, 'Analytics').click();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await begin(page);
    await page.getByText('Bots', { exact: true }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(said);
    await expect(page.getByText('Live', { exact: true })).toHaveCount(0);
    await end(page);
    if (name === 'the server') await again(page).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  });
}
