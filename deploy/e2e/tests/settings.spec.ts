import type { Locator, Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { noNetwork } from '../support/failing.ts';
import { fillSignIn, open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
const language = (page: Page) => page.locator('html').getAttribute('lang');
const menu = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /@/ });
const save = (page: Page) => page.getByRole('button', { name: /^(Save|Lưu)$/ });
const chosen = async (api: Api) => (await api.ok<{ chosen: Record<string, string | null> }>('GET', '/api/me')).chosen;
/** Told after the answer of the page itself. */
const eventually = { timeout: 15_000 };

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  // The menu of the account has buttons of these names.
  await page.locator(`div[title="${option}"]:visible`).click();
}

test('display mode and language are saved together, and go along into another browser', async ({
  page,
  api,
  anotherBrowser,
}) => {
  const { email, password } = await api.register();
  await open(page, '/dashboard?tab=settings');
  await expect(save(page)).toBeDisabled();
  let changes = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes += 1;
  });
  await choose(page, 'Display mode', 'Dark');
  await choose(page, 'Language', 'Tiếng Việt');
  expect(await theme(page)).toBe('light');
  await save(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cài đặt' })).toBeVisible();
  await expect.poll(() => theme(page)).toBe('dark');
  await expect(save(page)).toBeDisabled();
  expect(changes).toBe(1);
  // The time zone was not touched, so none is chosen.
  expect(await chosen(api)).toEqual({
    display_mode: 'dark',
    language: 'vi',
    timezone: null,
    default_domain: null,
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Cài đặt' })).toBeVisible();

  const other = await (await anotherBrowser()).newPage();
  await other.goto('/login');
  await fillSignIn(other, email, password);
  await other.waitForURL(/\/dashboard/);
  await expect.poll(() => language(other), eventually).toBe('vi');
  expect(await theme(other)).toBe('dark');
  // A browser that is signed in already follows as well.
  await api.ok('PATCH', '/api/me/settings', { language: 'en', display_mode: 'light' });
  await other.reload();
  await expect.poll(() => language(other), eventually).toBe('en');
  expect(await theme(other)).toBe('light');
});

test('what was changed and not saved is not left without a question', async ({ page, api }) => {
  await api.register();
  await open(page, '/dashboard?tab=settings');
  const overview = page.getByRole('navigation').getByRole('link', { name: 'Overview' });
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await page.getByRole('switch', { name: 'Email notifications' }).click();
  await choose(page, 'Display mode', 'Dark');
  await overview.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked();
  await overview.click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  expect((await chosen(api)).display_mode).toBeNull();
  await page.goBack();
  await expect(page.getByRole('switch', { name: 'Email notifications' })).toBeChecked();
  // Nothing is changed any more, so nothing is asked.
  await overview.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('the menu of the account saves at once, and is in the form', async ({ page, api }) => {
  await api.register();
  await open(page, '/dashboard?tab=settings');
  await menu(page).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect.poll(() => theme(page)).toBe('dark');
  await expect.poll(async () => (await chosen(api)).display_mode, eventually).toBe('dark');
  await page.getByRole('banner').getByRole('button', { name: 'Tiếng Việt' }).click();
  await expect.poll(async () => (await chosen(api)).language, eventually).toBe('vi');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Tối', { exact: true })).toBeVisible();
  await expect(save(page)).toBeDisabled();
});

test('what is chosen without a network stays, and is saved when there is one', async ({ page, api, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await api.register();
  await open(page, '/dashboard?tab=my-links');
  await page.route('**/api/me/settings', noNetwork);
  await menu(page).click();
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Dark' }).click();
  await failed;
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await theme(page)).toBe('dark');
  expect((await chosen(api)).display_mode).toBeNull();
  await page.unroute('**/api/me/settings');
  await expect.poll(async () => (await chosen(api)).display_mode, eventually).toBe('dark');
  expect(await theme(page)).toBe('dark');
});

test('the last choice holds: one made before the sign-in goes along, an older one gives way', async ({
  api,
  anotherBrowser,
}) => {
  const { email, password } = await api.register();
  const guest = await (await anotherBrowser()).newPage();
  await guest.goto('/');
  await guest.getByRole('banner').getByRole('button', { name: 'Dark' }).click();
  await api.ok('PATCH', '/api/me/settings', { language: 'vi', display_mode: 'light', chosen_seconds_ago: 3_600 });
  await guest.goto('/login');
  await fillSignIn(guest, email, password);
  await guest.waitForURL(/\/dashboard/);
  await expect.poll(() => language(guest), eventually).toBe('vi');
  await expect.poll(async () => (await chosen(api)).display_mode, eventually).toBe('dark');
  expect(await theme(guest)).toBe('dark');
});

test('periods and dates are in the time zone that was chosen', async ({ page, api }) => {
  await api.register();
  const link = await api.createLink({ url: 'https://example.com/', expires_at: '2030-01-01T12:00:00Z' });
  await open(page, '/dashboard?tab=profile');
  await expect(page.getByText('As in this browser (Asia/Ho_Chi_Minh)')).toBeVisible();
  await open(page, '/dashboard?tab=settings');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Kiritimati');
  await page.getByTitle('Pacific/Kiritimati').click();
  await save(page).click();
  await expect(page.getByText('Your settings are saved')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await open(page, '/dashboard?tab=analytics');
  await expect(page.getByText(/Pacific\/Kiritimati/).first()).toBeVisible();
  // The days of the account, of which the page asks once, before its scripts are there.
  const questions = asked.filter((url) => url.includes('/api/analytics/overview'));
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' });
  const first = day.format(Date.now() - 29 * 86_400_000);
  expect(questions).toHaveLength(1);
  expect(questions[0]).toContain(`from=${first}&timezone=Pacific/Kiritimati`);
  await open(page, '/dashboard?tab=my-links');
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  // Fourteen hours before UTC.
  await expect(page.getByRole('dialog').locator('input[value="02/01/2030 02:00"]')).toHaveCount(1);
  await open(page, '/dashboard?tab=profile');
  await expect(page.getByText('Pacific/Kiritimati')).toBeVisible();
  expect(link.id).toBeTruthy();
});

test('links have a default domain, and leave when they have expired, once that is chosen', async ({ page, api }) => {
  await api.register();
  const { data } = await api.ok<{ data: { id: string; domain_name: string }[] }>('GET', '/api/domains');
  const [main] = data;
  if (!main) throw new Error('no domain');
  await open(page, '/dashboard?tab=settings');
  const saveLinks = page.getByRole('button', { name: 'Save link settings' });
  const expired = page.getByRole('switch', { name: 'Delete expired links' });
  await expect(saveLinks).toBeDisabled();
  await page.getByRole('combobox', { name: 'Default domain' }).click();
  await page.locator(`div[title="${main.domain_name}"]:visible`).click();
  await expired.click();
  await saveLinks.click();
  await expect(page.getByText('Your settings are saved')).toBeVisible();
  await expect(saveLinks).toBeDisabled();
  expect(await api.ok('GET', '/api/me/settings')).toMatchObject({ default_domain: main.id, auto_delete_links: true });
  await page.reload();
  await expect(expired).toBeChecked();
  await expect.poll(async () => (await chosen(api)).default_domain, eventually).toBe(main.id);
  const refused = await api.send('PATCH', '/api/me/settings', { default_domain: crypto.randomUUID() });
  expect(refused.status()).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'links.domain_unavailable' });
  await open(page, '/dashboard?tab=create');
  await expect(page.locator('main').getByTitle(main.domain_name)).toBeVisible();
});
