import { expect, type Page } from '@playwright/test';
import { refuse, unavailable } from '../support/failing.ts';
import type { Screen } from './screens.ts';

export const admin = (tab: string): Pick<Screen, 'who' | 'path'> => ({ who: 'admin', path: `/dashboard?tab=${tab}` });
export const dialog = (page: Page) => page.getByRole('dialog');

/** What was typed at another width is kept. A blank page has no storage. */
const forgetTyped = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (window.origin !== 'null') sessionStorage.clear();
  });

/** As if a server had been set: a real one would be everybody's. */
const SERVER = {
  host: 'smtp.a-provider-with-a-long-name.example.com',
  port: 587,
  secure: false,
  username: 'postmaster@mail.example.com',
  password_set: true,
  from_email: 'hello@example.com',
  from_name: 'Linkway',
  enabled: true,
  updated_at: '2026-11-05T08:00:00.000Z',
};
const withServer: Pick<Screen, 'who' | 'path' | 'answers'> = {
  ...admin('smtp'),
  answers: async (page) => {
    await page.route('**/api/admin/mail/settings', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: SERVER }) : route.fallback(),
    );
    await forgetTyped(page);
  },
};
const isServerShown = (page: Page): Promise<void> => expect(page.locator('#smtp_host')).toHaveValue(SERVER.host);
const sendTest = async (page: Page): Promise<void> => {
  await page.locator('#test-mail button[type=submit]').click();
};
const submit = (page: Page) => page.locator('main form button[type=submit]').first().click();

const THREAT = {
  id: '01a1f8b9-0000-7000-8000-000000000011',
  type: 'brute_force',
  severity: 'critical',
  status: 'active',
  ip_address: '2001:db8:aaaa:bbbb::/64',
  user_email: null,
  count: 12_004,
  first_seen: '2026-11-05T07:00:00.000Z',
  last_seen: '2026-11-05T08:00:00.000Z',
  detected_at: '2026-11-05T07:01:00.000Z',
};
const THREATS = [
  THREAT,
  {
    ...THREAT,
    id: '01a1f8b9-0000-7000-8000-000000000012',
    type: 'lock_out',
    severity: 'medium',
    status: 'investigating',
    ip_address: null,
    user_email: 'somebody.with.a.long.address@example.com',
    count: 1,
  },
  {
    ...THREAT,
    id: '01a1f8b9-0000-7000-8000-000000000013',
    type: 'spam',
    severity: 'high',
    status: 'resolved',
    ip_address: '203.0.113.7',
    count: 120,
  },
  {
    ...THREAT,
    id: '01a1f8b9-0000-7000-8000-000000000014',
    type: 'malicious_link',
    severity: 'high',
    ip_address: '198.51.100.9',
    user_email: 'an@example.com',
    count: 240,
  },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  start: new Date(Date.UTC(2026, 10, 5, hour)).toISOString(),
  failed_sign_ins: (hour * 37) % 120,
  lock_outs: hour % 5,
  registrations: (hour * 11) % 40,
}));
/** As if somebody had attacked: a real attack would be everybody's. */
const withThreats = async (page: Page): Promise<unknown> => {
  const pagination = { page: 1, limit: 10, total: THREATS.length, total_pages: 1 };
  await page.route('**/api/admin/security/threats?*', (route) =>
    route.fulfill({ json: { data: THREATS, pagination } }),
  );
  const now = { active_threats: 2, blocked_addresses: 3, detected_threats: 4 };
  const sums = { failed_sign_ins: 1_234_567, lock_outs: 46, registrations: 440 };
  const json = { period: '24h', ...now, ...sums, series: HOURS };
  return page.route('**/api/admin/security/statistics?*', (route) => route.fulfill({ json }));
};
export const areRowsShown = (page: Page): Promise<void> =>
  expect(page.locator('main [data-row]').first()).toBeVisible();

const EDITOR = 'smtp&section=templates&mail=confirmation';
const preview = (page: Page) => expect(page.locator('main iframe')).toBeVisible();

