import type { Page } from '@playwright/test';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const rows = (page: Page) => page.locator('main [data-row]');
const option = (page: Page, name: string) =>
  page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: name });

test('a person puts links in order by clicks, and chooses what the list shows', async ({ page, api, linkway }) => {
  await api.register();
  const links = [];
  for (const title of ['One', 'Two', 'Three'])
    links.push(await api.createLink({ url: `${linkway.destination}/${title}`, title }));
  for (const [at, visits] of [1, 3].entries())
    for (let visit = 0; visit < visits; visit += 1)
      await page.request.get(links[at]?.short_url ?? '', { maxRedirects: 0 });
  await open(page, '/dashboard?tab=my-links');
  await expect(rows(page)).toHaveCount(3);
  const order = page.getByRole('combobox', { name: 'Order' });
  await order.click();
  await option(page, 'Most clicks first').click();
  await expect(page).toHaveURL(/sort=most_clicks/);
  // The copy is some seconds behind.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(rows(page).first()).toContainText('Two', { timeout: 1_000 });
    await expect(rows(page).nth(1)).toContainText('One', { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText(/Clicks as of/)).toBeVisible();
  await page.getByRole('columnheader', { name: 'Clicks' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=fewest_clicks/);
  await expect(rows(page).first()).toContainText('Three');

  const columns = page.getByRole('combobox', { name: 'Columns of the list' });
  await columns.focus();
  await page.keyboard.press('ArrowDown');
  await option(page, 'Domain').click();
  await option(page, 'Created').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Domain' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Domain' })).toBeVisible();
  for (const width of [320, 768, 1280, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(rows(page)).toHaveCount(3);
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(over).toBeLessThanOrEqual(0);
  }
});

test('a person keeps campaign parameters as a template, and is told what a replaced destination loses', async ({
  page,
  api,
  linkway,
}) => {
  await api.register();
  await open(page, '/dashboard?tab=create');
  const url = page.getByLabel('Destination URL');
  await url.fill(`${linkway.destination}/one?utm_source=zalo&utm_campaign=summer`);
  await page.getByText('Campaign parameters', { exact: true }).click();
  await page.getByRole('button', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the template').fill('Summer on Zalo');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Summer on Zalo is saved')).toBeVisible();
  await url.fill(`${linkway.destination}/two`);
  await expect(page.getByText(/The former destination had campaign parameters/)).toBeVisible();
  await page.getByRole('button', { name: 'Add them to this one' }).click();
  await expect(url).toHaveValue(`${linkway.destination}/two?utm_source=zalo&utm_campaign=summer`);
  await url.fill(`${linkway.destination}/three`);
  await page.getByRole('combobox', { name: 'Use a template' }).click();
  await option(page, 'Summer on Zalo').click();
  await expect(url).toHaveValue(`${linkway.destination}/three?utm_source=zalo&utm_campaign=summer`);
  await page.getByRole('button', { name: 'Manage templates' }).click();
  await dialog.getByRole('button', { name: 'Delete Summer on Zalo' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByText('No templates yet', { exact: false })).toBeVisible();
});
