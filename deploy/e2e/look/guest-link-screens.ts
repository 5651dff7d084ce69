import { expect, type Page } from '@playwright/test';
import { admin, areRowsShown, dialog } from './admin-screens.ts';
import type { Screen } from './screens.ts';

const GUEST_LINK = {
  id: '01a1f8b9-0000-7000-8000-000000000031',
  short_code: 'tet2027',
  short_url: 'https://go.a-brand-with-a-long-name.example.com/tet2027-with-a-code-of-its-own',
  original_url: 'https://www.example.com/a/destination/with-a-long-path?utm_source=newsletter&utm_campaign=winter',
  domain: { id: '0199a1b2-0000-7000-8000-000000000001', domain_name: 'go.a-brand-with-a-long-name.example.com' },
  is_active: true,
  created_at: '2026-11-05T08:00:00.000Z',
  is_quarantined: false,
  expires_at: null,
  clicks_count: 1_234_567,
};
const GUEST_LINKS = [
  GUEST_LINK,
  {
    ...GUEST_LINK,
    id: '01a1f8b9-0000-7000-8000-000000000032',
    short_url: 'https://b.example/Ab3xK9',
    expires_at: '2026-11-06T08:00:00.000Z',
    clicks_count: 0,
  },
  {
    ...GUEST_LINK,
    id: '01a1f8b9-0000-7000-8000-000000000033',
    short_url: 'https://b.example/Qw8rT2',
    is_active: false,
    expires_at: '2027-11-06T08:00:00.000Z',
    clicks_count: 11,
  },
  {
    ...GUEST_LINK,
    id: '01a1f8b9-0000-7000-8000-000000000034',
    short_url: 'https://b.example/Zx4vN1',
    is_quarantined: true,
    clicks_count: 3,
  },
];
/** As if guests had made them: real ones are everybody's, and none of them has expired. */
const withGuestLinks =
  (data: readonly object[] = GUEST_LINKS, next: string | null = null) =>
  (page: Page): Promise<unknown> => {
    const pagination = { limit: 10, total: 10_001, total_is_least: true, next_starting_after: next };
    return page.route('**/api/admin/guest-links?*', (route) => route.fulfill({ json: { data, pagination } }));
  };

export const guestLinkScreens: readonly Screen[] = [
  { name: 'guest-links', ...admin('guest-links'), answers: withGuestLinks(GUEST_LINKS, 'next'), act: areRowsShown },
  {
    name: 'guest-links-clicks-unknown',
    ...admin('guest-links'),
    answers: withGuestLinks(GUEST_LINKS.map((link) => ({ ...link, clicks_count: null }))),
    act: areRowsShown,
  },
  {
    name: 'guest-links-none-yet',
    ...admin('guest-links&search=nothing-like-it&clicks=high'),
    answers: withGuestLinks([], 'next'),
    act: (page) => expect(page.locator('main button').filter({ hasText: /Look through more|Tìm tiếp/ })).toBeVisible(),
  },
  {
    name: 'guest-links-empty',
    ...admin('guest-links'),
    answers: (page) =>
      page.route('**/api/admin/guest-links?*', (route) =>
        route.fulfill({
          json: {
            data: [],
            pagination: { limit: 10, total: 0, total_is_least: false, next_starting_after: null },
          },
        }),
      ),
    act: (page) => expect(page.locator('main [role=status]')).toBeVisible(),
  },
  {
    name: 'guest-links-delete',
    ...admin('guest-links'),
    answers: withGuestLinks(),
    act: async (page) => {
      await page.locator('main [data-row]').first().getByRole('button').last().click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'guest-links-delete-expired',
    ...admin('guest-links'),
    answers: withGuestLinks(),
    act: async (page) => {
      await page.locator('main header button').first().click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'guest-links-failed',
    ...admin('guest-links'),
    failing: '**/api/admin/guest-links?*',
    printed: /status of 503/,
  },
];
