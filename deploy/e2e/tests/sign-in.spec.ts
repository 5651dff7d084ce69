import { Api } from '../support/api.ts';
import { fillSignIn, open, signOut } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a wrong password is told, the right one opens the dashboard, and signing out closes it', async ({
  page,
  request,
  watch,
}) => {
  watch.expect(/status of 401/);
  const { email, password } = await new Api(request).register();
  await page.goto('/login');
  await fillSignIn(page, email, 'not-the-password');
  await expect(page.getByText('Email or password is incorrect')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await fillSignIn(page, email, password);
  await expect(page.getByText('You are logged in')).toBeVisible();
  await page.waitForURL(/\/dashboard/);
  await expect(page.getByText(`Hello, ${email}`)).toBeVisible();

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
    await page.getByRole('button', { name: 'Refresh' }).click({ force: true });
    await refused;
    await route.fulfill({ response: answer });
  });
  await signOut(page);
  await expect(page.getByLabel('Your long link')).toBeVisible();
});
