import { expect, test } from '../support/test.ts';

const MANIFEST = '**/remotes/dashboard/mf-manifest.json*';

for (const [how, break_] of [
  ['cannot be reached', (route: import('@playwright/test').Route) => route.abort()],
  ['answers 503', (route: import('@playwright/test').Route) => route.fulfill({ status: 503, body: 'down' })],
] as const) {
  test(`a remote that ${how} has its own error card, and comes back`, async ({ page, api, watch }) => {
    watch.expect(
      /mf-manifest\.json|Federation|ERR_FAILED|status of 503|remote\.dashboard: a part of the app did not load/,
    );
    const { email } = await api.register();
    await page.route(MANIFEST, break_);
    await page.goto('/dashboard?tab=my-links');
    const card = page.getByRole('alert');
    await expect(card.getByText('This part of Linkway did not load')).toBeVisible();
    await expect(page.getByText(`Hello, ${email}`)).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Analytics' })).toBeVisible();

    await card.getByRole('button', { name: 'Try again' }).click();
    await expect(card.getByRole('button', { name: 'Loading' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(card.getByText('This part of Linkway did not load')).toBeVisible();
    await page.unroute(MANIFEST);
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'My links' })).toBeVisible();
  });
}