/** Of whoever registered last: the menu is the last button of a row or card. */
const firstRow = (page: Page) => page.locator('main [data-row]:not(:has-text("admin@"))').first();
const openMenu = async (page: Page): Promise<void> => {
  await firstRow(page).getByRole('button').last().click();
  await expect(page.getByRole('menu')).toBeVisible();
};
/** By its place in the menu: its words are of both languages. */
const choose = async (page: Page, place: number): Promise<void> => {
  await openMenu(page);
  await page.getByRole('menuitem').nth(place).click();
  await expect(dialog(page)).toBeVisible();
};

const LANGUAGE = {
  code: 'fr',
  name: 'Français',
  built_in: false,
  is_active: true,
  version: 7,
  texts_total: 1_811,
  texts_translated: 1_204,
  texts_unknown: 3,
  updated_at: '2026-11-05T08:00:00.000Z',
};
const builtIn = (code: string, name: string) => ({
  ...LANGUAGE,
  code,
  name,
  built_in: true,
  version: 0,
  texts_translated: LANGUAGE.texts_total,
  texts_unknown: 0,
  updated_at: null,
});
const LANGUAGES = [
  builtIn('en', 'English'),
  builtIn('vi', 'Tiếng Việt'),
  LANGUAGE,
  { ...LANGUAGE, code: 'pt-BR', name: 'Português (Brasil)', is_active: false, texts_translated: 0, texts_unknown: 0 },
];
const SUMMARY = {
  version: 7,
  dry_run: true,
  added: 12,
  changed: 4,
  removed: 1,
  unchanged: 1_199,
  unknown: ['frame:gone', 'users:details.former'],
  unknown_total: 2,
  refused: [] as { key: string; code: string }[],
  refused_total: 0,
};
/** As if somebody had added them: real ones would be everybody's. */
const withLanguages =
  (summary: object = SUMMARY) =>
  async (page: Page): Promise<unknown> => {
    await page.route('**/api/admin/languages', (route) => route.fulfill({ json: { data: LANGUAGES } }));
    await page.route('**/api/admin/languages/fr/texts?*', (route) =>
      route.fulfill({
        json: {
          data: [
            { namespace: 'kit', key: 'error.network', english: 'No connection', text: 'Pas de connexion', fault: null },
            { namespace: 'kit', key: 'error.unexpected', english: 'Something went wrong.', text: null, fault: null },
            {
              namespace: 'errors',
              key: 'links.monthly_limit',
              english: 'You have made the {limit} links of this month.',
              text: 'Vous avez créé tous les liens de ce mois.',
              fault: 'languages.text_placeholders_differ',
            },
            { namespace: 'frame', key: 'gone', english: null, text: 'Parti', fault: null },
          ],
          namespaces: ['errors', 'frame', 'kit'],
          pagination: { page: 1, limit: 20, total: 4, total_pages: 1 },
        },
      }),
    );
    return page.route('**/api/admin/languages/fr/file?*', (route) => route.fulfill({ json: summary }));
  };
