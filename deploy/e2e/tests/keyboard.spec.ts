import { Api } from '../support/api.ts';
import { tabTo } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('signing in and creating a link need no mouse', async ({ page, request, linkway, watch }) => {
  watch.expect(/status of 401/);
  const { email, password } = await new Api(request).register();
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard/);

  const create = page.getByRole('navigation').getByRole('link', { name: 'Create link' });
  await expect(create).toBeVisible();
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Destination URL')).toBeVisible();
  await tabTo(page, page.getByLabel('Destination URL'));
  await page.keyboard.type(`${linkway.destination}/by-keyboard`);
  await tabTo(page, page.getByLabel('Title'));
  await page.keyboard.type('By keyboard');
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Create link' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Your link is ready' })).toBeVisible();
});
