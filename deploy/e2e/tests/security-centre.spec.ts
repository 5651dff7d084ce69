import { Harness } from '@linkway/local/harness';
import type { Page } from '@playwright/test';
import { Api, administrator, newAccount } from '../support/api.ts';
import { protect } from '../support/authenticator.ts';
import { mode } from '../support/mode.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

// Its settings are everybody's: so these have a node of their own, and go one after the other.
test.describe.configure({ mode: 'serial' });

let node: Harness;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  // Attacks come from elsewhere, as a proxy tells it.
  const environment = { TRUSTED_PROXIES: '127.0.0.1' };
  node = await Harness.start({ processes: mode === 'processes', environment });
});
test.afterAll(async () => {
  await node?.dispose();
});

const CENTRE = '/dashboard?tab=security';
const main = (page: Page) => page.getByRole('main');
const save = (page: Page) => main(page).getByRole('button', { name: 'Save', exact: true });
const saveSettings = async (page: Page): Promise<void> => {
  const saved = page.getByText('The security settings are saved');
  // That of the time before.
  await expect(saved).toHaveCount(0);
  await save(page).click();
  await expect(saved).toBeVisible();
};

test('what an administrator saves holds for everybody, and the log says what it was before @node', async ({
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of (400|429)/);
  const context = await anotherBrowser({ baseURL: node.web });
  await new Api(context.request).signIn(administrator);
  const page = await context.newPage();
  await open(page, CENTRE);
  await page
    .getByRole('navigation', { name: 'Dashboard pages' })
    .getByRole('link', { name: 'Security center' })
    .click();
  await expect(save(page)).toBeDisabled();
  await main(page).getByLabel('Minimum password length').fill('12');
  await main(page).getByLabel('Session timeout (hours)').fill('24');
  await saveSettings(page);
  await expect(save(page)).toBeDisabled();
  await page.reload();
  await expect(main(page).getByLabel('Minimum password length')).toHaveValue('12');

  const person = await (await anotherBrowser({ baseURL: node.web })).newPage();
  await open(person, '/register');
  await expect(person.getByText('At least 12 characters.')).toBeVisible();
  const { email } = newAccount();
  await person.getByLabel('Full name').fill('Linh Tran');
  await person.getByLabel('Email').fill(email);
  await person.getByLabel('Password', { exact: true }).fill('eleven-char');
  await person.getByLabel('Confirm password').fill('eleven-char');
  await person.getByRole('checkbox').check();
  await person.getByRole('button', { name: 'Create account' }).click();
  await expect(person.getByText('Password is not strong enough. Use at least 12 characters.')).toBeVisible();
  await person.getByLabel('Password', { exact: true }).fill('twelve-chars');
  await person.getByLabel('Confirm password').fill('twelve-chars');
  await person.getByRole('button', { name: 'Create account' }).click();
  await expect(person).toHaveURL(/\/dashboard/);

  await open(page, '/dashboard?tab=logs&module=security');
  await expect(main(page).getByText('Security setting changed').first()).toBeVisible();
});

test('an administrator cannot lock themselves out, by addresses or by two-factor authentication @node', async ({
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of 400/);
  const context = await anotherBrowser({ baseURL: node.web });
  const api = new Api(context.request);
  await api.signIn(administrator);
  const page = await context.newPage();
  await open(page, CENTRE);
  await main(page).getByLabel('Administrators only from certain addresses').check();
  await main(page).getByLabel('Allowed addresses').fill('203.0.113.0/24');
  await save(page).click();
  await expect(main(page).getByText(/^Your own address 127\.0\.0\.1 is not in this list/)).toBeVisible();
  await main(page).getByLabel('Allowed addresses').fill('203.0.113.0/24\n127.0.0.0/8');
  await saveSettings(page);
  await main(page).getByLabel('Administrators need two-factor authentication').check();
  await save(page).click();
  await expect(main(page).getByText('Turn on two-factor authentication for your own account first')).toBeVisible();
});

test('an address is blocked behind a question, and let in again @node', async ({ anotherBrowser }) => {
  const context = await anotherBrowser({ baseURL: node.web });
  await new Api(context.request).signIn(administrator);
  const page = await context.newPage();
  await open(page, CENTRE);
  await main(page).getByLabel('Address or network').fill('198.51.100.0/24');
  await main(page).getByLabel('Reason').fill('Guesses passwords');
  await main(page).getByRole('button', { name: 'Block address' }).click();
  const block = page.getByRole('dialog', { name: 'Block 198.51.100.0/24?' });
  await block.getByRole('button', { name: 'Block address' }).click();
  await expect(page.getByText('198.51.100.0/24 is blocked')).toBeVisible();
  const row = main(page).locator('[data-row]').filter({ hasText: '198.51.100.0/24' });
  await expect(row).toContainText('Guesses passwords');
  await row.getByRole('button', { name: 'Unblock 198.51.100.0/24' }).click();
  await page.getByRole('dialog', { name: 'Unblock 198.51.100.0/24?' }).getByRole('button', { name: 'Unblock' }).click();
  await expect(row).toHaveCount(0);
});

