import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { fillSignIn, open, phone } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const DARK = 'rgb(14, 16, 22)';
const choose = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name }).first().click();

for (const [path, most] of [
  ['/login', 4],
  ['/register', 4],
] as const) {
  test(`${path} brings no antd, and has its form before any script`, async ({ page }) => {
    const scripts: string[] = [];
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script') scripts.push(await response.text());
    });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/main\..*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${path}?return=%2Fdashboard%3Ftab%3Dmy-links`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Linkway' })).toBeVisible();
    // What is typed by then stays, and so does the place of who types. The browser itself sends nothing.
    const submit = page.locator('main button[type="submit"]');
    await expect(submit).toBeDisabled();
    await page.getByLabel('Email').fill('ann@example.com');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('a-secre');
    await password.press('Enter');
    // Who goes on writing did not mean to send it yet.
    await password.pressSequentially('t');
    expect(page.url()).not.toContain('secre');
    release();
    await expect(submit).toBeEnabled();
    await expect(page.getByLabel('Email')).toHaveValue('ann@example.com');
    await expect(password).toHaveValue('a-secret');
    await expect(password).toBeFocused();
    expect(page.url()).not.toContain('secret');
    const other = path === '/login' ? '/register' : '/login';
    await expect(page.getByRole('main').locator(`a[href^="${other}"]`)).toHaveAttribute(
      'href',
      `${other}?return=%2Fdashboard%3Ftab%3Dmy-links`,
    );
    await page.waitForLoadState('networkidle');
    expect(scripts.length).toBeLessThanOrEqual(most);
    expect(scripts.filter((script) => /ant-btn|ant-design/.test(script))).toEqual([]);
    expect(await page.locator('[class*="ant-"]').count()).toBe(0);
    await page.reload();
    await expect(page.getByLabel('Email')).toHaveValue('ann@example.com');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  });
}

test('what is said on the sign-in, the registration and the landing page follows the language', async ({
  page,
  watch,
  request,
}) => {
  watch.expect(/status of (401|409|503)/);
  const { email } = await new Api(request).register();
  await page.goto('/login');
  await fillSignIn(page, email, 'not-the-password');
  const refusal = page.getByRole('main').getByRole('alert').filter({ hasText: /./ });
  await expect(refusal).toHaveText('Email or password is incorrect');
  await expect(refusal).toBeFocused();
  await choose(page, 'Tiếng Việt');
  await expect(refusal).toHaveText('Email hoặc mật khẩu không đúng');

  await page.goto('/register');
  await page.getByRole('main').getByRole('button', { name: 'Tạo tài khoản' }).click();
  await expect(page.getByText('Vui lòng nhập họ và tên')).toBeVisible();
  await choose(page, 'English');
  await expect(page.getByText('Please enter your full name')).toBeVisible();
  await page.getByLabel('Full name').fill('Linh Tran');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a-password');
  await page.getByLabel('Confirm password').fill('a-password');
  await page.getByLabel('I accept').check();
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This email has already been registered')).toBeVisible();
  await choose(page, 'Tiếng Việt');
  await expect(page.getByText('Email này đã được đăng ký')).toBeVisible();
  await page.getByRole('link', { name: 'Đăng nhập bằng email này' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeFocused();

  await page.goto('/');
  await page.getByLabel('Liên kết dài của bạn').fill('example.com');
  await page.getByLabel('Liên kết dài của bạn').press('Enter');
  await expect(page.getByText(/^URL không hợp lệ/)).toBeVisible();
  await choose(page, 'English');
  await expect(page.getByText(/^Invalid URL/)).toBeVisible();
});

test('without a connection the sign-in says so in view, and goes on with what was typed', async ({
  page,
  context,
  request,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  const { email, password } = await new Api(request).register();
  await page.setViewportSize({ width: 390, height: 420 });
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await context.setOffline(true);
  const button = page.getByRole('main').getByRole('button', { name: 'Log in' });
  await button.click();
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Login failed' });
  await expect(alert).toContainText('Check your connection');
  await expect(alert).toBeFocused();
  await expect(alert).toBeInViewport({ ratio: 1 });
  await context.setOffline(false);
  await button.click();
  await page.waitForURL(/\/dashboard/);
});

test('language and theme outlive a sign-out and a reload, and follow in a second tab', async ({
  page,
  context,
  api,
}) => {
  await api.register();
  await open(page, '/dashboard');
  const second = await context.newPage();
  await open(second, '/dashboard?tab=create');

  const account = page.getByRole('banner').getByRole('button', { name: /^Account of/ });
  await expect(page.getByRole('banner').getByRole('button', { name: 'Dark' })).toBeHidden();
  await account.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).press('Enter');
  await expect.poll(() => background(page)).toBe(DARK);
  await expect.poll(() => background(second)).toBe(DARK);
  await page.getByRole('group', { name: 'Language' }).getByRole('button', { name: 'Tiếng Việt' }).click();
  for (const tab of [page, second]) await expect(tab.locator('html')).toHaveAttribute('lang', 'vi');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Tạo liên kết');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Tài khoản/ })).toBeFocused();
  await second.close();

  await page.getByRole('button', { name: /^Tài khoản/ }).click();
  await page.getByRole('button', { name: 'Đăng xuất' }).click();
  await page.waitForURL((url) => url.pathname === '/vi');
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBeNull();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Rút gọn' })).toBeVisible();
  expect(await background(page)).toBe(DARK);
});

test('a page of a short link has the theme that was chosen, and the app the language chosen there', async ({
  page,
  watch,
}) => {
  watch.expect(/status of 404/);
  await page.goto('/');
  await choose(page, 'Dark');
  await page.goto('/zzzzzz');
  await expect.poll(() => background(page)).toBe(DARK);
  await page.getByRole('link', { name: 'Tiếng Việt' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đăng nhập Linkway');
});

test('the eye shows the password, by a name that says so and a target for a finger', async ({ anotherBrowser }) => {
  const page = await (await anotherBrowser(phone)).newPage();
  await page.goto('/register');
  await page.getByLabel('Password', { exact: true }).fill('readable');
  const eye = page.getByRole('button', { name: 'Show password' });
  const size = await eye.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await eye.click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused();
  for (const input of await page.locator('main input').all())
    expect(await input.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThan(
      15,
    );
});

for (const language of ['en', 'vi']) {
  test(`the public header stands in one line from a tablet on (${language})`, async ({
    context,
    page,
    api,
    linkway,
  }) => {
    await context.addCookies([{ name: 'language', value: language, url: linkway.web }]);
    const check = async (path: string): Promise<void> => {
      for (const width of [768, 820, 900, 1024]) {
        await page.setViewportSize({ width, height: 800 });
        await open(page, path);
        const shown = await page.getByRole('banner').evaluate((header) => ({
          height: header.getBoundingClientRect().height,
          tooWide: document.documentElement.scrollWidth > window.innerWidth,
        }));
        expect(shown, `${path} at ${width} px`).toEqual({ height: 65, tooWide: false });
      }
    };
    await check('/login');
    await api.register();
    await check('/terms');
  });
}
