import { Harness } from '@linkway/local/harness';
import type { Page } from '@playwright/test';
import { Api, administrator, newAccount } from '../support/api.ts';
import { linkOf } from '../support/inbox.ts';
import { mode } from '../support/mode.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

// Whether addresses have to be confirmed is everybody's: so these have a node of their own, and go one after the other.
test.describe.configure({ mode: 'serial' });

let node: Harness;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  node = await Harness.start({ processes: mode === 'processes' });
});
test.afterAll(async () => {
  await node?.dispose();
});

const HELD = 'Confirm your email address';
const held = (page: Page) => page.getByRole('heading', { level: 1, name: HELD });
const demand = (api: Api, email_verification_required: boolean) =>
  api.ok('PATCH', '/api/admin/security', { email_verification_required });

test('an administrator asks for confirmed addresses, and who registers is held until the link of the mail @node', async ({
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of 403/);
  const context = await anotherBrowser({ baseURL: node.web });
  const admin = new Api(context.request);
  await admin.signIn(administrator);
  const centre = await context.newPage();
  await open(centre, '/dashboard?tab=security');
  const main = centre.getByRole('main');
  await main.getByLabel('Email addresses have to be confirmed').check();
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(centre.getByText('The security settings are saved')).toBeVisible();
  await centre.reload();
  await expect(main.getByLabel('Email addresses have to be confirmed')).toBeChecked();

  const browser = await anotherBrowser({ baseURL: node.web });
  const page = await browser.newPage();
  const { email, password } = newAccount();
  await open(page, '/register?plan=premium&price=9');
  await page.getByLabel('Full name').fill('Linh Tran');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(held(page)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\?plan=premium&price=9$/);
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
  expect((await new Api(browser.request).send('GET', '/api/links')).status()).toBe(403);

  const first = await linkOf(admin, 'confirmation', email);
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.getByText(`If ${email} still waits for it, a new link is on its way there.`)).toBeVisible();
  await expect.poll(() => linkOf(admin, 'confirmation', email)).not.toBe(first);

  // On another device, where nobody is signed in: the page goes on by itself.
  const phone = await (await anotherBrowser({ baseURL: node.web })).newPage();
  await open(phone, await linkOf(admin, 'confirmation', email));
  await expect(phone.getByRole('heading', { level: 1, name: 'Your email is confirmed' })).toBeVisible();
  await expect(page.getByText('Your email is confirmed')).toBeVisible();
  // What a dashboard is drawn with is loaded only now, on a node that nobody has asked for it.
  await expect(page.getByText(`Hello, ${email}`)).toBeVisible({ timeout: 30_000 });
  await expect(held(page)).toHaveCount(0);
  expect((await new Api(browser.request).send('GET', '/api/links')).status()).toBe(200);
  await expect(page).toHaveURL(/\/dashboard\?plan=premium&price=9$/);

  // In a further tab of the same browser, the first one being closed: with the invitation that it had.
  const mine = await anotherBrowser({ baseURL: node.web });
  const other = await new Api(mine.request).register();
  const waiting = await mine.newPage();
  await open(waiting, '/login?invite=a-token');
  await expect(held(waiting)).toBeVisible();
  await waiting.close();
  const opened = await mine.newPage();
  await open(opened, await linkOf(admin, 'confirmation', other.email));
  await opened.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(opened.getByText(`Hello, ${other.email}`)).toBeVisible();
  await expect(opened).toHaveURL(/\/dashboard\?invite=a-token$/);
  await demand(admin, false);
});

test('an open dashboard is led there by its next refused call, and goes on when nobody asks any more @node', async ({
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of 403/);
  const admin = new Api((await anotherBrowser({ baseURL: node.web })).request);
  await admin.signIn(administrator);
  const browser = await anotherBrowser({ baseURL: node.web });
  const person = new Api(browser.request);
  await person.register();
  const page = await browser.newPage();
  await open(page, '/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard pages' });
  await expect(menu).toBeVisible();
  await demand(admin, true);
  await expect.poll(async () => (await person.send('GET', '/api/links')).status()).toBe(403);
  await menu.getByRole('link', { name: 'My links' }).click();
  await expect(held(page)).toBeVisible();
  await demand(admin, false);
  await expect(held(page)).toHaveCount(0);
  await expect(page).toHaveURL(/tab=my-links/);
  await expect(menu).toBeVisible();
});

test('who is held may choose another language, and sign out @node', async ({ anotherBrowser, watch }) => {
  // The page of the dashboard fetches ahead what it will not show.
  watch.expect(/status of 403|was preloaded using link preload/);
  const admin = new Api((await anotherBrowser({ baseURL: node.web })).request);
  await admin.signIn(administrator);
  await demand(admin, true);
  const browser = await anotherBrowser({ baseURL: node.web });
  await new Api(browser.request).register();
  const page = await browser.newPage();
  await open(page, '/dashboard');
  await expect(held(page)).toBeVisible();
  await page.getByRole('button', { name: 'Tiếng Việt' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Xác nhận địa chỉ email của bạn' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Đăng xuất' }).click();
  await expect(page).toHaveURL(/\/vi$/);
  expect((await new Api(browser.request).send('GET', '/api/me')).status()).toBe(401);
  await demand(admin, false);
});