const importTexts = async (page: Page): Promise<void> => {
  await page.locator('main [data-row]:has-text("Français")').getByRole('button').last().click();
  await page.getByRole('menuitem').nth(3).click();
  const file = { name: 'fr.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  await expect(dialog(page).locator('code').first()).toBeVisible();
};

const DOMAIN = {
  id: '0199a1b2-0000-7000-8000-000000000001',
  domain_name: 'go.example.com',
  description: '',
  price: 0,
  is_free: true,
  is_active: true,
  sort_order: 0,
  root_url: 'https://www.a-brand-with-a-long-name.example.com/short-links?utm_source=root',
  not_found_url: null,
  expired_url: null,
  updated_at: '2026-11-05T08:00:00.000Z',
};
/** As if there were several: what is set of a real one is everybody's. */
const withDomains = (page: Page): Promise<unknown> => {
  const other = { ...DOMAIN, id: '0199a1b2-0000-7000-8000-000000000002', domain_name: 'b.example', is_active: false };
  const data = [DOMAIN, { ...other, sort_order: 999, root_url: null, expired_url: 'https://example.com/over' }];
  return page.route('**/api/admin/domains', (route) => route.fulfill({ json: { data } }));
};
const editAddresses = async (page: Page): Promise<void> => {
  await page.locator('main [data-row]').first().getByRole('button').last().click();
  await expect(dialog(page).locator('input').first()).toBeVisible();
};

export const adminScreens: readonly Screen[] = [
  { name: 'domains', ...admin('domains'), answers: withDomains, act: areRowsShown },
  { name: 'domains-failed', ...admin('domains'), failing: '**/api/admin/domains', printed: /status of 503/ },
  { name: 'domain-addresses', ...admin('domains'), answers: withDomains, act: editAddresses },
  {
    name: 'domain-addresses-wrong',
    ...admin('domains'),
    answers: withDomains,
    act: async (page) => {
      await editAddresses(page);
      await dialog(page).locator('input').nth(1).fill('example.com');
      await dialog(page).locator('button[type=submit]').click();
      await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  { name: 'languages', ...admin('languages'), answers: withLanguages(), act: areRowsShown },
  { name: 'languages-failed', ...admin('languages'), failing: '**/api/admin/languages', printed: /status of 503/ },
  {
    name: 'language-add',
    ...admin('languages'),
    answers: withLanguages(),
    act: async (page) => {
      await page.locator('main header button').first().click();
      await dialog(page).locator('button[type=submit]').click();
      await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  { name: 'language-import', ...admin('languages'), answers: withLanguages(), act: importTexts },
  {
    name: 'language-import-refused',
    ...admin('languages'),
    answers: withLanguages({
      ...SUMMARY,
      refused: [
        { key: 'errors:links.monthly_limit', code: 'languages.text_placeholders_differ' },
        { key: 'kit:error.network', code: 'languages.text_tags_differ' },
      ],
      refused_total: 2,
    }),
    act: importTexts,
  },
  { name: 'language-texts', ...admin('languages&language=fr'), answers: withLanguages(), act: areRowsShown },
  { name: 'link-safety', ...admin('link-safety') },
  { name: 'link-safety-blocked', ...admin('link-safety&view=blocked') },
  { name: 'link-safety-reports', ...admin('link-safety&view=reports') },
  {
    name: 'link-safety-failed',
    ...admin('link-safety'),
    failing: '**/api/admin/quarantined-links?*',
    printed: /status of 503/,
  },
  { name: 'smtp', ...admin('smtp') },
  { name: 'smtp-set', ...withServer, act: isServerShown },
  {
    name: 'smtp-wrong',
    ...admin('smtp'),
    act: async (page) => {
      await page.locator('#smtp_enabled').check();
      await page.locator('#smtp_port').fill('none');
      await submit(page);
      await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible();
    },
  },
  {
    name: 'smtp-password-again',
    ...withServer,
    act: async (page) => {
      await isServerShown(page);
      await page.locator('#smtp_host').fill('smtp.example.com');
      await submit(page);
      await expect(page.locator('#smtp_password[aria-invalid=true]')).toBeVisible();
    },
  },
  {
    name: 'smtp-restored',
    ...withServer,
    act: async (page) => {
      await isServerShown(page);
      await page.locator('#smtp_from_name').fill('Ours');
      await page.reload();
      await expect(page.locator('main form [role=status]').first()).toBeVisible();
    },
  },
  {
    name: 'smtp-leaving',
    ...admin('smtp'),
    act: async (page) => {
      await page.locator('#smtp_password').fill('a secret');
      await page.locator('main nav a').last().click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'smtp-not-saved',
    ...withServer,
    act: async (page) => {
      await isServerShown(page);
      await page.route('**/api/admin/mail/settings', unavailable);
      await page.locator('#smtp_from_name').fill('Ours');
      await submit(page);
      await expect(page.locator('main [role=alert]').first()).toBeVisible();
    },
    printed: /status of 503/,
  },
  {
    name: 'smtp-tested',
    ...withServer,
    act: async (page) => {
      await isServerShown(page);
      await page.route('**/api/admin/mail/test', (route) =>
        route.fulfill({ json: { to: 'admin@example.com', reply: '250 2.0.0 OK 1763600000 queued as 4bXkq91Zz0' } }),
      );
      await sendTest(page);
      await expect(page.getByText(/queued as/)).toBeVisible();
    },
  },
  {
    name: 'smtp-test-failed',
    ...withServer,
    act: async (page) => {
      await isServerShown(page);
      await page.route('**/api/admin/mail/test', (route) => refuse(route, 400, 'mail.connection_failed'));
      await sendTest(page);
      await expect(page.locator('main [role=alert]').first()).toBeVisible();
    },
    printed: /status of 400/,
  },
  { name: 'smtp-failed', ...admin('smtp'), failing: '**/api/admin/mail/settings', printed: /status of 503/ },
  { name: 'mail-templates', ...admin('smtp&section=templates') },
  {
    name: 'mail-templates-failed',
    ...admin('smtp&section=templates'),
    failing: '**/api/admin/mail/templates',
    printed: /status of 503/,
  },
  { name: 'mail-template', ...admin(EDITOR), act: preview },
  {
    name: 'mail-template-wrong',
    ...admin(EDITOR),
    act: async (page) => {
      await page.locator('#template_text_content').fill('Hello {{somebody}}');
      await submit(page);
      await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible();
      await expect(page.locator('main [role=status]').last()).toBeVisible();
    },
    printed: /status of 400/,
  },
  {
    name: 'mail-template-leaving',
    ...admin(EDITOR),
    act: async (page) => {
      await page.locator('#template_subject').fill('Another one');
      await page
        .locator('main button')
        .filter({ hasText: /All emails|Tất cả email/ })
        .click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  { name: 'mail-inbox', ...admin('smtp&section=inbox') },
  {
    name: 'mail-inbox-read',
    ...admin('smtp&section=inbox'),
    act: async (page) => {
      await page.locator('main [data-row]').first().getByRole('button').last().click();
      await expect(dialog(page).locator('iframe')).toBeVisible();
    },
  },
  {
    name: 'mail-inbox-empty',
    ...admin('smtp&section=inbox'),
    answers: (page) =>
      page.route('**/api/admin/mail/inbox?*', (route) =>
        route.fulfill({ json: { data: [], pagination: { page: 1, limit: 10, total: 0, total_pages: 0 } } }),
      ),
    act: (page) => expect(page.locator('main section h2')).toBeVisible(),
  },
  { name: 'security', ...admin('security') },
  {
    name: 'security-wrong',
    ...admin('security'),
    act: async (page) => {
      await page.locator('#security_min_password_length').fill('5');
      await page.locator('#security_session_timeout').fill('none');
      await submit(page);
      await expect(page.locator('main [aria-invalid=true]')).toHaveCount(2);
    },
  },
  {
    name: 'security-own-address',
    ...admin('security'),
    answers: forgetTyped,
    act: async (page) => {
      await page.locator('#security_ip_whitelist_enabled').check();
      await page.locator('#security_ip_whitelist').fill('203.0.113.0/24');
      await submit(page);
      await expect(page.locator('#security_ip_whitelist[aria-invalid=true]')).toBeVisible();
    },
    printed: /status of 400/,
  },
  {
    name: 'security-block',
    ...admin('security'),
    act: async (page) => {
      await page.locator('#block_address').fill('203.0.113.0/24');
      await page.locator('#block button[type=submit]').click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'security-blocked',
    ...admin('security'),
    answers: (page) => {
      const data = [
        {
          id: '01a1f8b9-0000-7000-8000-000000000009',
          address: '2001:db8:aaaa:bbbb:cccc:dddd::/96',
          reason: 'Guesses the passwords of many accounts, again and again',
          expires_at: '2099-12-05T08:00:00.000Z',
          created_at: '2026-11-05T08:00:00.000Z',
        },
      ];
      return page.route('**/blocked-addresses', (route) => route.fulfill({ json: { data } }));
    },
    act: (page) => expect(page.locator('main [data-row]')).toHaveCount(1),
  },
  { name: 'security-failed', ...admin('security'), failing: '**/api/admin/security', printed: /status of 503/ },
  {
    name: 'security-threats',
    ...admin('security'),
    answers: withThreats,
    act: async (page) => {
      const last = page.locator('main [data-row]').nth(THREATS.length - 1);
      await expect(last).toBeVisible();
      await last.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'security-threat-block',
    ...admin('security'),
    answers: withThreats,
    act: async (page) => {
      await page
        .locator('main [data-row] button')
        .filter({ hasText: /Block|Chặn/ })
        .first()
        .click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'security-statistics-failed',
    ...admin('security'),
    failing: '**/api/admin/security/statistics?*',
    printed: /status of 503/,
  },
  {
    name: 'security-threats-failed',
    ...admin('security'),
    failing: '**/api/admin/security/threats?*',
    printed: /status of 503/,
  },
  {
    name: 'two-factor-first',
    ...admin('security'),
    answers: (page) =>
      page.route('**/api/me', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), two_factor_setup_required: true } });
      }),
    act: (page) => expect(page.locator('main a[href$="tab=profile"]')).toBeVisible(),
  },
  { name: 'users', ...admin('users') },
  { name: 'users-none-found', ...admin('users&search=nobody-has-this&status=suspended') },
  { name: 'users-failed', ...admin('users'), failing: '**/api/admin/users?*', printed: /status of 503/ },
  {
    name: 'users-forbidden',
    ...admin('users'),
    answers: (page) => page.route('**/api/admin/users?*', (route) => refuse(route, 403, 'auth.forbidden')),
    act: (page) => expect(page.locator('main [role=alert]')).toBeVisible(),
    printed: /status of 403/,
  },
  { name: 'users-menu', ...admin('users'), act: openMenu },
  { name: 'user-details', ...admin('users'), act: (page) => choose(page, 0) },
  { name: 'user-role', ...admin('users'), act: (page) => choose(page, 1) },
  { name: 'user-plan', ...admin('users'), act: (page) => choose(page, 2) },
  {
    name: 'user-plan-wrong',
    ...admin('users'),
    act: async (page) => {
      await choose(page, 2);
      await dialog(page).locator('input[inputmode=numeric]').fill('many');
      await dialog(page).locator('[type=submit]').click();
      await expect(dialog(page).locator('[aria-invalid=true]')).toBeVisible();
    },
  },
  { name: 'user-impersonate', ...admin('users'), act: (page) => choose(page, 3) },
  {
    name: 'user-not-impersonated',
    ...admin('users'),
    act: async (page) => {
      await choose(page, 3);
      await page.route('**/api/admin/users/*/impersonation', (route) =>
        refuse(route, 409, 'users.impersonation_inactive'),
      );
      await dialog(page).locator('[type=submit]').click();
      await expect(dialog(page).getByRole('alert')).toBeVisible();
    },
    printed: /status of 409/,
  },
  { name: 'user-delete', ...admin('users'), act: (page) => choose(page, 6) },
  { name: 'user-disable', ...admin('users'), act: (page) => choose(page, 5) },
  {
    name: 'user-not-disabled',
    ...admin('users'),
    act: async (page) => {
      await choose(page, 5);
      await page.route('**/api/admin/users/*', (route) => refuse(route, 409, 'users.last_admin'));
      await dialog(page).getByRole('button').last().click();
      await expect(dialog(page).getByRole('alert')).toBeVisible();
    },
    printed: /status of 409/,
  },
];
