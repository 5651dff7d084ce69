import type { Page } from '@playwright/test';
import { expectFocusSomewhere, expectInView, failEachOnce, unavailable } from '../support/failing.ts';
import { figure, open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const meant = /status of 503|net::ERR/;
const menu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });
const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' });

test('every answer of the API fails once: nothing typed is lost, and every message is in view', async ({
  page,
  api,
  linkway,
  watch,
}) => {
  watch.expect(meant);
  test.slow();
  await api.register();
  const failed = await failEachOnce(page);
  await page.goto('/dashboard?tab=create');
  // Who is signed in is asked for again by itself.
  await expect(page.getByLabel('Destination URL')).toBeVisible({ timeout: 20_000 });

  await page.getByLabel('Destination URL').fill(`${linkway.destination}/made`);
  await page.getByLabel('Title').fill('Made at last');
  // So are the domains.
  await expect(page.getByText(/^\d+ of 50 links left this month$/)).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('main form .ant-select').first()).toContainText('127.0.0.1', { timeout: 20_000 });
  const submit = page.getByRole('main').getByRole('button', { name: 'Create link' });
  const made = page.getByRole('region', { name: 'Your link is ready' });
  const notMade = page.getByRole('alert').filter({ hasText: 'The link could not be created' });
  // The token of the form fails, then the creation itself.
  for (const _ of ['GET /api/auth/csrf', 'POST /api/links']) {
    await submit.click();
    await expectInView(notMade);
    await expect(page.getByLabel('Destination URL')).toHaveValue(`${linkway.destination}/made`);
    await expect(page.getByLabel('Title')).toHaveValue('Made at last');
  }
  await submit.click();
  await expect(made.getByText('Made at last')).toBeVisible();
  await expectFocusSomewhere(page, 'a link that was made');

  await menu(page, 'My links').click();
  await expect(page.locator('main [data-row]')).toContainText(['Made at last']);
  await page.getByRole('button', { name: /^Edit / }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Title').fill('Changed at last');
  const save = drawer.getByRole('button', { name: 'Save changes' });
  await save.click();
  await expectInView(drawer.getByRole('alert'));
  await expect(drawer.getByLabel('Title')).toHaveValue('Changed at last');
  await save.click();
  await expect(drawer).toBeHidden();
  await expect(page.locator('main [data-row]')).toContainText(['Changed at last']);

  const choose = async (action: string): Promise<void> => {
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  for (const call of failed) if (call.startsWith('PUT')) failed.delete(call);
  await choose('Pause');
  await expectInView(page.getByText(/is not paused\./).last());
  await expectFocusSomewhere(page, 'a pause that failed');
  await choose('Pause');
  await expect(page.locator('main [data-row]').getByText('Paused', { exact: true })).toBeVisible();
  await expect(page.locator('main [data-row]').getByText(/is not paused/)).toHaveCount(0);

  await menu(page, 'Analytics').click();
  await expect(figure(page, 'Clicks')).toHaveText('0');
  await menu(page, 'Overview').click();
  await expect(figure(page, 'Total links')).toHaveText('1');

  await menu(page, 'My links').click();
  await choose('Delete');
  const question = page.getByRole('dialog', { name: /^Delete / });
  await question.getByRole('button', { name: 'Delete link' }).click();
  await expectInView(question.getByRole('alert'));
  await question.getByRole('button', { name: 'Delete link' }).click();
  await expect(page.getByText('No links yet')).toBeVisible();
  await expectFocusSomewhere(page, 'the last link was deleted');
  expect([...failed].filter((call) => /^(POST|PUT|DELETE)/.test(call)).length).toBeGreaterThanOrEqual(3);
});

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
