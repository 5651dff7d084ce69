import { expect, type Page } from '@playwright/test';
import { refuse, unavailable } from '../support/failing.ts';
import type { Screen } from './screens.ts';

const LIST = '**/api/admin/audit-log?*';
const VERIFICATION = '**/api/admin/audit-log/verification*';
const admin = (query = ''): Pick<Screen, 'who' | 'path'> => ({ who: 'admin', path: `/dashboard?tab=logs${query}` });
const dialog = (page: Page) => page.getByRole('dialog');
const hash = (of: number): string => of.toString(16).padStart(64, '3f9ac07be1d5842');

const verified = (more: object = {}) => ({
  whole: true,
  complete: true,
  next: null,
  entries: 128_904,
  first_seq: 1,
  head: { seq: 128_904, hash: hash(128_904) },
  last_seq: 128_904,
  first_broken_seq: null,
  fault: null,
  missing: 0,
  noted_head: null,
  verified_at: new Date().toISOString(),
  ...more,
});
const pressVerify = (page: Page) => page.locator('main [data-main-action] button').first().click();
const verifyAs =
  (more: object) =>
  async (page: Page): Promise<void> => {
    await page.route(VERIFICATION, (route) => route.fulfill({ json: verified(more) }));
    await pressVerify(page);
    await expect(page.locator('main section code').first()).toBeVisible();
  };
/** The first portion is answered, and the next one is under way. */
const verifyTo =
  (seq: number) =>
  async (page: Page): Promise<void> => {
    const json = verified({ complete: false, next: 'place', entries: seq, head: { seq, hash: hash(seq) } });
    await page.route(VERIFICATION, (route) => route.fulfill({ json }));
    // Not by a route that stays open: the network would never be idle.
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = (input, init) => {
        if (!(input instanceof Request && input.url.includes('next='))) return fetch(input, init);
        return new Promise((_, reject) => input.signal.addEventListener('abort', () => reject(input.signal.reason)));
      };
    });
    await pressVerify(page);
    await expect(page.locator('main [role=status]').first()).toContainText(/81[.,]200/);
  };
const openNoted = async (page: Page): Promise<void> => {
  await verifyAs({})(page);
  await page.locator('main summary').click();
  await page.locator('main section form [type=submit]').click();
  await expect(page.locator('main [aria-invalid=true]')).toBeVisible();
};

const ADDRESSES = ['203.0.113.7', '2001:db8:85a3:8d3:1319:8a2e:370:7348', '198.51.100.200'];
/** What a log has after some time, of which that of a new installation has little. */
const entry = (seq: number, more: object = {}) => ({
  seq,
  id: `01a1f8b9-0000-7000-8000-${String(seq).padStart(12, '0')}`,
  timestamp: new Date(Date.now() - (128_904 - seq) * 700_000).toISOString(),
  level: 'success',
  action: 'session.signed_in',
  module: 'auth',
  user_id: '01a1f8b9-0000-7000-8000-000000000900',
  user_email: 'nguyen.thi.minh.khai@mail.a-company-with-a-long-name.example.com',
  user_name: 'Nguyễn Thị Minh Khai',
  target: null,
  ip_address: ADDRESSES[seq % ADDRESSES.length],
  details: {},
  prev_hash: hash(seq - 1),
  hash: hash(seq),
  ...more,
});
const nobody = { user_id: null, user_email: null, user_name: null };
const own = {
  kind: 'user',
  id: '01a1f8b9-0000-7000-8000-000000000900',
  name: 'nguyen.thi.minh.khai@mail.a-company-with-a-long-name.example.com',
};
const person = { kind: 'user', id: '01a1f8b9-0000-7000-8000-000000000901', name: 'ann@example.com' };
const entries = [
  entry(128_904),
  entry(128_903, { ...nobody, action: 'session.refused', level: 'warning', target: person, details: { repeated: 4 } }),
  entry(128_902, { ...nobody, action: 'session.throttled', level: 'error', target: person }),
  entry(128_901, { action: 'two_factor.recovery_codes_renewed', module: 'two_factor', level: 'info' }),
  entry(128_900, { action: 'user.role_changed', module: 'users', level: 'warning', target: person }),
  entry(128_899, { ...nobody, action: 'user.plan_ended', module: 'users', level: 'info', ip_address: null }),
  // To their own account, who are named once.
  entry(128_898, { action: 'account.email_confirmed', target: own, details: { by: 'confirmation_link' } }),
  entry(128_897, {
    action: 'api_key.deleted',
    module: 'api_keys',
    level: 'warning',
    target: { kind: 'api_key', id: 'a', name: 'Nightly export of everything that is in the warehouse' },
  }),
  entry(128_896, { action: 'audit_log.verified', module: 'audit_log', details: { entries: 128_895 } }),
  // Of a newer release.
  entry(128_895, { action: 'workspace.ownership_transferred', module: 'workspaces', level: 'info' }),
];
const withEntries = (data: readonly object[] = entries): Pick<Screen, 'answers' | 'act'> => {
  const total = data.length === 0 ? 0 : 128_904;
  const pagination = { page: 1, limit: 10, total, total_pages: Math.ceil(total / 10) };
  return {
    answers: (page) => page.route(LIST, (route) => route.fulfill({ json: { data, pagination } })),
    act: (page) => expect(page.locator('main [data-row], main section h2').first()).toBeVisible(),
  };
};

