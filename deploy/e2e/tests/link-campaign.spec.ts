import type { Locator, Page } from '@playwright/test';
import type { Api, MadeLink } from '../support/api.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const rows = (page: Page) => page.locator('main [data-row]');
const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title });
const addressOf = ({ short_url }: MadeLink) => short_url.replace(/^https?:\/\//, '');
const option = (page: Page, name: string) =>
  page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: name });
const newCampaign = (api: Api, name: string, status = 'active'): Promise<{ id: string }> =>
  api.ok('POST', '/api/campaigns', { name, status, start_date: '2026-11-01', end_date: '2099-12-31' });

async function choose(page: Page, field: Locator, typed: string, name: string): Promise<void> {
  await field.fill(typed);
  await option(page, name).click();
}
async function openMenu(page: Page, link: MadeLink, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${addressOf(link)}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a link is made in a campaign, found by it, moved to another one, duplicated and told of', async ({
  page,
  api,
  linkway,
}) => {
  await api.register();
  const spring = await newCampaign(api, 'Spring sale');
  await newCampaign(api, 'Tết 2027', 'draft');
  await api.createLink({ url: `${linkway.destination}/other`, title: 'Other' });

  await open(page, '/dashboard?tab=create');
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/one`);
  await page.getByLabel('Title').fill('One');
  const field = page.getByRole('combobox', { name: /^Campaign/ });
  await field.click();
  await expect(option(page, 'Tết 2027')).toHaveText('Tết 2027Draft');
  await choose(page, field, 'SPRING', 'Spring sale');
  await page.locator('form button[type=submit]').click();
  const made = page.getByRole('region', { name: 'Your link is ready' });
  await expect(made.getByRole('link', { name: 'Campaign: Spring sale' })).toHaveAttribute(
    'href',
    `/dashboard?tab=campaigns&campaign=${spring.id}`,
  );
  await expect(page.locator('form')).toContainText('No campaign');

  await open(page, '/dashboard?tab=my-links');
  await expect(rowOf(page, 'One').getByRole('link', { name: 'Campaign: Spring sale' })).toBeVisible();
  const filter = page.getByRole('combobox', { name: 'Filter by campaign' });
  await choose(page, filter, 'spring', 'Spring sale');
  await expect(page).toHaveURL(new RegExp(`campaign=${spring.id}`));
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('search')).toContainText('Spring sale');

  const { data } = await api.ok<{ data: MadeLink[] }>('GET', `/api/links?campaign_id=${spring.id}`);
  const [one] = data as [MadeLink];
  await page.getByRole('button', { name: `Edit ${addressOf(one)}` }).click();
  const drawer = page.getByRole('dialog', { name: `Edit ${addressOf(one)}` });
  await expect(drawer).toContainText('Spring sale');
  await choose(page, drawer.getByRole('combobox', { name: /^Campaign/ }), 'tet', 'Tết 2027');
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('No link matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all links' }).click();
  await expect(rowOf(page, 'One').getByRole('link', { name: 'Campaign: Tết 2027' })).toBeVisible();

  await openMenu(page, one, 'History');
  const history = page.getByRole('dialog', { name: `History of ${addressOf(one)}` });
  const versions = history.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await expect(versions.first()).toContainText(/Campaign.?Spring sale.? → .?Tết 2027/);
  // What a link does is restored, not where it belongs.
  await versions
    .nth(1)
    .getByRole('button', { name: /^Restore this version of/ })
    .click();
  const question = page.getByRole('dialog', { name: /^Restore the version of/ });
  await expect(question).toContainText('The campaign stays as it is now.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();

  await openMenu(page, one, 'Duplicate');
  await expect(page.getByLabel('Destination URL')).toHaveValue(`${linkway.destination}/one`);
  await expect(page.locator('form')).toContainText('Tết 2027');
  await page.locator('form button[type=submit]').click();
  await expect(made.getByRole('link', { name: 'Campaign: Tết 2027' })).toBeVisible();
});

test('many links are put into a campaign, taken out of it, and put back', async ({ page, api, linkway }) => {
  await api.register();
  const spring = await newCampaign(api, 'Spring sale');
  const links = [];
  for (const title of ['One', 'Two'])
    links.push(await api.createLink({ url: `${linkway.destination}/${title}`, title }));
  await api.createLink({ url: `${linkway.destination}/three`, title: 'Three', campaign_id: spring.id });
  const of = async (campaign = spring) =>
    (await api.ok<{ data: MadeLink[] }>('GET', `/api/links?campaign_id=${campaign.id}`)).data.length;
  const put = async (campaign: string) => {
    await page
      .getByRole('group', { name: 'Actions for what is selected' })
      .getByRole('button', { name: 'Change' })
      .click();
    const dialog = page.getByRole('dialog', { name: /^Change \d links?$/ });
    await dialog.getByRole('combobox', { name: /^What to change/ }).click();
    await option(page, 'Set campaign').click();
    const save = dialog.getByRole('button', { name: /^Change \d/ });
    await save.click();
    await expect(dialog.getByText('Choose a campaign, or none')).toBeVisible();
    await dialog.getByRole('combobox', { name: /^Campaign/ }).click();
    await option(page, campaign).click();
    await save.click();
    await expect(dialog).toBeHidden();
  };

  await open(page, '/dashboard?tab=my-links');
  for (const link of links) await page.getByRole('checkbox', { name: `Select ${addressOf(link)}` }).check();
  await put('Spring sale');
  await expect(page.getByText('2 links changed')).toBeVisible();
  await expect(rows(page).getByRole('link', { name: 'Campaign: Spring sale' })).toHaveCount(3);
  expect(await of()).toBe(3);

  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await put('No campaign');
  await expect(page.getByText('3 links changed')).toBeVisible();
  await expect(rows(page).getByRole('link', { name: 'Campaign: Spring sale' })).toHaveCount(0);
  expect(await of()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(rows(page).getByRole('link', { name: 'Campaign: Spring sale' })).toHaveCount(3);
});

test('a campaign of the address is chosen for a new link, whose form keeps what was typed; one that is gone is said to be', async ({
  page,
  api,
  linkway,
  watch,
}) => {
  watch.expect(/status of 40[04]/);
  await api.register();
  const spring = await newCampaign(api, 'Spring sale');
  await open(page, '/dashboard?tab=create');
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/one`);
  await open(page, `/dashboard?tab=create&campaign=${spring.id}`);
  await expect(page.locator('form')).toContainText('Spring sale');
  await expect(page.getByLabel('Destination URL')).toHaveValue(`${linkway.destination}/one`);
  await expect(page).not.toHaveURL(/campaign=/);
  await page.reload();
  await expect(page.locator('form')).toContainText('Spring sale');

  await api.ok('DELETE', `/api/campaigns/${spring.id}`);
  await page.reload();
  const field = page.getByRole('combobox', { name: /^Campaign/ });
  await expect(page.locator('form')).toContainText('Deleted campaign');
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText('There is no such campaign. Please choose another one.')).toBeVisible();
  // By keys alone.
  await field.press('ArrowDown');
  await expect(option(page, 'No campaign')).toBeVisible();
  await field.press('Enter');
  await expect(page.getByRole('link', { name: 'Create a campaign' })).toHaveAttribute(
    'href',
    '/dashboard?tab=campaigns',
  );
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText('Your link is ready')).toBeVisible();
});

