import type { Page } from '@playwright/test';
import { Api, newAccount } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create account' }).click();

async function fill(page: Page, values: { email: string; password: string; confirm?: string }): Promise<void> {
  await page.getByLabel('Full name').fill('Linh Tran');
  await page.getByLabel('Email').fill(values.email);
  await page.getByLabel('Password', { exact: true }).fill(values.password);
  await page.getByLabel('Confirm password').fill(values.confirm ?? values.password);
}

test('each field says what it needs', async ({ page }) => {
  await page.goto('/register');
  await submit(page);
  for (const message of [
    'Please enter your full name',
    'Please enter your email',
    'Please enter your password',
    'Please enter the password once more',
    'Please accept the terms of service',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel('Full name')).toBeFocused();

  await fill(page, { email: 'not-an-address', password: '12345', confirm: '1234567' });
  await submit(page);
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Use at least 6 characters')).toBeVisible();
  await expect(page.getByText('The passwords do not match')).toBeVisible();
  await expect(page).toHaveURL(/\/register$/);
});

test('an address that is registered already is refused and nothing typed is lost', async ({ page, request, watch }) => {
  watch.expect(/status of 409/);
  const taken = await new Api(request).register();
  await page.goto('/register');
  await fill(page, { email: taken.email.toUpperCase(), password: 'another-password' });
  await page.getByLabel('I accept').check();
  await submit(page);
  await expect(page.getByText('This email has already been registered')).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('Linh Tran');
});

test('a new account opens the dashboard after two seconds, with the invitation that it came by', async ({ page }) => {
  const { email, password } = newAccount();
  await page.goto('/register?invite=a-token');
  await fill(page, { email, password });
  await page.getByLabel('I accept').check();
  await submit(page);
  await expect(page.getByText('Your account is ready')).toBeVisible();
  const said = Date.now();
  await page.waitForURL(/\/dashboard\?invite=a-token$/);
  expect(Date.now() - said).toBeGreaterThan(1_300);
  await expect(page.getByText(`Hello, ${email}`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  // Until it is used, wherever one goes.
  await page.getByRole('link', { name: 'My links', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My links' })).toBeVisible();
  await expect(page).toHaveURL(/[?&]invite=a-token(&|$)/);
});