export const auditLogScreens: readonly Screen[] = [
  { name: 'logs', ...admin() },
  { name: 'logs-long', ...admin(), ...withEntries() },
  { name: 'logs-filtered', ...admin('&level=success&module=auth&from=2026-01-01T00:00:00Z&to=2098-01-01T00:00:00Z') },
  { name: 'logs-none-found', ...admin('&search=nobody-has-this&level=error') },
  { name: 'logs-empty', ...admin(), ...withEntries([]) },
  { name: 'logs-failed', ...admin(), failing: LIST, printed: /status of 503/ },
  {
    name: 'logs-forbidden',
    ...admin(),
    answers: (page) => page.route(LIST, (route) => refuse(route, 403, 'auth.forbidden')),
    act: (page) => expect(page.locator('main [role=alert]')).toBeVisible(),
    printed: /status of 403/,
  },
  {
    name: 'logs-times-wrong',
    ...admin(),
    act: async (page) => {
      await page.locator('main .ant-picker input').first().fill('last week');
      await page.locator('main h1').click();
      await expect(page.locator('main [role=alert]')).toBeVisible();
    },
  },
  {
    name: 'log-entry',
    ...admin(),
    ...withEntries(),
    act: async (page) => {
      await page.locator('main [data-row]').nth(1).getByRole('button').last().click();
      await expect(dialog(page).locator('code').first()).toBeVisible();
    },
  },
  { name: 'logs-whole', ...admin(), act: verifyAs({}) },
  // What is under way is asked of the service itself when nothing answers it here any more.
  { name: 'logs-under-way', ...admin(), act: verifyTo(81_200), printed: /verification\?next=place/ },
  {
    name: 'logs-stopped',
    ...admin(),
    act: async (page) => {
      await verifyTo(81_200)(page);
      await pressVerify(page);
      await expect(page.locator('main section code').first()).toBeVisible();
    },
  },
  {
    name: 'logs-broken',
    ...admin(),
    act: verifyAs({ whole: false, first_broken_seq: 17_204, fault: 'unlinked', missing: 3 }),
  },
  { name: 'logs-noted', ...admin(), act: openNoted },
  {
    name: 'logs-not-checked',
    ...admin(),
    act: async (page) => {
      await page.route(VERIFICATION, unavailable);
      await pressVerify(page);
      await expect(page.locator('main [role=alert]')).toBeVisible();
    },
    printed: /status of 503/,
  },
  {
    name: 'logs-not-exported',
    ...admin(),
    ...withEntries(),
    act: async (page) => {
      await page.route('**/api/admin/audit-log/export?*', unavailable);
      await page.locator('main button').filter({ hasText: /CSV/ }).click();
      await expect(page.locator('main [role=alert]')).toBeVisible();
    },
    printed: /status of 503/,
  },
];
