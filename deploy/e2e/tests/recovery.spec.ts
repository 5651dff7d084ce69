import { Api, administrator, newAccount } from '../support/api.ts';
import { linkOf } from '../support/inbox.ts';
import { fillSignIn, open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a forgotten password is set anew by a link that works once, and the address is confirmed by it', async ({
  page,
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of (401|410)/);
  const admin = new Api((await anotherBrowser()).request);
  await admin.signIn(administrator);
  const account = newAccount();
  const owner = await anotherBrowser();
  await new Api(owner.request).register(account);

  await page.goto('/login');
  await fillSignIn(page, account.email, 'not the password');
  await expect(page.getByText('Email or password is incorrect')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused();

  const link = await linkOf(admin, 'reset_password', account.email);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('a walk by the river');
  await page.getByLabel('Confirm password').fill('a walk by the river');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your password has been changed' })).toBeVisible();
  expect((await new Api(owner.request).send('GET', '/api/me')).status()).toBe(401);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await fillSignIn(page, account.email, 'a walk by the river');
  await page.waitForURL(/\/dashboard/);
  await open(page, '/dashboard?tab=profile');
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();

  const other = await owner.newPage();
  await other.goto(link);
  await other.getByLabel('New password', { exact: true }).fill('another walk by it');
  await other.getByLabel('Confirm password').fill('another walk by it');
  await other.getByRole('button', { name: 'Save new password' }).click();
  await expect(other.getByText(/^This link is not valid any more/)).toBeVisible();
  await expect(other.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
});

test('an address is confirmed by the link of its mail, in the language of the page', async ({
  page,
  anotherBrowser,
}) => {
  const admin = new Api((await anotherBrowser()).request);
  await admin.signIn(administrator);
  const { email, password } = newAccount();
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Linh Trần');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(/\/dashboard/);
  await open(page, '/dashboard?tab=profile');
  await expect(page.getByText(/^Not confirmed yet/)).toBeVisible();

  await page.goto(await linkOf(admin, 'confirmation', email));
  await expect(page.getByRole('heading', { level: 1, name: 'Your email is confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await page.waitForURL(/\/dashboard/);
  await open(page, '/dashboard?tab=profile');
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('a device is signed out from the settings of another one', async ({ page, api, anotherBrowser, watch }) => {
  watch.expect(/status of 401/);
  const { email, password } = await api.register();
  const other = await (await anotherBrowser()).newPage();
  await other.goto('/login');
  await fillSignIn(other, email, password);
  await other.waitForURL(/\/dashboard/);
  await open(page, '/dashboard?tab=settings');
  const devices = page.getByRole('list', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await devices.getByRole('button', { name: /^Sign out/ }).click();
  await expect(page.getByText('The device is signed out')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices).toBeFocused();
  await other.reload();
  await other.waitForURL(/\/login/);
});