test.describe('in Vietnamese', () => {
  test.use({ locale: 'vi-VN' });

  test('a link tells its campaign, also one that was deleted', async ({ page, api, linkway, watch }) => {
    watch.expect(/status of 404/);
    await api.register();
    const summer = await newCampaign(api, 'Mùa hè');
    const link = await api.createLink({
      url: `${linkway.destination}/one`,
      title: 'Một',
      campaign_id: summer.id,
    });
    await open(page, `/dashboard?tab=my-links&campaign=${summer.id}`);
    await expect(page.getByRole('search')).toContainText('Mùa hè');
    await expect(rowOf(page, 'Một').getByRole('link', { name: 'Chiến dịch: Mùa hè' })).toBeVisible();
    await page.getByRole('button', { name: `Sửa ${addressOf(link)}` }).click();
    const drawer = page.getByRole('dialog', { name: `Sửa ${addressOf(link)}` });
    await expect(drawer).toContainText(/Mùa hè.? · Đang chạy/);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();

    await api.ok('DELETE', `/api/campaigns/${summer.id}`);
    await open(page, `/dashboard?tab=my-links&campaign=${summer.id}`);
    await expect(page.getByRole('search')).toContainText('Chiến dịch đã xóa');
    await page.getByRole('button', { name: 'Xem tất cả liên kết' }).click();
    await page.getByRole('button', { name: `Thao tác khác cho ${addressOf(link)}` }).click();
    await page.getByRole('menuitem', { name: 'Lịch sử' }).click();
    const versions = page.getByRole('dialog').getByRole('list', { name: 'Các phiên bản' }).getByRole('listitem');
    await expect(versions.first()).toContainText(/Chiến dịch.?Chiến dịch đã xóa → không có/);
  });
});
