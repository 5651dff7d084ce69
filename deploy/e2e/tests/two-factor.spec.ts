import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { Authenticator, protect } from '../support/authenticator.ts';
import { Keys } from '../support/keyboard.ts';
import { fillSignIn, open, phone, signOut } from '../support/pages.ts';
import { readQr } from '../support/qr.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';

/** Modules of light around a code. */
const QUIET_ZONE = 4;
const refused = /status of (401|400)/;

const card = (page: Page): Locator => page.getByRole('region', { name: 'Two-factor authentication' });
const setUpDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Set up two-factor authentication' });
const codeField = (of: Page | Locator): Locator => of.getByLabel('Verification code');
const logIn = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: 'Log in' });
const secondStep = (page: Page): Locator =>
  page.getByRole('heading', { level: 1, name: 'Two-factor authentication', exact: true });

async function toSecondStep(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, email, password);
  await expect(secondStep(page)).toBeVisible();
  await expect(codeField(page)).toBeFocused();
}

/** What the picture says, read from its drawing. */
async function scan(picture: Locator): Promise<string> {
  const size = Number((await picture.getAttribute('viewBox'))?.split(' ')[2]) - 2 * QUIET_ZONE;
  const path = (await picture.locator('path').last().getAttribute('d')) ?? '';
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x} ${y}`));
  const each = Array.from({ length: size }, (_, at) => at + QUIET_ZONE);
  return readQr(each.map((y) => each.map((x) => dark.has(`${x} ${y}`))));
}

async function proveOwner(dialog: Locator, password: string, code: string): Promise<void> {
  await dialog.getByLabel('Current password').fill(password);
  await codeField(dialog).fill(code);
}

test('it is set up by the picture, and then a sign-in asks for a code, each of which works once', async ({
  page,
  api,
  watch,
}) => {
  watch.expect(refused);
  const { email, password } = await api.register();
  await open(page, '/dashboard?tab=profile');
  await card(page).getByRole('button', { name: 'Set up' }).click();
  const dialog = setUpDialog(page);
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Your current password is incorrect')).toBeVisible();
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();

  const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(picture).toBeVisible();
  const { width, height } = (await picture.boundingBox()) ?? {};
  expect([width, height]).toEqual([200, 200]);
  const told = new URL(await scan(picture));
  const secret = told.searchParams.get('secret') ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect([told.protocol, told.host, decodeURIComponent(told.pathname)]).toEqual([
    'otpauth:',
    'totp',
    `/Linkway:${email}`,
  ]);
  await expect(dialog.locator('code')).toHaveText(secret.match(/.{4}/g)?.join(' ') ?? '');

  const app = new Authenticator(secret);
  const turnOn = dialog.getByRole('button', { name: 'Turn on' });
  await turnOn.click();
  await expect(dialog.getByText('Please enter verification code')).toBeVisible();
  await codeField(dialog).fill('12 34');
  await expect(codeField(dialog)).toHaveValue('1234');
  await turnOn.click();
  await expect(dialog.getByText('Verification code must be 6 digits')).toBeVisible();
  await codeField(dialog).fill(app.wrong());
  await turnOn.click();
  await expect(dialog.getByText('Invalid verification code')).toBeVisible();
  await expect(codeField(dialog)).toBeFocused();
  const first = await app.next();
  await codeField(dialog).fill(first);
  await turnOn.click();

  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const kept = await codes.allInnerTexts();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('linkway-recovery-codes.txt');
  const file = await readFile(await download.path(), 'utf8');
  expect(file.trim().split('\n').slice(-10)).toEqual(kept);
  expect(file).toContain(email);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page).getByText(/^On since/)).toBeVisible();
  await expect(card(page).getByText('10 recovery codes left')).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'New recovery codes' })).toBeFocused();

  await signOut(page);
  await toSecondStep(page, email, password);
  await logIn(page).click();
  await expect(page.getByText('Please enter verification code')).toBeVisible();
  // As the app's own clipboard has it; that it was used is no different from wrong.
  await codeField(page).fill(`${first.slice(0, 3)} ${first.slice(3)}`);
  await expect(codeField(page)).toHaveValue(first);
  await logIn(page).click();
  await expect(page.getByText('Invalid verification code')).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(first);
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])),
  ).not.toContain(password);
  await page.keyboard.type(await app.next());
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are logged in')).toBeVisible();
  await page.waitForURL(/\/dashboard/);
});

test('a recovery code stands in for the app once, new ones end the former, and it is turned off', async ({
  page,
  api,
  anotherBrowser,
  watch,
}) => {
  watch.expect(refused);
  test.slow();
  const { email, password } = await api.register();
  const { app, recovery } = await protect(api, password);
  const other = await (await anotherBrowser()).newPage();
  const byRecovery = async (code: string): Promise<void> => {
    await toSecondStep(other, email, password);
    await other.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await expect(other.getByLabel('Recovery code')).toBeFocused();
    await other.getByLabel('Recovery code').fill(code);
    await logIn(other).click();
  };
  await byRecovery((recovery[0] ?? '').toUpperCase().replace('-', ' '));
  await other.waitForURL(/\/dashboard/);
  await signOut(other);
  await byRecovery(recovery[0] ?? '');
  await expect(other.getByText('Invalid verification code')).toBeVisible();
  await other.getByRole('button', { name: 'Back to email and password' }).click();
  await expect(other.getByLabel('Email')).toHaveValue(email);
  await expect(other.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(other.getByLabel('Password', { exact: true })).toHaveValue('');

  await open(page, '/dashboard?tab=profile');
  await expect(card(page).getByText('9 recovery codes left')).toBeVisible();
  await card(page).getByRole('button', { name: 'New recovery codes' }).click();
  const renew = page.getByRole('dialog', { name: 'New recovery codes' });
  await proveOwner(renew, password, app.wrong());
  await renew.getByRole('button', { name: 'Make new codes' }).click();
  await expect(renew.getByText('Invalid verification code')).toBeVisible();
  await codeField(renew).fill(await app.next());
  await renew.getByRole('button', { name: 'Make new codes' }).click();
  const codes = renew.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const fresh = await codes.allInnerTexts();
  // Back asks, as Esc does.
  await page.goBack();
  await page.getByRole('button', { name: 'Back to the codes' }).click();
  await renew.getByRole('button', { name: 'I have kept them' }).click();
  await expect(card(page).getByText('10 recovery codes left')).toBeVisible();

  await byRecovery(recovery[1] ?? '');
  await expect(other.getByText('Invalid verification code')).toBeVisible();
  await other.getByLabel('Recovery code').fill(fresh[0] ?? '');
  await logIn(other).click();
  await other.waitForURL(/\/dashboard/);

  await card(page).getByRole('button', { name: 'Turn off' }).click();
  const turnOff = page.getByRole('dialog', { name: 'Turn off two-factor authentication' });
  await turnOff.getByLabel('Current password').fill('not the password');
  await turnOff.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await turnOff.getByLabel('Recovery code').fill(fresh[1] ?? '');
  await turnOff.getByRole('button', { name: 'Turn off' }).click();
  await expect(turnOff.getByText('Your current password is incorrect')).toBeVisible();
  await turnOff.getByLabel('Current password').fill(password);
  await turnOff.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-factor authentication is off')).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Set up' })).toBeFocused();

  await signOut(other);
  await other.goto('/login');
  await fillSignIn(other, email, password);
  await other.waitForURL(/\/dashboard/);
});

test('it is set up, asked for and left again without a mouse', async ({ page, api, watch }) => {
  watch.expect(refused);
  const { email, password } = await api.register();
  const keys = await Keys.of(page);
  await open(page, '/dashboard?tab=profile');
  await keys.toAndPress(card(page).getByRole('button', { name: 'Set up' }));
  const dialog = setUpDialog(page);
  await keys.at(dialog.getByLabel('Current password'));
  await keys.press('Escape');
  await expect(dialog).toBeHidden();
  await keys.at(card(page).getByRole('button', { name: 'Set up' }));
  await keys.press('Enter');
  await keys.at(dialog.getByLabel('Current password'));
  await keys.type(password);
  await keys.press('Enter');
  await keys.at(codeField(dialog));
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const app = new Authenticator(secret);
  await keys.press('Escape');
  await keys.at(page.getByRole('button', { name: 'Go on' }));
  await keys.press('Enter');
  await keys.to(codeField(dialog));
  await keys.type(await app.next());
  await keys.press('Enter');
  await keys.reads(dialog.getByRole('heading', { name: 'Keep your recovery codes' }));
  await keys.to(dialog.getByRole('button', { name: 'Download' }));
  await keys.press('Escape');
  await keys.at(page.getByRole('button', { name: 'Back to the codes' }));
  await keys.press('Enter');
  await keys.toAndPress(dialog.getByRole('button', { name: 'I have kept them' }));
  await keys.at(card(page).getByRole('button', { name: 'New recovery codes' }));

  await signOut(page);
  await open(page, '/login');
  await keys.at(page.getByLabel('Email'));
  await keys.type(email);
  await keys.to(page.getByLabel('Password', { exact: true }));
  await keys.type(password);
  await keys.press('Enter');
  await keys.at(codeField(page));
  await keys.toAndPress(page.getByRole('button', { name: 'Use a recovery code instead' }));
  await keys.at(page.getByLabel('Recovery code'));
  await keys.toAndPress(page.getByRole('button', { name: 'Use your authenticator app instead' }));
  await keys.at(codeField(page));
  await keys.toAndPress(page.getByRole('button', { name: 'Back to email and password' }));
  await keys.at(page.getByLabel('Password', { exact: true }));
  await keys.type(password);
  await keys.press('Enter');
  await keys.at(codeField(page));
  await keys.type(await app.next());
  await keys.press('Enter');
  await keys.reads(page.getByRole('heading', { level: 1, name: 'Overview' }));
});

test('on a phone and in Vietnamese it is the same', async ({ api, anotherBrowser, watch }) => {
  watch.expect(refused);
  const { email, password } = await api.register();
  const context = await anotherBrowser(phone);
  await remember(context, 'language', 'vi');
  await new Api(context.request).ok('POST', '/api/auth/login', { email, password });
  const page = await context.newPage();
  await open(page, '/dashboard?tab=profile');
  const block = page.getByRole('region', { name: 'Xác thực hai bước' });
  await block.getByRole('button', { name: 'Thiết lập' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Thiết lập xác thực hai bước' });
  await dialog.getByLabel('Mật khẩu hiện tại').fill(password);
  await dialog.getByRole('button', { name: 'Tiếp tục' }).tap();
  // The phone cannot scan its own screen.
  const link = dialog.getByRole('link', { name: 'Mở trong ứng dụng trên điện thoại này' });
  await expect(link).toBeVisible();
  const app = new Authenticator(new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? '');
  const field = dialog.getByLabel('Mã xác thực');
  await field.fill(app.wrong());
  await dialog.getByRole('button', { name: 'Bật' }).tap();
  await expect(dialog.getByText('Mã xác thực không đúng')).toBeVisible();
  await field.fill(await app.next());
  await dialog.getByRole('button', { name: 'Bật' }).tap();
  await dialog.getByRole('button', { name: 'Tôi đã lưu các mã' }).tap();
  await expect(block.getByText('Còn 10 mã khôi phục')).toBeVisible();

  await context.clearCookies({ name: /^(?!language)/ });
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Đăng nhập' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Xác thực hai bước' })).toBeVisible();
  await page.getByLabel('Mã xác thực').fill(await app.next());
  await page.getByRole('main').getByRole('button', { name: 'Đăng nhập' }).tap();
  await page.waitForURL(/\/dashboard/);
});
