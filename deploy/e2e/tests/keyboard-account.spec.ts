import type { Page } from '@playwright/test';
import { Api, newAccount } from '../support/api.ts';
import { Keys } from '../support/keyboard.ts';
import { expect, test } from '../support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

test('an account is opened without a mouse', async ({ page }) => {
  const keys = await Keys.of(page);
  const account = newAccount();
  await page.goto('/');
  await expect(page.locator('[data-drawn]')).toHaveCount(0);
  await keys.toAndPress(page.getByRole('banner').getByRole('link', { name: 'Create account' }));
  // An empty form is begun at once.
  const name = page.getByLabel('Full name');
  await keys.at(name);
  await keys.press('Enter');
  await expect(page.getByText('Please enter your full name')).toBeVisible();
  await keys.at(name);
  await keys.type('Linh Tran');
  await keys.to(page.getByLabel('Email'));
  await keys.type('no-address');
  await keys.to(password(page));
  await keys.type(account.password);
  const eye = page.getByRole('button', { name: 'Show password' });
  await keys.toAndPress(eye, 'Space');
  await expect(password(page)).toHaveAttribute('type', 'text');
  await keys.at(page.getByRole('button', { name: 'Hide password' }));
  await keys.to(page.getByLabel('Confirm password'));
  await keys.type(account.password);
  await keys.toAndPress(page.getByRole('checkbox'), 'Space');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await keys.toAndPress(page.getByRole('button', { name: 'Create account' }));
  await keys.at(page.getByLabel('Email'));
  await keys.retype(account.email);
  await keys.press('Enter');
  await expect(heading(page, 'Overview')).toBeVisible();
  await keys.reads(heading(page, 'Overview'));
  await keys.press('Tab');
  await keys.at(page.getByRole('main').getByRole('button', { name: 'Create link' }).first());
});

test('a wrong password, the right one, language, theme and the way out need no mouse', async ({
  page,
  request,
  watch,
}) => {
  watch.expect(/status of 401/);
  const account = await new Api(request).register();
  const keys = await Keys.of(page);
  await page.goto('/');
  await expect(page.locator('[data-drawn]')).toHaveCount(0);
  await keys.toAndPress(page.getByRole('banner').getByRole('link', { name: 'Log in' }));
  await keys.at(page.getByLabel('Email'));
  await keys.type(account.email);
  await keys.to(password(page));
  await keys.type('not-my-password');
  await keys.press('Enter');
  await keys.reads(page.getByRole('alert').filter({ hasText: /password/i }));
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await keys.to(password(page));
  await keys.retype(account.password);
  await keys.press('Enter');
  await keys.reads(heading(page, 'Overview'));

  const menu = page.getByRole('button', { name: /^Account of/ });
  await keys.to(menu, 'Shift+Tab');
  await keys.press('Enter');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await keys.to(page.getByRole('link', { name: 'Home page' }));
  await keys.press('Escape');
  await keys.at(menu);
  await keys.press('Enter');
  const dark = page.getByRole('button', { name: 'Dark' });
  await keys.toAndPress(dark, 'Space');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await keys.at(dark);
  await keys.to(page.getByRole('button', { name: /^VI/ }), 'Shift+Tab');
  await keys.press('Enter');
  await expect(heading(page, 'Tổng quan')).toBeVisible();
  await keys.at(page.getByRole('button', { name: /^VI/ }));
  await keys.to(page.getByRole('button', { name: /^EN/ }), 'Shift+Tab');
  await keys.press('Enter');
  await expect(heading(page, 'Overview')).toBeVisible();
  await keys.toAndPress(page.getByRole('button', { name: 'Log out' }));
  await page.waitForURL((at) => at.pathname === '/');
  await keys.reads(page.getByRole('heading', { level: 1 }));
  await keys.press('Tab');
  await keys.at(page.getByLabel('Your long link'));
});
