import { expect, type Page } from '@playwright/test';
import { dashboard, type Screen } from './screens.ts';

const id = (number: number): string => `01a1f8b9-0000-7000-8000-00000000070${number}`;
const campaign = (number: number, name: string, status = 'active') => ({ id: id(number), name, status });
const campaigns = [
  campaign(1, 'Spring sale'),
  campaign(2, 'Chiến dịch Tết Đinh Mùi cho khách hàng thân thiết ở Hà Nội và Đà Nẵng', 'draft'),
  campaign(3, 'مبيعات', 'completed'),
  campaign(4, 'Newsletter', 'paused'),
];
const GONE = id(5);
/** Of the list's links, one after the other: one that was deleted and one without any among them. */
const ofLinks = [id(2), id(1), GONE, null, id(3)];

/** As the account would be with these campaigns, from the page's first question on. */
const withCampaigns =
  (data = campaigns) =>
  async (page: Page) => {
    await page.route('**/api/campaign-names?*', (route) => {
      const ids = new URL(route.request().url()).searchParams.get('ids')?.split(',');
      return route.fulfill({ json: { data: data.filter((one) => ids === undefined || ids.includes(one.id)) } });
    });
    await page.route('**/api/links?*', async (route) => {
      const { 'if-none-match': _, ...headers } = route.request().headers();
      const address = new URL(route.request().url());
      address.searchParams.delete('campaign_id');
      const response = await route.fetch({ url: address.href, headers });
      const list = await response.json();
      const links = list.data.map((link: object, place: number) => ({ ...link, campaign_id: ofLinks[place] ?? null }));
      await route.fulfill({ json: { ...list, data: links } });
    });
    await page.route('**/api/links/*/versions?*', async (route) => {
      const list = await (await route.fetch()).json();
      const change = (before: string | null, after: string | null) => ({ field: 'campaign_id', before, after });
      const [version] = list.data;
      const changes = [change(null, id(2)), change(id(2), id(1)), change(id(1), GONE)];
      const data = changes.map((one, place) => ({ ...version, version: place + 2, kind: 'changed', changes: [one] }));
      await route.fulfill({ json: { ...list, data: [...data.toReversed(), ...list.data] } });
    });
  };
const field = (page: Page) => page.getByRole('combobox', { name: /^(Campaign|Chiến dịch)/ });
const option = (page: Page, name: RegExp) =>
  page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: name });
const asList = {
  who: 'member',
  path: dashboard('my-links'),
  answers: withCampaigns(),
  printed: /status of 404/,
} as const;

const made = {
  id: id(7),
  short_code: 'spring',
  short_url: 'https://go.example/spring',
  domain: { id: id(6), domain_name: 'go.example' },
  title: '',
  description: '',
  tags: [],
  has_password: false,
  expires_at: null,
  max_clicks: null,
  device_targeting: {},
  is_active: true,
  site: null,
  workspace_id: id(9),
  user_id: id(8),
  created_at: '2026-11-05T08:00:00.000Z',
  updated_at: '2026-11-05T08:00:00.000Z',
  clicks_count: 0,
};

/** Campaigns where links have them. */
export const linkCampaignScreens: readonly Screen[] = [
  {
    name: 'create-campaign',
    who: 'member',
    path: `${dashboard('create')}&campaign=${id(2)}`,
    answers: withCampaigns(),
  },
  {
    name: 'create-campaign-none',
    who: 'member',
    path: dashboard('create'),
    answers: withCampaigns([]),
    act: async (page) => {
      await field(page).click();
      await expect(page.locator('main form a[href$=campaigns]')).toBeVisible();
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'create-campaign-made',
    who: 'member',
    path: `${dashboard('create')}&campaign=${id(2)}`,
    answers: async (page) => {
      await withCampaigns()(page);
      // Without ever making one, as an account has so many in a month at most.
      await page.route('**/api/links', (route) => {
        const { url, campaign_id } = route.request().postDataJSON();
        return route.fulfill({ status: 201, json: { ...made, original_url: url, campaign_id } });
      });
    },
    act: async (page) => {
      await page.locator('main form input').first().fill('https://example.com/a/long/address');
      await page.locator('main form button[type=submit]').first().click();
      await expect(page.locator('main a[target=_blank][href^="http"]').first()).toBeVisible();
      await expect(page.getByRole('link', { name: /Tết Đinh Mùi/ })).toBeVisible();
    },
  },
  { name: 'my-links-campaigns', ...asList, path: `${dashboard('my-links')}&campaign=${id(2)}` },
  {
    name: 'my-links-set-campaign',
    ...asList,
    act: async (page) => {
      await page.locator('main [data-row] input[type=checkbox]').first().check();
      await page.getByRole('button', { name: /^(Change|Thay đổi)$/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').first().click();
      await option(page, /^(Set campaign|Đặt chiến dịch)$/).click();
      await field(page).click();
      await option(page, /Tết Đinh Mùi/).click();
    },
  },
  {
    name: 'my-links-campaign-history',
    ...asList,
    act: async (page) => {
      await page.locator('main :is(tbody tr, li):has(a[target=_blank])').first().getByRole('button').last().click();
      await page.getByRole('menuitem', { name: /^(History|Lịch sử)$/ }).click();
      await expect(page.getByRole('dialog').getByRole('definition').first()).toContainText(/Spring sale/);
    },
  },
];
