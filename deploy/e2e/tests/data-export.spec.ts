import { readFile } from 'node:fs/promises';
import { unzip } from '@linkway/platform/testkit/unzip';
import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { protect } from '../support/authenticator.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Your data', exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Export your data' });
const openDialog = async (page: Page) => {
  await open(page, '/dashboard?tab=settings');
  await card(page).getByRole('button', { name: 'Export my data' }).click();
  return dialogOf(page);
};
type Row = Record<string, unknown>;

test('somebody exports all that is theirs, and nothing of others', async ({ page, api, anotherBrowser, watch }) => {
  watch.expect(/status of 400/);
  const { email, password } = await api.register();
  const first = await api.createLink({ url: 'https://example.com/one', title: '=HYPERLINK("x")' });
  const second = await api.createLink({ url: 'https://example.com/two', password: 'open sesame', max_clicks: 9 });
  await api.ok('PUT', `/api/links/${second.id}`, { is_active: false });
  const deleted = await api.createLink({ url: 'https://example.com/three' });
  await api.ok('DELETE', `/api/links/${deleted.id}`);
  const other = new Api((await anotherBrowser()).request);
  await other.register();
  const foreign = await other.createLink({ url: 'https://example.com/foreign' });
  for (const { short_url } of [first, first, first, foreign]) {
    expect((await page.request.get(short_url, { maxRedirects: 0 })).status()).toBe(302);
  }
  const clicks = async () =>
    (await api.ok<{ total_clicks: number }>('GET', '/api/analytics/overview?kind=all')).total_clicks;
  await expect.poll(clicks, { timeout: 20_000 }).toBe(3);

  const dialog = await openDialog(page);
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByText('Your current password is incorrect')).toBeVisible();
  await dialog.getByLabel('Current password').fill(password);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^linkway-data-\d{4}-\d\d-\d\d\.zip$/);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Your data is saved as a file')).toBeVisible();

  const files = await unzip(await readFile(await file.path()));
  const json = <T = Row[]>(name: string): T => JSON.parse(String(files.get(name))) as T;
  expect(String(files.get('README.txt'))).toContain(`Account: ${email}`);
  expect(json<Row>('profile.json')).toMatchObject({ email, full_name: 'Linh Tran', has_password: true });
  expect(json<Row>('settings.json')).toMatchObject({ two_factor: { enabled: false } });
  expect(json('sessions.json')).toEqual([expect.objectContaining({ ended_at: null, ip_address: '127.0.0.1' })]);
  expect(
    json('links.json')
      .map(({ id }) => id)
      .sort(),
  ).toEqual([first.id, second.id].sort());
  expect(json('links.json')).toContainEqual(
    expect.objectContaining({ id: second.id, has_password: true, is_active: false, max_clicks: 9 }),
  );
  expect(json('reserved-codes.json')).toEqual([expect.objectContaining({ short_code: deleted.short_code })]);
  expect(json('clicks.json')).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ link_id: first.id, short_code: first.short_code })),
  );
  const csv = (name: string) => String(files.get(name)).trimEnd().split('\r\n');
  expect(csv('clicks.csv')).toHaveLength(4);
  expect(csv('links.csv').join('\n')).toContain(`"'=HYPERLINK(""x"")"`);
  const actions = json('account-history.json').map(({ action }) => action);
  expect(actions).toContain('account.registered');
  const all = [...files.values()].join('\n');
  for (const secret of [foreign.short_code, foreign.id, 'argon2', 'open sesame', password]) {
    expect(all).not.toContain(secret);
  }
});

test('a code is asked for as well, and what breaks off is not saved', async ({ page, api, watch }) => {
  watch.expect(/status of 400|net::ERR/);
  const { password } = await api.register();
  const { app } = await protect(api, password);
  const dialog = await openDialog(page);
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('Verification code').fill(app.wrong());
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByText('Invalid verification code')).toBeVisible();

  let saved = 0;
  page.on('download', () => (saved += 1));
  await page.route('**/api/me/export', (route) => route.abort('connectionreset'));
  await dialog.getByLabel('Verification code').fill(await app.next());
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Your data was not exported');
  expect(saved).toBe(0);

  await page.unroute('**/api/me/export');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect((await unzip(await readFile(await file.path()))).size).toBeGreaterThan(20);
});
