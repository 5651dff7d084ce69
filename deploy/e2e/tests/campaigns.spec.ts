import type { Locator, Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { figure, open, phone } from '../support/pages.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';

const tab = '/dashboard?tab=campaigns';

const row = (page: Page, text: string): Locator => page.locator('main [data-row]').filter({ hasText: text });
const createButton = (page: Page): Locator => page.locator('main [data-main-action] button').first();
const campaign = (name: string, more: object = {}) => ({
  name,
  start_date: '2030-01-01',
  end_date: '2030-01-31',
  ...more,
});

test('a campaign is made, changed, paused, given a link, which is taken out, and deleted', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await api.register();
  await open(page, tab);
  await expect(page.getByText('No campaigns yet')).toBeVisible();

  await createButton(page).click();
  const form = page.getByRole('dialog', { name: 'Create campaign' });
  const save = form.getByRole('button', { name: 'Create campaign' });
  await expect(form.getByText(/links of a paused campaign open as before/)).toBeVisible();
  await save.click();
  await expect(form.getByText('Please enter campaign name')).toBeVisible();
  await expect(form.getByText('Please choose the first and the last day')).toHaveCount(2);
  await form.getByLabel('Campaign name').fill('Spring sale');
  await form.getByLabel('Start date').fill('31/03/2030');
  await form.getByLabel('End date').fill('01/03/2030');
  await form.getByLabel('Budget').fill('1,200.505');
  await save.click();
  await expect(form.getByText('The last day must not be before the first')).toBeVisible();
  await expect(form.getByText('USD has 2 decimal places at most')).toBeVisible();
  await form.getByLabel('Start date').fill('01/03/2030');
  await form.getByLabel('End date').fill('31/03/2030');
  await form.getByLabel('Budget').fill('1,200.29');
  await form.getByLabel('Budget').blur();
  await expect(form.getByText('That is $1,200.29.')).toBeVisible();
  await save.click();
  await expect(page.getByText('New campaign created successfully!')).toBeVisible();
  await expect(form).toBeHidden();
  const line = row(page, 'Spring sale');
  await expect(line).toContainText('01/03/2030 – 31/03/2030');
  await expect(line).toContainText('$1,200.29');
  await expect(line.getByText('Draft')).toBeVisible();
  await expect(figure(page, 'Running now')).toHaveText('0');
  const { data } = await api.ok<{ data: { id: string; budget: number; start_date: string }[] }>(
    'GET',
    '/api/campaigns',
  );
  expect(data).toMatchObject([{ budget: 120_029, start_date: '2030-03-01', end_date: '2030-03-31' }]);

  await line.getByRole('button', { name: /^Edit/ }).click();
  const edit = page.getByRole('dialog', { name: /^Edit/ });
  await edit.getByLabel('Target audience').fill('Students');
  await edit.getByLabel('Currency').click();
  await page.getByTitle('VND').click();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit.getByText('VND has no decimal places')).toBeVisible();
  await edit.getByLabel('Budget').fill('1.500.000');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Campaign updated successfully!')).toBeVisible();
  await expect(line).toContainText('₫1,500,000');

  await line.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Run' }).click();
  await expect(page.getByText('Campaign status updated successfully!')).toBeVisible();
  await expect(line.getByText('Running')).toBeVisible();
  await expect(figure(page, 'Running now')).toHaveText('1');

  const campaign_id = data[0]?.id;
  const link = await api.createLink({ url: 'https://example.com/sale', title: 'The sale', campaign_id });
  await line.getByRole('link', { name: 'Spring sale' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Spring sale' })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`campaign=${campaign_id}`));
  await expect(page.getByText('Students')).toBeVisible();
  await expect(figure(page, 'Links')).toHaveText('1');
  await expect(figure(page, 'Cost per click')).toContainText('–');
  const inIt = row(page, 'The sale');
  await inIt.getByRole('button', { name: /^Copy/ }).click();
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.short_url);

  expect((await fetch(link.short_url, { redirect: 'manual' })).status).toBe(302);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  // The status is for those who look at it.
  expect((await fetch(link.short_url, { redirect: 'manual' })).status).toBe(302);

  await inIt.getByRole('button', { name: /out of this campaign$/ }).click();
  await expect(page.getByText('No links in this campaign yet')).toBeVisible();
  await expect(figure(page, 'Links')).toHaveText('0');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(inIt).toBeVisible();
  await expect(figure(page, 'Links')).toHaveText('1');

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: /^Delete/ });
  await expect(question.getByText(/^Its links stay and open as before/)).toBeVisible();
  await question.getByRole('button', { name: 'Delete campaign' }).click();
  await expect(page.getByText('Campaign deleted successfully!')).toBeVisible();
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await expect
    .poll(async () => (await api.ok<{ campaign_id?: string | null }>('GET', `/api/links/${link.id}`)).campaign_id)
    .toBeNull();
});

