import { Api } from '../support/api.ts';
import { open, tabTo } from '../support/pages.ts';
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

test('keys lead to pages, links and actions', async ({ page, api, linkway }) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/found`, title: 'Annual report' });
  await open(page, '/dashboard');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: 'Create link' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search pages, links and actions' });
  await expect(palette).toBeVisible();
  await page.keyboard.type('Annual');
  await expect(palette.getByText('Annual report')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
});
