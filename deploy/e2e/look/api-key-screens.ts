import { expect, type Page } from '@playwright/test';
import type { Screen } from './screens.ts';

const tab = '/dashboard?tab=api';
const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** One that there is, as the tab finds its name; and one that there is not. */
const MAIN = '01a1f8b9-0000-7000-8000-000000000900';
const others = [1, 2, 3].map((place) => `01a1f8b9-0000-7000-8000-00000000091${place}`);
const domain = (id: string, domain_name: string) => ({
  id,
  domain_name,
  description: '',
  price: 0,
  is_free: true,
  is_active: true,
  sort_order: 0,
});
const domains = [
  domain(MAIN, 'go.example'),
  ...others.map((id, place) => domain(id, `shop-${place + 1}.links.example`)),
];

const key = (number: number, more: object = {}) => ({
  id: `01a1f8b9-0000-7000-8000-00000000000${number}`,
  key_name: 'Web shop',
  prefix: 'lw_live_',
  last_characters: `aB${number}x`,
  permissions: ['read', 'write'],
  domain_ids: null as string[] | null,
  is_active: true,
  expires_at: null,
  last_used_at: null,
  created_at: inDays(-40),
  ...more,
});
/** As a list is after some time, which a new account has not had. */
const keys = [
  key(1, { last_used_at: inDays(-1), expires_at: inDays(90) }),
  key(2, {
    key_name: 'Nightly export of everything that is in the warehouse',
    permissions: ['read'],
    domain_ids: others,
    is_active: false,
  }),
  key(3, { key_name: 'Trial', domain_ids: [MAIN], last_used_at: inDays(-9), expires_at: inDays(-2) }),
  key(4, { key_name: 'First trial', is_active: false, expires_at: inDays(-20) }),
];

/** The tab as it is with these keys: they are there from its first question on. */
const withKeys = (data: readonly object[] = keys): Pick<Screen, 'path' | 'answers' | 'act'> => ({
  path: tab,
  answers: async (page) => {
    await page.route('**/api/api-keys', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { data, requests_per_hour: 1000 } })
        : route.fallback(),
    );
    await page.route('**/api/domains', (route) => route.fulfill({ json: { data: domains } }));
  },
  act: async (page) => {
    await expect(page.locator('main pre').first()).toBeVisible();
    if (data.length > 0) await expect(page.locator('main [data-row]')).toHaveCount(data.length);
  },
});
const openForm = async (page: Page): Promise<void> => {
  await page.locator('main [data-main-action] button').click();
  await expect(page.getByRole('dialog').locator('input').first()).toBeVisible();
};
/** Without ever making one, as an account has so many at most. */
const toNewKey = async (page: Page): Promise<void> => {
  await openForm(page);
  const api_key = 'lw_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
  await page.route('**/api/api-keys', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: { ...key(5), api_key } })
      : route.fallback(),
  );
  const dialog = page.getByRole('dialog');
  await dialog.locator('input').first().fill('Web shop');
  await dialog.locator('[type=submit]').click();
  await expect(dialog.getByText(api_key)).toBeVisible();
};
/** Of a key of the list: to edit it is the last but one button of its row or card, to delete it the last. */
const ofKey = async (page: Page, number: number, place: number): Promise<void> => {
  await page.locator('main [data-row]').nth(number).getByRole('button').nth(place).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

export const apiKeyScreens: readonly Screen[] = [
  { name: 'api-keys-upsell', who: 'newcomer', path: tab },
  { name: 'api-keys-upsell-ended', who: 'newcomer', ...withKeys() },
  { name: 'api-keys-usage', who: 'newcomer', path: `${tab}&example=python` },
  { name: 'api-keys-empty', who: 'admin', ...withKeys([]) },
  { name: 'api-keys', who: 'admin', ...withKeys() },
  {
    name: 'api-keys-failed',
    who: 'admin',
    path: tab,
    failing: '**/api/api-keys',
    printed: /status of 503/,
  },
  { name: 'api-keys-form', who: 'admin', ...withKeys(), act: openForm },
  {
    name: 'api-keys-form-wrong',
    who: 'admin',
    ...withKeys(),
    act: async (page) => {
      await openForm(page);
      await page.getByRole('dialog').locator('[type=submit]').click();
      await expect(page.getByRole('dialog').locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  {
    name: 'api-keys-form-domains',
    who: 'admin',
    ...withKeys(),
    act: async (page) => {
      await openForm(page);
      const field = page.getByRole('dialog').getByRole('combobox').first();
      await field.click();
      for (const { domain_name } of domains.slice(0, 3))
        await page.getByTitle(domain_name, { exact: true }).last().click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(1);
    },
  },
  { name: 'api-keys-new', who: 'admin', ...withKeys(), act: toNewKey },
  {
    name: 'api-keys-new-left',
    who: 'admin',
    ...withKeys(),
    act: async (page) => {
      await toNewKey(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(2);
    },
  },
  { name: 'api-keys-edit', who: 'admin', ...withKeys(), act: (page) => ofKey(page, 0, -2) },
  { name: 'api-keys-edit-domains', who: 'admin', ...withKeys(), act: (page) => ofKey(page, 1, -2) },
  { name: 'api-keys-delete', who: 'admin', ...withKeys(), act: (page) => ofKey(page, 0, -1) },
];
