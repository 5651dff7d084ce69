import { Api } from '../support/api.ts';
import { refuse } from '../support/failing.ts';
import { fillSignIn, open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a new password keeps this browser signed in and signs all others out', async ({
  page,
  api,
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of (401|400)/);
  const { email, password } = await api.register();
  const elsewhere = await anotherBrowser();
  const other = await elsewhere.newPage();
  await other.goto('/login');
  await fillSignIn(other, email, password);
  await other.waitForURL(/\/dashboard/);

  await open(page, '/dashboard?tab=profile');
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const change = page.getByRole('button', { name: 'Change password' });
  await expect(change).toBeDisabled();
  await field('Current password').fill('not the password');
  await field('New password').fill('a walk by the river');
  await field('Confirm new password').fill('a walk by the river');
  await change.click();
  await expect(page.getByText('Your current password is incorrect')).toBeVisible();
  await expect(field('Current password')).toBeFocused();
  await expect(field('New password')).toHaveValue('a walk by the river');

  await field('Current password').fill(password);
  await field('New password').fill('password1');
  await field('Confirm new password').fill('password1');
  await change.click();
  await expect(page.getByText(/^Many people use this password/)).toBeVisible();
  await field('New password').fill('a walk by the river');
  await field('Confirm new password').fill('a walk by the river');
  await change.click();
  await expect(page.getByText(/^Your password has been changed/)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  const guest = new Api(other.request);
  expect((await guest.send('GET', '/api/me')).status()).toBe(401);
  await other.goto('/login');
  expect((await guest.send('POST', '/api/auth/login', { email, password })).status()).toBe(401);
  await fillSignIn(other, email, 'a walk by the river');
  await other.waitForURL(/\/dashboard/);
});

test('a call that was on its way while the password changed signs nobody out', async ({ page, api, watch }) => {
  watch.expect(/status of 401/);
  await api.register();
  let refused = 0;
  await page.route('**/api/me/sessions', (route) => {
    if (refused > 0) return route.continue();
    refused += 1;
    return refuse(route, 401, 'auth.unauthenticated');
  });
  await open(page, '/dashboard?tab=settings');
  await expect(page.getByText('This device')).toBeVisible();
  expect(refused).toBe(1);
});
