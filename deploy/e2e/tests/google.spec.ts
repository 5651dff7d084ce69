import type { Page } from '@playwright/test';
import { Api, administrator, newAccount } from '../support/api.ts';
import { protect } from '../support/authenticator.ts';
import { type GooglePerson, goThroughGoogle } from '../support/google.ts';
import { confirmIn } from '../support/inbox.ts';
import { open, phone, signOut } from '../support/pages.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';

const GOOGLE = { tag: '@google' };
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const atDashboard = (page: Page) => page.waitForURL(/\/dashboard/);

function newPerson(over: Partial<GooglePerson> = {}): GooglePerson {
  const { email } = newAccount();
  return { sub: `google-${email}`, email, email_verified: true, name: 'Lan Trần', ...over };
}

test('somebody new accepts the terms, has an account without a password, and comes again', GOOGLE, async ({ page }) => {
  const person = newPerson();
  await open(page, '/login?invite=a-token&utm_source=mail&plan=premium&price=990');
  await goThroughGoogle(page, person);
  await expect(heading(page, 'Create your account')).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    invite: 'a-token',
    utm_source: 'mail',
    plan: 'premium',
    price: '990',
  });
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Please accept the terms of service')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Your account is ready')).toBeVisible();
  await atDashboard(page);
  expect(new URL(page.url()).search).toBe('?plan=premium&price=990&invite=a-token');

  await open(page, '/dashboard?tab=profile');
  await expect(page.getByText(/^This account has no password/)).toBeVisible();
  await expect(page.getByText(/^Two-factor authentication is set up with your password/)).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Set up' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByText(`The link to set a password is on its way to ${person.email}`)).toBeVisible();

  await signOut(page);
  await open(page, '/login');
  await goThroughGoogle(page, person);
  await expect(page.getByText('You are logged in')).toBeVisible();
  await atDashboard(page);
  await expect(page.getByText(`Hello, ${person.email}`)).toBeVisible();
});

test('at the registration the terms are accepted before, and are not asked for again', GOOGLE, async ({ page }) => {
  await open(page, '/register');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByText('Please accept the terms of service')).toBeVisible();
  await page.getByRole('checkbox').check();
  await goThroughGoogle(page, newPerson());
  await expect(page.getByText('Your account is ready')).toBeVisible();
  await atDashboard(page);
});

test(
  'an account is linked by a confirmed address that Google has verified, and by no other',
  GOOGLE,
  async ({ page, anotherBrowser, watch }) => {
    watch.expect(/status of (403|409)/);
    const owner = new Api((await anotherBrowser()).request);
    const { email } = await owner.register();
    const person = newPerson({ email });
    await open(page, '/login');
    await goThroughGoogle(page, { ...person, email_verified: false });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Cannot log in with Google');
    await expect(alert).toBeFocused();
    await expect(page).toHaveURL('/login');

    await goThroughGoogle(page, person);
    await expect(page.getByRole('link', { name: 'Set a new password' })).toBeVisible();
    await expect(alert).toContainText('Cannot log in with Google');

    const admin = new Api((await anotherBrowser()).request);
    await admin.signIn(administrator);
    // In a browser that nobody has entered the account with: whoever has its password may be a stranger.
    await confirmIn(admin, admin, email);
    await goThroughGoogle(page, person);
    await expect(page.getByRole('link', { name: 'Set a new password' })).toBeVisible();
    await expect(alert).toContainText('Cannot log in with Google');
    await confirmIn(owner, admin, email);
    await goThroughGoogle(page, person);
    await atDashboard(page);
    await expect(page.getByText(`Hello, ${email}`)).toBeVisible();
  },
);

test('a code is asked for after Google as after a password', GOOGLE, async ({ page, anotherBrowser, watch }) => {
  watch.expect(/status of 400/);
  const account = newAccount();
  const api = new Api((await anotherBrowser()).request);
  await api.register(account);
  const admin = new Api((await anotherBrowser()).request);
  await admin.signIn(administrator);
  await confirmIn(api, admin, account.email);
  const { app } = await protect(api, account.password);
  await open(page, '/login?invite=a-token');
  await goThroughGoogle(page, newPerson({ email: account.email }));
  await expect(heading(page, 'Two-factor authentication')).toBeVisible();
  const code = page.getByLabel('Verification code');
  await code.fill(app.wrong());
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Invalid verification code')).toBeVisible();
  await code.fill(await app.next());
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await atDashboard(page);
  expect(new URL(page.url()).search).toBe('?invite=a-token');
});

test('whoever goes back at Google is told so where they began', GOOGLE, async ({ page }) => {
  await open(page, '/login');
  await goThroughGoogle(page, null);
  await expect(page.getByText('You came back from Google without logging in')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  await expect(page.getByText('You came back from Google without logging in')).toHaveCount(0);
});

test('what came of it elsewhere, or cannot be, is said in words', async ({ page }) => {
  for (const [code, text] of [
    ['google.not_configured', 'Logging in with Google is not set up on this server'],
    ['google.sign_in_over', 'This login with Google has expired'],
    ['google.unavailable', 'Google cannot be reached right now'],
    ['whatever', 'It did not work this time'],
  ] as const) {
    await page.goto(`/login?google=${code}`);
    await expect(page.getByRole('alert')).toContainText(text);
    await expect(page.getByLabel('Email')).toBeVisible();
  }
});

test('on a phone and in Vietnamese it is the same', GOOGLE, async ({ anotherBrowser }) => {
  const context = await anotherBrowser(phone);
  await remember(context, 'language', 'vi');
  const page = await context.newPage();
  await open(page, '/register');
  await page.getByRole('checkbox').check();
  await goThroughGoogle(page, null);
  await expect(page.getByText('Bạn đã quay lại từ Google mà chưa tạo tài khoản')).toBeVisible();
  await page.goto('/login?google=google.not_configured');
  await expect(page.getByRole('alert')).toContainText('Máy chủ này chưa thiết lập đăng nhập bằng Google');
  const person = newPerson();
  await goThroughGoogle(page, person);
  await expect(heading(page, 'Tạo tài khoản của bạn')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('main').getByRole('button', { name: 'Tạo tài khoản' }).tap();
  await atDashboard(page);
  await open(page, '/dashboard?tab=profile');
  await expect(page.getByText(/^Tài khoản này chưa có mật khẩu/)).toBeVisible();
  await page.getByRole('button', { name: 'Gửi liên kết qua email' }).tap();
  await expect(page.getByText(`Liên kết đặt mật khẩu đang được gửi đến ${person.email}`)).toBeVisible();
});
