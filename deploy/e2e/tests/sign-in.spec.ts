import type { BrowserContext, Locator, Page } from '@playwright/test';
import { type Account, Api } from '../support/api.ts';
import { fillSignIn, open, signOut } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** In a further tab of the same browser, which is answered. */
async function signOutElsewhere(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await open(tab, '/dashboard');
  await signOut(tab);
  return tab;
}

/** By the link that a page shows whose session is gone; the page stays. */
async function logInBeside(page: Page, { email, password }: Account, shownBy: Page | Locator = page): Promise<void> {
  const [login] = await Promise.all([
    page.context().waitForEvent('page'),
    shownBy.getByRole('link', { name: 'Log in in a new tab' }).click(),
  ]);
  await fillSignIn(login, email, password);
  await login.waitForURL(/\/dashboard/);
}

test('a wrong password is told, the right one opens the dashboard, and signing out closes it', async ({
  page,
  request,
  watch,
}) => {
  watch.expect(/status of 401/);
  const { email, password } = await new Api(request).register();
  await page.goto('/login?invite=a-token');
  await fillSignIn(page, email, 'not-the-password');
  await expect(page.getByText('Email or password is incorrect')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await fillSignIn(page, email, password);
  await expect(page.getByText('You are logged in')).toBeVisible();
  await page.waitForURL(/\/dashboard/);
  await expect(page.getByText(`Hello, ${email}`)).toBeVisible();
  // An invitation to a team is taken along.
  await expect(page).toHaveURL(/\/dashboard\?invite=a-token$/);

  await page.goto('/login');
  await page.waitForURL(/\/dashboard/);
  await page.evaluate(() => localStorage.setItem('kept', 'no'));
  await signOut(page);
  expect(await page.evaluate(() => localStorage.getItem('kept'))).toBeNull();
  await page.goto('/dashboard');
  await page.waitForURL(/\/login/);
});

test('the dashboard is for signed-in people', async ({ page, watch }) => {
  watch.expect(/status of 401/);
  await page.goto('/dashboard?tab=my-links');
  await page.waitForURL(/\/login/);
  await expect(page.getByRole('heading', { name: 'Log in to Linkway' })).toBeVisible();
});

test('unknown and admins’ tabs fall back, and the sidebar stays as it was left', async ({ page, api }) => {
  await api.register();
  for (const [tab, heading] of [
    ['nonsense', 'Overview'],
    ['users', 'Overview'],
    ['security', 'Overview'],
    ['smtp', 'Overview'],
    ['guest-links', 'My links'],
  ] as const) {
    await page.goto(`/dashboard?tab=${tab}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('dashboardTabChange', { detail: 'analytics' })));
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();

  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
});

test('who signs out comes home, whatever else was asked meanwhile', async ({ page, api, watch }) => {
  watch.expect(/status of 401/);
  await api.register();
  await open(page, '/dashboard?tab=my-links');
  await page.route('**/api/auth/logout', async (route) => {
    const answer = await route.fetch();
    const refused = page.waitForResponse((response) => response.status() === 401);
    // The open menu may lie over it.
    await page.getByRole('button', { name: 'Refresh' }).dispatchEvent('click');
    await refused;
    await route.fulfill({ response: answer });
  });
  await signOut(page);
  await expect(page.getByLabel('Your long link')).toBeVisible();
});

test('who signs in again after their session has ended finds their email filled in, in no address, and goes on', async ({
  page,
  api,
  context,
  watch,
}) => {
  watch.expect(/status of 401/);
  const { email, password } = await api.register();
  await open(page, '/dashboard?tab=my-links');
  await context.clearCookies({ name: 'linkway_session' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  const known = page.getByLabel('Email');
  await expect(known).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  expect(decodeURIComponent(page.url())).not.toContain(email);
  await page.reload();
  await expect(known).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/tab=my-links/);
});

test('a page of one account makes and shows nothing in another that signs in in a further tab', async ({
  page,
  api,
  context,
  request,
  watch,
}) => {
  watch.expect(/status of (401|409)/);
  const first = await api.register();
  await api.createLink({ url: 'https://example.com/of-the-first', title: 'Of the first' });
  const second = await new Api(request).register();
  await open(page, '/dashboard?tab=create');
  const url = page.getByLabel('Destination URL');
  await url.fill('https://example.com/typed-by-the-first');
  await page.getByLabel('Password', { exact: true }).fill('of the first');

  const tab = await signOutElsewhere(context);
  await expect(page.getByText('You are signed out')).toBeVisible();
  await tab.goto('/login');
  await fillSignIn(tab, second.email, second.password);
  await tab.waitForURL(/\/dashboard/);
  await expect(tab.getByText(`Hello, ${second.email}`)).toBeVisible();

  await expect(page.getByText('Another account is signed in now')).toBeVisible();
  await expect(page.getByText(`Hello, ${first.email}`)).toBeVisible();
  const create = page.getByRole('main').getByRole('button', { name: 'Create link' });
  const [refused] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    create.click(),
  ]);
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([409, 'session.other_account']);
  await expect(page.getByText('The link could not be created')).toBeVisible();
  await expect(url).toHaveValue('https://example.com/typed-by-the-first');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('of the first');

  // Lists of the other are not shown under this account's name.
  await page.getByRole('navigation', { name: 'Dashboard pages' }).getByRole('link', { name: 'My links' }).click();
  await expect(page.getByRole('main').getByText('Your links could not be loaded')).toBeVisible();
  await expect(page.getByText('No links yet')).toBeHidden();

  await page.getByRole('button', { name: 'Go on as the other account' }).first().click();
  await expect(page.getByText(`Hello, ${second.email}`)).toBeVisible();
  await expect(page.getByText('No links yet')).toBeVisible();
  await page.goto('/dashboard?tab=create');
  await expect(page.getByLabel('Destination URL')).toHaveValue('');
  await expect(page.getByText('50 of 50 links left this month')).toBeVisible();
});

test('a page goes on where it was once its account is signed in again in another tab', async ({
  page,
  api,
  context,
  watch,
}) => {
  watch.expect(/status of 401/);
  const account = await api.register();
  await open(page, '/dashboard?tab=create');
  await page.getByLabel('Destination URL').fill('https://example.com/kept');
  await signOutElsewhere(context);
  await logInBeside(page, account);
  await expect(page.getByText('You are signed out')).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('region', { name: 'Your link is ready' })).toBeVisible();
});

test('a drawer says itself that its session is over, and goes on once its account is signed in again', async ({
  page,
  api,
  context,
  watch,
}) => {
  watch.expect(/status of 401/);
  const account = await api.register();
  await api.createLink({ url: 'https://example.com/', title: 'Before' });
  await open(page, '/dashboard?tab=my-links');
  await page.getByRole('button', { name: /^Edit / }).click();
  const drawer = page.getByRole('dialog', { name: /^Edit / });
  await drawer.getByLabel('Title').fill('Typed');
  await signOutElsewhere(context);
  const notice = drawer.getByRole('alert').filter({ hasText: 'You are signed out' });
  await expect(notice).toBeInViewport();
  await logInBeside(page, account, notice);
  await expect(notice).toBeHidden();
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('main').getByText('Typed')).toBeVisible();
});

test('the form of the landing page leads to the sign-in once its session is gone, and keeps what was typed', async ({
  page,
  api,
  context,
  watch,
}) => {
  watch.expect(/status of 401/);
  const account = await api.register();
  await open(page, '/');
  const url = page.getByLabel('Your long link');
  await url.fill('https://example.com/kept');
  await signOutElsewhere(context);
  await page.getByRole('button', { name: 'Shorten' }).click();
  await logInBeside(page, account);
  await expect(url).toHaveValue('https://example.com/kept');
  await page.getByRole('button', { name: 'Shorten' }).click();
  // The installation's own link may be shown beside it for a moment.
  await expect(page.getByRole('img', { name: /^QR code of (?!.*\/example$)/ })).toBeVisible();
});
