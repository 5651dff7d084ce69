import type { Page } from '@playwright/test';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const OVERTAKEN = /^This was saved in another tab or by somebody else/;
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Edit / });
const save = (page: Page) => drawer(page).getByRole('button', { name: 'Save changes' }).click();

async function edit(page: Page, tab: string): Promise<void> {
  await open(page, `/dashboard?tab=${tab}`);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
}

test('two tabs that change one link overwrite nothing of each other unseen', async ({ page, api, context, watch }) => {
  watch.expect(/status of 409/);
  await api.register();
  await api.createLink({ url: 'https://example.com/', title: 'Of both' });
  const other = await context.newPage();
  for (const tab of [page, other]) await edit(tab, 'my-links');
  await drawer(other).getByLabel('Title').fill('Of the other tab');
  await drawer(other).getByLabel('Description').fill('Text of the other tab');
  await save(other);
  await expect(drawer(other)).toBeHidden();

  const title = drawer(page).getByLabel('Title');
  await title.fill('Of this tab');
  await save(page);
  await expect(drawer(page).getByText(OVERTAKEN)).toBeVisible();
  await expect(drawer(page).getByText('Somebody has changed this meanwhile.')).toBeInViewport();
  await expect(title).toBeFocused();
  await expect(title).toHaveValue('Of this tab');
  await expect(drawer(page).getByLabel('Description')).toHaveValue('Text of the other tab');
  // Seen, it is replaced.
  await save(page);
  await expect(drawer(page)).toBeHidden();
  await expect(page.getByText('Of this tab')).toBeVisible();
  await other.reload();
  await expect(other.getByText('Of this tab')).toBeVisible();
});

test('a status that is taken back leaves one that somebody else has chosen meanwhile', async ({
  page,
  api,
  context,
  watch,
}) => {
  watch.expect(/status of 409/);
  await api.register();
  const days = { start_date: '2026-06-01', end_date: '2026-08-31' };
  const { id } = await api.ok<{ id: string }>('POST', '/api/campaigns', {
    name: 'Summer',
    status: 'active',
    ...days,
  });
  await open(page, '/dashboard?tab=campaigns');
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(page.getByText('Campaign status updated successfully!')).toBeVisible();
  const other = await context.newPage();
  await edit(other, 'campaigns');
  await drawer(other).getByRole('combobox', { name: 'Status' }).click();
  await other.getByTitle('Completed').click();
  await save(other);
  await expect(drawer(other)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Error updating status: Somebody has changed this meanwhile.').first()).toBeVisible();
  await expect(page.getByRole('table').getByText('Completed')).toBeVisible();
  expect(await api.ok('GET', `/api/campaigns/${id}`)).toMatchObject({ status: 'completed' });
});
