import { expect, type Page } from '@playwright/test';
import type { Screen } from './screens.ts';

const tab = '/dashboard?tab=campaigns';
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const campaign = (number: number, more: object = {}) => ({
  id: `01a1f8b9-0000-7000-8000-00000000000${number}`,
  name: 'Spring sale',
  description: 'Posts and mails of the week before the shop opens',
  team_id: null,
  status: 'active',
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  target_audience: 'Students in Hanoi and Da Nang, 18 to 24',
  budget: 1_250_050,
  currency: 'USD',
  links_count: 12,
  clicks_count: 48_120,
  clicks_as_of: daysAgo(0),
  user_id: '01a1f8b9-0000-7000-8000-000000000500',
  workspace_id: '01a1f8b9-0000-7000-8000-000000000500',
  created_at: daysAgo(40),
  updated_at: daysAgo(3),
  ...more,
});
/** As a list is after some time, which a new account has not had. */
const campaigns = [
  campaign(1),
  campaign(2, {
    name: 'Chiến dịch giới thiệu sản phẩm mới cho khách hàng thân thiết',
    status: 'paused',
    budget: 1_500_000_000,
    currency: 'VND',
    links_count: 1,
    clicks_count: 1,
  }),
  campaign(3, { name: 'Newsletter', description: '', status: 'draft', budget: 0, links_count: 0, clicks_count: 0 }),
  campaign(4, { name: 'عروض الصيف', description: '', status: 'completed', budget: 99_900, currency: 'EUR' }),
];
const summary = {
  campaigns: 4,
  active: 1,
  links_count: 25,
  clicks_count: 96_241,
  budgets: [
    { currency: 'USD', budget: 1_250_050 },
    { currency: 'EUR', budget: 99_900 },
    { currency: 'VND', budget: 1_500_000_000 },
  ],
};
const nothing = { campaigns: 0, active: 0, links_count: 0, clicks_count: 0, budgets: [] };
const link = (number: number, more: object = {}) => ({
  id: `01a1f8b9-0000-7000-8000-00000000010${number}`,
  short_code: `sale-${number}`,
  short_url: `http://go.example/sale-${number}`,
  original_url: 'https://shop.example.com/spring/collection?utm_source=newsletter&utm_campaign=spring',
  domain: { id: '01a1f8b9-0000-7000-8000-000000000900', domain_name: 'go.example' },
  title: 'Spring collection',
  description: '',
  has_password: false,
  expires_at: null,
  max_clicks: null,
  device_targeting: {},
  is_active: true,
  campaign_id: campaign(1).id,
  workspace_id: '01a1f8b9-0000-7000-8000-000000000500',
  user_id: '01a1f8b9-0000-7000-8000-000000000500',
  created_at: daysAgo(30),
  updated_at: daysAgo(30),
  clicks_count: 31_870,
  ...more,
});
const links = [
  link(1),
  link(2, { title: '', is_active: false, clicks_count: 16_250 }),
  link(3, { title: 'Ưu đãi dành riêng cho thành viên', has_password: true, expires_at: daysAgo(1), clicks_count: 0 }),
];

const pages = (total: number) => ({ page: 1, limit: 10, total, total_pages: Math.ceil(total / 10) });
/** The tab as it is with these campaigns: they are there from its first question on. */
const withCampaigns = (data: readonly object[] = campaigns): Pick<Screen, 'path' | 'answers'> => ({
  path: tab,
  answers: (page) =>
    page.route('**/api/campaigns?*', (route) =>
      route.fulfill({
        json: { data, pagination: pages(data.length), summary: data.length === 0 ? nothing : summary },
      }),
    ),
});
const withOne = (
  one: ReturnType<typeof campaign> = campaign(1),
  data: readonly object[] = links,
): Pick<Screen, 'path' | 'answers'> => ({
  path: `${tab}&campaign=${one.id}`,
  answers: async (page) => {
    await page.route(`**/api/campaigns/${one.id}`, (route) => route.fulfill({ json: one }));
    await page.route('**/api/links?*', (route) => route.fulfill({ json: { data, pagination: pages(data.length) } }));
  },
});
const openForm = async (page: Page): Promise<void> => {
  await page.locator('main [data-main-action] button').click();
  await expect(page.getByRole('dialog').locator('input').first()).toBeVisible();
};
/** Of the campaign with the longest name. */
const second = (page: Page, place: number) => page.locator('main [data-row]').nth(1).getByRole('button').nth(place);

export const campaignScreens: readonly Screen[] = [
  { name: 'campaigns-empty', who: 'newcomer', path: tab },
  { name: 'campaigns', who: 'newcomer', ...withCampaigns() },
  {
    name: 'campaigns-counting',
    who: 'newcomer',
    ...withCampaigns([campaign(1, { clicks_as_of: null }), campaign(3, { clicks_as_of: null })]),
  },
  { name: 'campaigns-failed', who: 'newcomer', path: tab, failing: '**/api/campaigns?*', printed: /status of 503/ },
  { name: 'campaigns-none-found', who: 'newcomer', path: `${tab}&search=nothing` },
  {
    name: 'campaigns-menu',
    who: 'newcomer',
    ...withCampaigns(),
    act: async (page) => {
      await second(page, -1).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  { name: 'campaigns-form', who: 'newcomer', ...withCampaigns(), act: openForm },
  {
    name: 'campaigns-form-wrong',
    who: 'newcomer',
    ...withCampaigns(),
    act: async (page) => {
      await openForm(page);
      const form = page.getByRole('dialog');
      await form.locator('[id$=start_date]').fill('31/03/2030');
      await form.locator('[id$=end_date]').fill('01/03/2030');
      await form.locator('[id$=budget]').fill('90000000000.01');
      await form.locator('[type=submit]').click();
      await expect(form.locator('[aria-invalid=true]')).toHaveCount(3);
    },
  },
  {
    name: 'campaigns-form-filled',
    who: 'newcomer',
    ...withCampaigns(),
    act: async (page) => {
      await second(page, -2).click();
      await expect(page.getByRole('dialog').locator('[id$=budget]')).toHaveValue('1500000000');
      await page.getByRole('dialog').locator('[id$=budget]').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'campaigns-delete',
    who: 'newcomer',
    ...withCampaigns(),
    act: async (page) => {
      await second(page, -1).click();
      await page.getByRole('menuitem').last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'campaign', who: 'newcomer', ...withOne() },
  {
    name: 'campaign-new',
    who: 'newcomer',
    ...withOne(
      campaign(3, {
        name: 'Newsletter',
        status: 'draft',
        description: '',
        target_audience: '',
        budget: 0,
        links_count: 0,
        clicks_count: 0,
        clicks_as_of: null,
      }),
      [],
    ),
  },
  {
    name: 'campaign-gone',
    who: 'newcomer',
    path: `${tab}&campaign=${campaign(9).id}`,
    printed: /status of 404/,
  },
  {
    name: 'campaign-failed',
    who: 'newcomer',
    path: `${tab}&campaign=${campaign(1).id}`,
    failing: '**/api/campaigns/*',
    printed: /status of 503/,
  },
];
