import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { dashboardPages, figure, open, publicPages } from '../support/pages.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';

async function check(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
  expect(serious, what).toEqual([]);
}

for (const theme of ['light', 'dark']) {
  test.describe(`${theme} theme`, () => {
    test.beforeEach(async ({ context }) => {
      await remember(context, 'theme', theme);
    });

    test('public pages have no serious finding', async ({ page, watch }) => {
      watch.expect(/status of 404/);
      for (const path of publicPages) {
        await open(page, path);
        await check(page, path);
      }
    });

    test('forms with messages have no serious finding', async ({ page }) => {
      await open(page, '/register');
      await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('Please enter your email')).toBeVisible();
      await check(page, 'messages of the registration');
      await open(page, '/');
      await page.getByLabel('Your long link').press('Enter');
      await expect(page.getByText('Please enter a URL to shorten')).toBeVisible();
      await check(page, 'messages of the landing page');
    });

    test('the dashboard has no serious finding', async ({ page, api, request, linkway }) => {
      test.slow();
      await api.register();
      const link = await api.createLink({ url: `${linkway.destination}/axe`, title: 'Axe', max_clicks: 9 });
      const paused = await api.createLink({ url: `${linkway.destination}/paused` });
      await api.ok('PUT', `/api/links/${paused.id}`, { is_active: false });
      await request.get(link.short_url, { maxRedirects: 0 });
      for (const path of dashboardPages) {
        await open(page, path);
        if (path.endsWith('analytics')) await expect(figure(page, 'Clicks')).toHaveText('1');
        await check(page, path);
      }
      await open(page, '/dashboard?tab=my-links');
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await check(page, 'the drawer of a link');
    });

    test('pages of short links have no serious finding', async ({ page, api, linkway, watch }) => {
      watch.expect(/status of 404/);
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
      await api.register();
      const link = await api.createLink({ url: `${linkway.destination}/axe`, password: 'secret' });
      for (const path of [`/${link.short_code}`, '/zzzzzz']) {
        await page.goto(path);
        await check(page, path);
      }
    });
  });
}