test('wrong passwords make a threat, which administrators are told of, see and block @node', async ({
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of (401|403)/);
  const context = await anotherBrowser({ baseURL: node.web });
  const api = new Api(context.request);
  await api.signIn(administrator);
  const address = '198.51.100.77';
  const headers = { 'x-forwarded-for': address };
  const guess = (nth: number) =>
    context.request.fetch(`/api/auth/login`, {
      method: 'POST',
      headers: { ...headers, cookie: '' },
      data: { email: `nobody-${nth}@example.com`, password: 'a-wrong-password' },
    });
  for (let nth = 0; nth < 20; nth += 1) expect((await guess(nth)).status()).toBe(401);

  const page = await context.newPage();
  await open(page, CENTRE);
  const threats = main(page).getByRole('region', { name: 'Threats' });
  const row = threats.locator('[data-row]').filter({ hasText: address });
  await expect(row).toContainText('20 wrong passwords');
  const statistics = main(page).getByRole('region', { name: 'Statistics' });
  await expect(statistics.getByText('Active threats')).toBeVisible();
  await statistics.getByText('7 days', { exact: true }).first().click();
  const { failed_sign_ins, active_threats } = await api.ok<{ failed_sign_ins: number; active_threats: number }>(
    'GET',
    '/api/admin/security/statistics?period=7d',
  );
  expect([failed_sign_ins >= 20, active_threats]).toEqual([true, 1]);
  await expect(statistics.getByText(String(failed_sign_ins), { exact: true }).first()).toBeVisible();

  await expect
    .poll(async () => {
      const { data } = await api.ok<{ data: { mail: string; to: string }[] }>('GET', '/api/admin/mail/inbox');
      return data.filter(({ mail }) => mail === 'security_alert').map(({ to }) => to);
    })
    .toEqual([administrator.email]);

  await row.getByRole('button', { name: `Block ${address}` }).click();
  const block = page.getByRole('dialog', { name: `Block ${address}?` });
  await block.getByRole('button', { name: 'Block address' }).click();
  await expect(page.getByText(`${address} is blocked`)).toBeVisible();
  await expect(row).toContainText('Resolved');
  await expect(row.getByRole('button', { name: `Block ${address}` })).toHaveCount(0);
  await expect.poll(async () => (await guess(0)).status()).toBe(403);
});

test('malicious links of a guest make a threat as well, whoever refuses them, and its address is blocked @node', async ({
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of 403/);
  const context = await anotherBrowser({ baseURL: node.web });
  await new Api(context.request).signIn(administrator);
  const address = '198.51.100.78';
  const shorten = (url: string) =>
    context.request.fetch('/api/guest/links', {
      method: 'POST',
      headers: { 'x-forwarded-for': address, cookie: '' },
      data: { url, device_id: 'ab'.repeat(16) },
    });
  const harmful = [
    'javascript:alert(1)',
    'http://10.0.0.1/',
    'https://bank.example@evil.example/',
    'http://192.168.0.1/',
  ];
  const urls = [...Array.from({ length: 5 }, () => harmful).flat(), 'a mistake', 'https://word/'];
  for (const url of urls) expect((await shorten(url)).status()).toBe(400);

  const page = await context.newPage();
  const threats = main(page).getByRole('region', { name: 'Threats' });
  const row = threats.locator('[data-row]').filter({ hasText: address });
  await expect(async () => {
    await open(page, `${CENTRE}&type=malicious_link`);
    await expect(row).toContainText('20 refused links', { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(row).toContainText('Malicious links');
  await row.getByRole('button', { name: `Block ${address}` }).click();
  await page
    .getByRole('dialog', { name: `Block ${address}?` })
    .getByRole('button', { name: 'Block address' })
    .click();
  await expect(row).toContainText('Resolved');
  await expect.poll(async () => (await shorten('https://example.com/')).status()).toBe(403);
  const blocked = main(page).getByRole('table', { name: 'Blocked addresses' }).locator('[data-row]');
  await expect(blocked.filter({ hasText: address })).toContainText('Malicious links');
});

test('administrators without two-factor authentication are led to set it up @node', async ({
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of (400|403)/);
  const context = await anotherBrowser({ baseURL: node.web });
  const api = new Api(context.request);
  await api.signIn(administrator);
  await protect(api, administrator.password);
  const other = await anotherBrowser({ baseURL: node.web });
  const second = new Api(other.request);
  const { email } = await second.register({ email: newAccount().email, password: 'twelve-chars' });
  const { data } = await api.ok<{ data: { id: string }[] }>(
    'GET',
    `/api/admin/users?search=${encodeURIComponent(email)}`,
  );
  await api.ok('PATCH', `/api/admin/users/${data[0]?.id}`, { role: 'admin' });
  await api.ok('PATCH', '/api/admin/security', { admin_two_factor_required: true });

  const page = await other.newPage();
  await open(page, '/dashboard?tab=users');
  await expect(main(page).getByRole('heading', { name: 'Set up two-factor authentication first' })).toBeVisible();
  expect((await second.send('GET', '/api/admin/users')).status()).toBe(403);
  await main(page).getByRole('link', { name: 'Go to my profile' }).click();
  await expect(page).toHaveURL(/tab=profile/);
  await protect(second, 'twelve-chars');
  await open(page, '/dashboard?tab=users');
  await expect(main(page).getByText(email).first()).toBeVisible();
});
