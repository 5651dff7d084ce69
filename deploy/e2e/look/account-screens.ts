import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { refuse, unavailable } from '../support/failing.ts';
import { dashboard, type Screen, submit } from './screens.ts';

/** Of the product itself: one that every browser opens. */
const somePicture = join(import.meta.dirname, '../../../frontends/shell/public/icon-192.png');

/** The block of the profile; its buttons open its dialogs. */
const twoFactor = (page: Page) => page.getByRole('region', { name: /^(Two-factor authentication|Xác thực hai bước)$/ });
const openDeletion = async (page: Page): Promise<void> => {
  await page
    .getByRole('region', { name: /^(Delete account|Xóa tài khoản)$/ })
    .getByRole('button')
    .click();
  await expect(page.getByRole('dialog').locator('[type=password]')).toBeVisible();
};
const openExport = async (page: Page): Promise<void> => {
  await page
    .getByRole('region', { name: /^(Your data|Dữ liệu của bạn)$/ })
    .getByRole('button')
    .click();
  await expect(page.getByRole('dialog').locator('[type=password]')).toBeVisible();
};
const openTwoFactor = async (page: Page, place: number): Promise<void> => {
  await twoFactor(page).getByRole('button').nth(place).click();
  await expect(page.getByRole('dialog').locator('[type=password]')).toBeVisible();
};
/** Without ever turning it on: what the API would answer last is answered here. */
const toRecoveryCodes = async (page: Page): Promise<void> => {
  await openTwoFactor(page, 0);
  const recovery_codes = Array.from('0123456789', (sign) => `k3v9${sign}-0xq${sign}m`);
  await page.route('**/api/me/two-factor/recovery-codes', (route) => route.fulfill({ json: { recovery_codes } }));
  const dialog = page.getByRole('dialog');
  await dialog.locator('[type=password]').fill('a-password-1');
  await dialog.locator('[inputmode=numeric]').fill('123456');
  await dialog.locator('[type=submit]').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
};
const toPicture = async (page: Page): Promise<void> => {
  await openTwoFactor(page, 0);
  const dialog = page.getByRole('dialog');
  await dialog.locator('[type=password]').fill('a-password-1');
  await dialog.locator('[type=submit]').click();
  await expect(dialog.getByRole('img', { name: /QR/ })).toBeVisible();
};

const openPush = async (page: Page): Promise<void> => {
  const push = page.locator('form#notifications [role=switch]').last();
  await push.click();
  await push.scrollIntoViewIfNeeded();
};
const pushState = {
  public_key: 'BAAA',
  browsers: [
    { browser: 'chrome', os: 'windows', device_type: 'desktop', last_success_at: '2026-11-09T08:00:00.000Z' },
    { browser: 'firefox', os: 'android', device_type: 'mobile', last_success_at: null },
  ].map((browser, n) => ({
    ...browser,
    id: `01a1f8b9-0000-7000-8000-00000000000${n}`,
    created_at: '2026-11-08T08:00:00.000Z',
    current: n === 0,
  })),
};
const openNotifications = (page: Page) => page.locator('header button[aria-haspopup=dialog]').click();
/** As the API gives them, of which the first two are not read. */
function notificationsIn(language: string | null) {
  const texts =
    language === 'vi'
      ? [
          ['Bạn đã dùng hết số liên kết của tháng này', 'Bạn đã tạo 50 liên kết, là số tối đa mỗi tháng của gói.'],
          ['Đăng nhập mới vào tài khoản của bạn', 'Trình duyệt: Chrome, hệ điều hành: Windows, địa chỉ: 203.0.113.7.'],
          ['Quản trị viên đã mở tài khoản của bạn', 'Mọi thay đổi của họ đều được ghi lại.'],
          ['Đã tạo API key: Continuous-integration-of-a-long-name', 'Khóa kết thúc bằng a1B2 giờ dùng được.'],
        ]
      : [
          ['All links of this month are used', 'You have made 50 links, which is as many as your plan has in a month.'],
          ['New sign-in to your account', 'Browser: Chrome, system: Windows, address: 203.0.113.7.'],
          ['An administrator opened your account', 'Everything they change is recorded.'],
          ['API key created: Continuous-integration-of-a-long-name', 'The key that ends in a1B2 can use it now.'],
        ];
  const data = texts.map(([title, text], n) => ({
    id: `01a1f8b9-0000-7000-8000-00000000000${9 - n}`,
    kind: 'api_key_created',
    title,
    text,
    path: dashboard('overview'),
    created_at: `2026-11-0${9 - n}T08:00:00.000Z`,
    read_at: n < 2 ? null : '2026-11-10T08:00:00.000Z',
  }));
  return { data, unread: 2, pagination: { has_more: true } };
}

