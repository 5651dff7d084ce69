import type { Page } from '@playwright/test';
import { Api, administrator } from '../support/api.ts';
import { protect } from '../support/authenticator.ts';
import { fillSignIn, open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Delete account', exact: true });
const notice = (page: Page) => page.getByRole('region', { name: 'Deletion of your account' });
const statusOf = async (page: Page, url: string) => (await page.request.get(url, { maxRedirects: 0 })).status();

test('an account is deleted by its owner with the password, and kept after all by one press', async ({
  page,
  api,
  watch,
}) => {
  watch.expect(/status of 400/);
  const { password } = await api.register();
  await open(page, '/dashboard?tab=profile');
  await card(page).getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText(/^All your short links/)).toBeVisible();
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('Your current password is incorrect')).toBeVisible();
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await expect(notice(page)).toBeHidden();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog).toBeHidden();
  await expect(notice(page)).toContainText('Your account will be deleted on');
  await expect(card(page)).toContainText('Until then everything works as before.');

  // Nothing is otherwise meanwhile, and every page says so.
  const { short_url } = await api.createLink({ url: 'https://example.com/' });
  await open(page, '/dashboard?tab=my-links');
  await expect(notice(page)).toBeVisible();
  await expect(page.getByText(new URL(short_url).pathname.slice(1)).first()).toBeVisible();
  await notice(page).getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('Your account stays')).toBeVisible();
  await expect(notice(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toBeHidden();
  await open(page, '/dashboard?tab=profile');
  await expect(card(page).getByRole('button', { name: 'Delete account' })).toBeVisible();
});

test('a code is asked for as well where two-factor authentication is on', async ({ page, api, watch }) => {
  watch.expect(/status of 400/);
  const { password } = await api.register();
  const { app } = await protect(api, password);
  await open(page, '/dashboard?tab=profile');
  await card(page).getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('Verification code').fill(app.wrong());
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('Invalid verification code')).toBeVisible();
  await dialog.getByLabel('Verification code').fill(await app.next());
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(notice(page)).toBeVisible();
});

test('an administrator deletes somebody, who is gone at once with their links, and whose address is free again', async ({
  page,
  api,
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of (401|404)/);
  const account = await api.register();
  const { email, password } = account;
  const { short_url } = await api.createLink({ url: 'https://example.com/' });
  const context = await anotherBrowser();
  const other = new Api(context.request);
  await other.signIn(administrator);
  expect(await statusOf(page, short_url)).toBe(302);
  const kept = await other.createLink({ url: 'https://example.com/' });
  await open(page, '/dashboard?tab=settings');
  const admin = await context.newPage();
  await open(admin, `/dashboard?tab=users&search=${encodeURIComponent(email)}`);
  await admin.getByRole('button', { name: `More actions for ${email}` }).click();
  await admin.getByRole('menuitem', { name: 'Delete' }).click();
  const question = admin.getByRole('dialog', { name: `Delete ${email}?` });
  await expect(question.getByText(/^At once and for good/)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(admin.getByText(`${email} is deleted`)).toBeVisible();
  await expect(admin.getByText('Nobody found')).toBeVisible();

  await expect.poll(() => statusOf(page, short_url)).toBe(404);
  expect(await statusOf(page, kept.short_url)).toBe(302);
  await expect.poll(async () => (await api.send('GET', '/api/me')).status()).toBe(401);
  await page.reload();
  await page.waitForURL(/\/login/);
  await fillSignIn(page, email, password);
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
  await api.register(account);
  const { data } = await api.ok<{ data: unknown[] }>('GET', '/api/links');
  expect(data).toEqual([]);
});
