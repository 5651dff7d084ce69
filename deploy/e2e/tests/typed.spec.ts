import type { Page } from '@playwright/test';
import { Api, administrator } from '../support/api.ts';
import { fillSignIn, open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const BACK = 'Your unsaved changes are back.';
const menu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });

test('what is typed into the profile outlives another tab, a reload and a session that ended', async ({
  page,
  api,
  watch,
}) => {
  watch.expect(/status of 401/);
  const { email, password } = await api.register();
  await open(page, '/dashboard?tab=profile');
  const name = page.getByLabel('Full name');
  await name.fill('Ada Typed');
  await menu(page, 'Overview').click();
  await menu(page, 'Profile').click();
  await expect(name).toHaveValue('Ada Typed');
  await page.reload();
  await expect(name).toHaveValue('Ada Typed');
  await expect(page.getByText(BACK)).toBeVisible();

  await page.context().clearCookies();
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  await fillSignIn(page, email, password);
  await page.waitForURL(/tab=profile/);
  await expect(name).toHaveValue('Ada Typed');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your profile is saved')).toBeVisible();
  await expect(page.getByText(BACK)).toHaveCount(0);
  await page.reload();
  await expect(name).toHaveValue('Ada Typed');
  await expect(page.getByText(BACK)).toHaveCount(0);

  // Given up, it is as it was saved.
  await name.fill('Somebody else');
  await page.reload();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(name).toHaveValue('Ada Typed');
});

test('a password that is typed into the profile is kept nowhere, and asked about before it goes', async ({
  page,
  api,
}) => {
  await api.register();
  await open(page, '/dashboard?tab=profile');
  const field = page.getByLabel('New password', { exact: true });
  await field.fill('a word that nobody knows');
  await menu(page, 'Overview').click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveValue('a word that nobody knows');
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('nobody knows');
  await menu(page, 'Overview').click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('what is typed into a plan for a link outlives a reload, and is that link’s', async ({ page, api, linkway }) => {
  await api.register();
  const links = [];
  for (const title of ['One', 'Two']) links.push(await api.createLink({ url: `${linkway.destination}/x`, title }));
  const [first = '', second = ''] = links.map(({ short_url }) => short_url.replace(/^https?:\/\//, ''));
  const plan = async (address: string) => {
    await page.getByRole('button', { name: `More actions for ${address}` }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await page
      .getByRole('dialog', { name: `History of ${address}` })
      .getByRole('button', { name: 'Change at a time' })
      .click();
    return page.getByRole('dialog', { name: 'Change at a time' });
  };
  await open(page, '/dashboard?tab=my-links');
  await (await plan(first)).getByLabel('Title').fill('Spring');
  await page.reload();
  const again = await plan(first);
  await expect(again.getByText(BACK)).toBeVisible();
  await expect(again.getByLabel('Title')).toHaveValue('Spring');
  await page.reload();
  await expect((await plan(second)).getByLabel('Title')).toHaveValue('Two');
});

test('what an administrator types into dialogs and lists outlives a reload', async ({ page }) => {
  await new Api(page.context().request).signIn(administrator);
  await open(page, '/dashboard?tab=link-safety&view=blocked');
  const hosts = page.getByLabel('Hosts and addresses');
  const add = page.getByRole('button', { name: 'Add entries' });
  await add.click();
  await hosts.fill('typed-one.example\ntyped-two.example');
  await page.reload();
  await add.click();
  await expect(hosts).toHaveValue('typed-one.example\ntyped-two.example');
  // Given up at the end, it is gone.
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(hosts).toHaveCount(0);
  await add.click();
  await expect(hosts).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(hosts).toHaveCount(0);

  await open(page, '/dashboard?tab=security');
  await page.getByLabel('Reason').fill('Typed and not sent');
  await page.reload();
  await expect(page.getByLabel('Reason')).toHaveValue('Typed and not sent');
  await page.getByLabel('Reason').fill('');
});