test('a campaign that there is not says so, and leads back', async ({ page, api, watch }) => {
  watch.expect(/status of 40[04]/);
  await api.register();
  for (const id of ['01a1f8b9-0000-7000-8000-000000000001', 'none']) {
    await open(page, `${tab}&campaign=${id}`);
    await expect(page.getByText('There is no such campaign')).toBeVisible();
    await page.getByRole('button', { name: 'All campaigns' }).click();
    await expect(page.getByText('No campaigns yet')).toBeVisible();
    await expect(page).toHaveURL(/tab=campaigns$/);
  }
});

test('clicks of people are added up, with what each of them costs', async ({ page, api }) => {
  await api.register();
  const { id } = await api.ok<{ id: string }>('POST', '/api/campaigns', campaign('Counted', { budget: 300 }));
  const link = await api.createLink({ url: 'https://example.com/counted', campaign_id: id });
  const agent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  for (let visits = 0; visits < 2; visits += 1)
    expect((await fetch(link.short_url, { redirect: 'manual', headers: { 'user-agent': agent } })).status).toBe(302);
  await expect(async () => {
    await open(page, `${tab}&campaign=${id}`);
    await expect(figure(page, 'Clicks of people')).toHaveText('2', { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await expect(figure(page, 'Cost per click')).toHaveText('$1.50');
  await expect(row(page, link.short_code)).toContainText('2');
});

test('what was typed of a campaign is there again after a reload', async ({ page, api }) => {
  await api.register();
  await open(page, tab);
  await createButton(page).click();
  const form = page.getByRole('dialog', { name: 'Create campaign' });
  await form.getByLabel('Campaign name').fill('Half typed');
  await form.getByLabel('Start date').fill('01/03/2030');
  await form.getByLabel('Budget').fill('12.5');
  await page.reload();
  await createButton(page).click();
  await expect(form.getByText('Your unsaved changes are back.')).toBeVisible();
  await expect(form.getByLabel('Campaign name')).toHaveValue('Half typed');
  await expect(form.getByLabel('Start date')).toHaveValue('01/03/2030');
  await expect(form.getByLabel('Budget')).toHaveValue('12.5');
  // No way out takes it away without a question.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
  await createButton(page).click();
  await expect(form.getByLabel('Campaign name')).toHaveValue('');
});

test('a day is the same one in every time zone', async ({ anotherBrowser }) => {
  for (const timezoneId of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
    const context = await anotherBrowser({ timezoneId });
    const page = await context.newPage();
    const api = new Api(context.request);
    await api.register();
    await api.ok('POST', '/api/campaigns', campaign('Of a day'));
    await open(page, tab);
    const line = row(page, 'Of a day');
    await expect(line).toContainText('01/01/2030 – 31/01/2030');
    await line.getByRole('button', { name: /^Edit/ }).click();
    const form = page.getByRole('dialog', { name: /^Edit/ });
    await expect(form.getByLabel('End date')).toHaveValue('31/01/2030');
    await form.getByLabel('End date').click();
    await page.locator('.ant-picker-dropdown:visible').getByTitle('2030-01-30').click();
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(line).toContainText('01/01/2030 – 30/01/2030');
  }
});

test('campaigns are found by name and status, sorted, and turned page by page, as the address says', async ({
  page,
  api,
}) => {
  await api.register();
  for (let number = 1; number <= 11; number += 1)
    await api.ok('POST', '/api/campaigns', campaign(`Campaign ${String(number).padStart(2, '0')}`));
  await api.ok('POST', '/api/campaigns', campaign('Ẩm thực', { status: 'active' }));
  await open(page, tab);
  await expect(page.locator('main [data-row]')).toHaveCount(10);
  await page.getByTitle('Next Page').click();
  await expect(page.locator('main [data-row]')).toHaveCount(2);
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('searchbox').fill('am thuc');
  await expect(page.locator('main [data-row]')).toHaveCount(1);
  await expect(page).toHaveURL(/search=am\+thuc/);
  await page.getByRole('searchbox').fill('');
  await expect(page.locator('main [data-row]')).toHaveCount(10);
  await page.getByLabel('Status').click();
  await page.getByTitle('Running').click();
  await expect(page.locator('main [data-row]')).toHaveCount(1);
  await page.goBack();
  await page.getByLabel('Order').click();
  await page.getByTitle('By name').click();
  await expect(page.locator('main [data-row]').first()).toContainText('Ẩm thực');
  await page.reload();
  await expect(page.locator('main [data-row]').first()).toContainText('Ẩm thực');
});

test('speaks Vietnamese, and a long name widens no page on a phone', async ({ anotherBrowser }) => {
  const context = await anotherBrowser(phone);
  await remember(context, 'language', 'vi');
  const page = await context.newPage();
  const api = new Api(context.request);
  await api.register();
  const name = `Tết${'dài'.repeat(30)}`;
  const { id } = await api.ok<{ id: string }>(
    'POST',
    '/api/campaigns',
    campaign(name, { status: 'active', budget: 9_000_000_000_000, currency: 'VND', description: 'x'.repeat(400) }),
  );
  await open(page, tab);
  await expect(row(page, name).getByText('Đang chạy')).toBeVisible();
  await expect(row(page, name)).toContainText('9.000.000.000.000');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);
  await open(page, `${tab}&campaign=${id}`);
  await expect(page.getByText('Chiến dịch chưa có liên kết nào')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);
  await page.getByRole('button', { name: 'Sửa', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Ngày kết thúc').fill('01/01/2029');
  await form.getByRole('button', { name: 'Lưu thay đổi' }).click();
  await expect(form.getByText('Ngày kết thúc không được trước ngày bắt đầu')).toBeVisible();
  await form.getByLabel('Ngày kết thúc').fill('01/02/2030');
  await form.getByRole('button', { name: 'Lưu thay đổi' }).click();
  await expect(page.getByText('Đã cập nhật chiến dịch!')).toBeVisible();
  await expect(page.getByText('01/01/2030 – 01/02/2030').first()).toBeVisible();
});

test('a message that goes while a button is pressed does not move it away from the press', async ({ page, api }) => {
  await api.register();
  await open(page, tab);
  await page.getByRole('button', { name: 'Create campaign' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create campaign' });
  const name = form.getByLabel('Campaign name');
  await name.focus();
  await page.keyboard.press('Tab');
  const message = form.getByText('Please enter campaign name');
  await expect(message).toBeVisible();
  await name.fill('Spring');
  const box = await form.getByRole('button', { name: 'Create campaign' }).boundingBox();
  if (!box) throw new Error('there is no button');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // As long as people press.
  await page.waitForTimeout(400);
  await expect(message).toBeVisible();
  await page.mouse.up();
  await expect(form.getByText('Please choose the first and the last day').first()).toBeVisible();
  await expect(message).toBeHidden();
});