/** Settings and profile: what somebody sets for themselves, and their account. */
export const accountScreens: readonly Screen[] = [
  { name: 'settings', who: 'member', path: dashboard('settings') },
  {
    name: 'settings-changed',
    who: 'member',
    path: dashboard('settings'),
    act: async (page) => {
      await page.locator('#display_timezone').fill('Tokyo');
      await page.getByTitle('Asia/Tokyo').click();
      await expect(page.locator('main form button[type=submit]').first()).toBeEnabled();
    },
  },
  {
    name: 'settings-failed',
    who: 'member',
    path: dashboard('settings'),
    act: async (page) => {
      await page.route('**/api/me/settings', unavailable);
      await page.locator('#display_timezone').fill('Tokyo');
      await page.getByTitle('Asia/Tokyo').click();
      await submit(page);
    },
    printed: /status of 503/,
  },
  {
    name: 'notifications',
    who: 'member',
    path: dashboard('overview'),
    answers: async (page) => {
      await page.route('**/api/notifications?**', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: notificationsIn(await page.locator('html').getAttribute('lang')) });
      });
      await page.route('**/api/notifications/unread', (route) => route.fulfill({ json: { unread: 2 } }));
    },
    act: async (page) => {
      await openNotifications(page);
      await expect(page.getByRole('dialog').locator('li')).toHaveCount(4);
    },
  },
  {
    name: 'notifications-none',
    who: 'newcomer',
    path: dashboard('overview'),
    act: async (page) => {
      await openNotifications(page);
      await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible();
    },
  },
  {
    name: 'notifications-failed',
    who: 'newcomer',
    path: dashboard('overview'),
    act: async (page) => {
      await page.route('**/api/notifications?**', unavailable);
      await openNotifications(page);
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
    printed: /status of 503/,
  },
  {
    name: 'push-browsers',
    who: 'member',
    path: dashboard('settings'),
    answers: (page) => page.route('**/api/me/push', (route) => route.fulfill({ json: pushState })),
    act: async (page) => {
      await openPush(page);
      await expect(page.locator('form#notifications li')).toHaveCount(2);
    },
  },
  {
    name: 'push-failed',
    who: 'member',
    path: dashboard('settings'),
    answers: (page) => page.route('**/api/me/push', unavailable),
    act: async (page) => {
      await openPush(page);
      await expect(page.locator('form#notifications [role=alert]')).toBeVisible();
    },
    printed: /status of 503/,
  },
  { name: 'data-export', who: 'newcomer', path: dashboard('settings'), act: openExport },
  { name: 'data-export-protected', who: 'protected', path: dashboard('settings'), act: openExport },
  {
    name: 'data-export-refused',
    who: 'newcomer',
    path: dashboard('settings'),
    act: async (page) => {
      await openExport(page);
      await page.route('**/api/me/export', (route) => refuse(route, 409, 'data_export.under_way'));
      await page.getByRole('dialog').locator('[type=password]').fill('a password');
      await page.getByRole('dialog').locator('[type=submit]').click();
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
    printed: /status of 409/,
  },
  {
    name: 'settings-domain-gone',
    who: 'member',
    path: dashboard('settings'),
    answers: (page) =>
      page.route('**/api/me/settings', async (route) => {
        const response = await route.fetch();
        const gone = { default_domain: '01a1f8b9-0000-7000-8000-0000000000dd', auto_delete_links: true };
        await route.fulfill({ response, json: { ...(await response.json()), ...gone } });
      }),
    act: async (page) => {
      await expect(page.locator('form#links p[role=status]')).toBeVisible();
    },
  },
  { name: 'profile', who: 'member', path: dashboard('profile') },
  {
    name: 'avatar-picked',
    who: 'maker',
    path: dashboard('profile'),
    act: async (page) => {
      await page.locator('main input[type=file]').setInputFiles(somePicture);
      await expect(page.locator('main img[src^="data:"]')).toBeVisible();
    },
  },
  {
    name: 'avatar-refused',
    who: 'maker',
    path: dashboard('profile'),
    act: async (page) => {
      await page
        .locator('main input[type=file]')
        .setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
      await expect(page.locator('main [role=alert]')).toBeVisible();
    },
  },
  {
    name: 'avatar-saved',
    who: 'maker',
    path: dashboard('profile'),
    act: async (page) => {
      await page.locator('main input[type=file]').setInputFiles(somePicture);
      await expect(page.locator('main img[src^="data:"]')).toBeVisible();
      await page.locator('section:has(input[type=file]) button').first().click();
      await expect(page.locator('main img[src^="/api/avatars/"]')).toBeVisible();
    },
  },
  {
    name: 'profile-wrong',
    who: 'member',
    path: dashboard('profile'),
    act: async (page) => {
      await page.locator('#password_new_password').fill('short');
      await page.locator('#password_confirm').fill('another');
      await page.locator('#password_confirm').press('Enter');
      await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible();
    },
  },
  { name: 'two-factor-on', who: 'protected', path: dashboard('profile') },
  {
    name: 'two-factor-password',
    who: 'newcomer',
    path: dashboard('profile'),
    act: (page) => openTwoFactor(page, 0),
  },
  { name: 'two-factor-picture', who: 'newcomer', path: dashboard('profile'), act: toPicture },
  {
    name: 'two-factor-wrong',
    who: 'newcomer',
    path: dashboard('profile'),
    act: async (page) => {
      await toPicture(page);
      await page.getByRole('dialog').locator('[type=submit]').click();
      await expect(page.getByRole('dialog').locator('[aria-invalid=true]')).toBeVisible();
    },
  },
  {
    name: 'two-factor-stop',
    who: 'newcomer',
    path: dashboard('profile'),
    act: async (page) => {
      await toPicture(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(2);
    },
  },
  { name: 'two-factor-codes', who: 'protected', path: dashboard('profile'), act: toRecoveryCodes },
  {
    name: 'two-factor-codes-left',
    who: 'protected',
    path: dashboard('profile'),
    act: async (page) => {
      await toRecoveryCodes(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(2);
    },
  },
  {
    name: 'two-factor-off',
    who: 'protected',
    path: dashboard('profile'),
    act: async (page) => {
      await openTwoFactor(page, 1);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Use a|Dùng)/ })
        .click();
      await expect(page.getByRole('dialog').locator('[inputmode=numeric]')).toHaveCount(0);
    },
  },
  { name: 'delete-account', who: 'newcomer', path: dashboard('profile'), act: openDeletion },
  { name: 'delete-account-protected', who: 'protected', path: dashboard('profile'), act: openDeletion },
  {
    name: 'delete-account-refused',
    who: 'newcomer',
    path: dashboard('profile'),
    act: async (page) => {
      await openDeletion(page);
      await page.route('**/api/me/deletion', (route) => refuse(route, 409, 'users.last_admin'));
      await page.getByRole('dialog').locator('[type=password]').fill('a password');
      await page.getByRole('dialog').locator('[type=submit]').click();
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
    printed: /status of 409/,
  },
  {
    name: 'impersonated',
    who: 'newcomer',
    path: dashboard('profile'),
    answers: (page) => {
      const by = { id: '0199a1b2-0000-7000-8000-000000000001', email: 'admin@example.com', full_name: 'Trần Quản Trị' };
      const impersonation = { by, expires_at: '2030-02-14T09:00:00Z' };
      return page.route('**/api/me', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), impersonation } });
      });
    },
    act: async (page) => {
      await expect(
        page.getByRole('region', { name: /^(You act as somebody else|Bạn đang thao tác thay người khác)$/ }),
      ).toBeVisible();
    },
  },
  {
    name: 'account-to-be-deleted',
    who: 'newcomer',
    path: dashboard('profile'),
    answers: (page) =>
      page.route('**/api/me', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), deletion_at: '2030-02-14T09:00:00Z' } });
      }),
    act: async (page) => {
      await expect(
        page.getByRole('region', { name: /^(Deletion of your account|Xóa tài khoản của bạn)$/ }),
      ).toBeVisible();
    },
  },
  {
    name: 'two-factor-failed',
    who: 'protected',
    path: dashboard('profile'),
    failing: '**/api/me/two-factor',
    printed: /status of 503/,
  },
];
