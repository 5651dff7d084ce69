import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const bar = (page: Page) => page.getByRole('group', { name: 'Actions for what is selected' });

test('many links are paused, tagged, saved as a file and deleted together', async ({ page, api, linkway, request }) => {
  await api.register();
  const made = [];
  for (const name of ['one', 'two', 'three'])
    made.push(await api.createLink({ url: `${linkway.destination}/${name}`, title: `=Title ${name}` }));
  await open(page, '/dashboard?tab=my-links');
  const [one, two] = made as [(typeof made)[0], (typeof made)[0]];
  const status = async (url: string) => (await request.get(url, { maxRedirects: 0 })).status();

  for (const { short_url } of [one, two])
    await page.getByRole('checkbox', { name: `Select ${short_url.replace(/^https?:\/\//, '')}` }).check();
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('2 links changed')).toBeVisible();
  await expect.poll(() => status(one.short_url)).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => status(one.short_url)).toBe(302);

  for (const { short_url } of made) {
    const box = page.getByRole('checkbox', { name: `Select ${short_url.replace(/^https?:\/\//, '')}` });
    await box.check();
  }
  await bar(page).getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 3 links' });
  await dialog.getByRole('button', { name: 'Change 3 links' }).click();
  await expect(dialog.getByText('Add at least one tag')).toBeVisible();
  await dialog.getByLabel('Tags').fill('spring');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Change 3 links' }).click();
  await expect(page.getByText('3 links changed')).toBeVisible();
  await expect(page.locator('main [data-row]').filter({ hasText: 'spring' })).toHaveCount(3);

  for (const { short_url } of made)
    await page.getByRole('checkbox', { name: `Select ${short_url.replace(/^https?:\/\//, '')}` }).check();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar(page).getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(4);
  // No program of tables takes a title for a formula.
  expect(lines.slice(1).join('\n')).not.toMatch(/(^|[,"])=Title/m);

  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 3 links?' }).getByRole('button', { name: 'Delete 3 links' }).click();
  await expect(page.getByText('3 links deleted')).toBeVisible();
  await expect.poll(() => status(one.short_url)).toBe(404);
  await expect(page.locator('main [data-row]')).toHaveCount(0);
});
