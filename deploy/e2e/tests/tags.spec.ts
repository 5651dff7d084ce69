import type { Page } from '@playwright/test';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const rows = (page: Page) => page.locator('main [data-row]');
const option = (page: Page, name: string) =>
  page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: name });

test('a person tags a link, and finds links by tags and by the time that they were made', async ({
  page,
  api,
  linkway,
}) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/one`, title: 'One', tags: ['Summer', 'news'] });
  await api.createLink({ url: `${linkway.destination}/two`, title: 'Two', tags: ['news'] });
  await open(page, '/dashboard?tab=create');
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/three`);
  await page.getByLabel('Title').fill('Three');
  const tags = page.getByRole('combobox', { name: 'Tags' });
  await tags.pressSequentially('summer,');
  await tags.pressSequentially('Đà Nẵng');
  // Left without Enter, it is a tag all the same.
  await tags.press('Tab');
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText('Your link is ready')).toBeVisible();

  await open(page, '/dashboard?tab=my-links');
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first().getByRole('img', { name: 'Tags: Summer, Đà Nẵng' })).toBeVisible();
  const filter = page.getByRole('combobox', { name: 'Filter by tags' });
  await filter.click();
  await option(page, 'Summer').click();
  await expect(rows(page)).toHaveCount(2);
  await filter.pressSequentially('NEW');
  await filter.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('One');
  await expect(page).toHaveURL(/tags=Summer%2Cnews/);
  await page.keyboard.press('Escape');

  const created = page.getByRole('combobox', { name: 'Created' });
  await created.click();
  await option(page, 'Today').click();
  await expect(page).toHaveURL(/created=today/);
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await created.click();
  await option(page, 'Custom range').click();
  await page.getByRole('textbox', { name: 'To' }).fill('01/02/2026');
  await page.getByRole('textbox', { name: 'To' }).press('Enter');
  await expect(page).toHaveURL(/to=2026-02-01/);
  await expect(page.getByText('No link matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all links' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page).not.toHaveURL(/tags|created|to=/);
});
