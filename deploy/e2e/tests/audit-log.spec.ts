import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Api, administrator } from '../support/api.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

interface Entry {
  seq: number;
  action: string;
  user_email: string | null;
  prev_hash: string;
}

const rows = (page: Page) => page.locator('main [data-row]');
const row = (page: Page, action: string) => rows(page).filter({ hasText: action });
const choose = async (page: Page, field: string, choice: string): Promise<void> => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByTitle(choice, { exact: true }).last().click();
};
const download = async (page: Page, button: string): Promise<string> => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return readFile(await file.path(), 'utf8');
};

test('an administrator finds what was just done, exports it, and proves the chain', async ({
  page,
  api,
  anotherBrowser,
}) => {
  const context = await anotherBrowser();
  const person = new Api(context.request);
  const { email, password } = await person.register();
  await person.signIn({ email, password });
  const refused = await person.send('POST', '/api/auth/login', { email, password: 'not-the-password' });
  expect(refused.status()).toBe(401);
  await api.signIn(administrator);
  const found = await api.ok<{ data: { id: string }[] }>('GET', `/api/admin/users?search=${encodeURIComponent(email)}`);
  const id = found.data[0]?.id ?? '';
  await api.ok('PATCH', `/api/admin/users/${id}`, { role: 'admin' });
  await api.ok('PATCH', `/api/admin/users/${id}`, { role: 'user' });
  const list = `/api/admin/audit-log?search=${encodeURIComponent(email)}`;
  const recorded = async () => (await api.ok<{ data: Entry[] }>('GET', list)).data.map(({ action }) => action);
  await expect
    .poll(recorded)
    .toEqual(
      expect.arrayContaining(['account.registered', 'session.signed_in', 'session.refused', 'user.role_changed']),
    );

  await open(page, '/dashboard?tab=logs');
  await page.getByRole('searchbox').fill(email.toUpperCase());
  await expect(page).toHaveURL(/search=PERSON-/);
  await expect(row(page, 'Account registered')).toHaveCount(1);
  await expect(row(page, 'Sign-in refused')).toContainText('Reason: Wrong email or password');
  await expect(row(page, 'Role changed').first()).toContainText(administrator.email);
  await choose(page, 'Level', 'Warning');
  await expect(row(page, 'Account registered')).toHaveCount(0);
  await choose(page, 'Module', 'Sign-in');
  await expect(rows(page)).toHaveCount(1);
  await row(page, 'Sign-in refused').getByRole('button').last().click();
  const details = page.getByRole('dialog');
  await expect(details.getByText('session.refused')).toBeVisible();
  await expect(details.getByText('Wrong email or password')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  const csv = (await download(page, 'Export CSV')).trimEnd().split(/\r?\n/);
  expect(csv).toHaveLength(2);
  expect(csv[1]).toContain('session.refused');
  const json = JSON.parse(await download(page, 'Export JSON')) as Entry[];
  expect(json).toMatchObject([{ action: 'session.refused', user_email: email }]);
  await open(page, '/dashboard?tab=logs&module=audit_log');
  await expect(row(page, 'Log exported').first()).toContainText(email.toUpperCase());

  await page.getByRole('button', { name: 'Verify the log' }).click();
  await expect(page.getByRole('heading', { name: 'The log is whole' })).toBeVisible();
  await expect(row(page, 'Log verified').first()).toContainText(administrator.email);
});

test('the log speaks Vietnamese', async ({ page, api }) => {
  await api.signIn(administrator);
  await page.context().addInitScript(() => localStorage.setItem('language', 'vi'));
  await open(page, '/dashboard?tab=logs&module=auth');
  await expect(page.getByRole('heading', { level: 1, name: 'Nhật ký hệ thống' })).toBeVisible();
  await expect(row(page, 'Đăng nhập').first()).toBeVisible();
  await page.getByRole('button', { name: 'Kiểm tra nhật ký' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
});

test('who is no administrator has neither the tab nor the API', async ({ page, api, anotherBrowser }) => {
  await api.register();
  await open(page, '/dashboard?tab=logs');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'System logs' })).toHaveCount(0);
  const guest = new Api((await anotherBrowser()).request);
  for (const path of ['', '/verification', '/export?format=csv']) {
    expect((await api.send('GET', `/api/admin/audit-log${path}`)).status()).toBe(403);
    expect((await guest.send('GET', `/api/admin/audit-log${path}`)).status()).toBe(401);
  }
});
