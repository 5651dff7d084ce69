import { expect, type Page } from '@playwright/test';
import { newAccount } from '../support/api.ts';
import { goThroughGoogle } from '../support/google.ts';
import type { Screen } from './screens.ts';

const newPerson = () => {
  const { email } = newAccount();
  return { sub: `google-${email}`, email, email_verified: true, name: 'Nguyễn Thị Phương Thảo' };
};
const toTerms = async (page: Page): Promise<void> => {
  await goThroughGoogle(page, newPerson());
  await expect(page.getByRole('checkbox')).toBeVisible();
};
const outcome = (of: 'login' | 'register', code: string): Screen => ({
  name: `google-${of}-${code.replace(/.*\./, '').replaceAll('_', '-')}`,
  who: 'guest',
  path: `/${of}?google=${code}`,
  act: async (page) => {
    await expect(page.locator('main :is([role=alert], [role=status])').first()).toBeVisible();
  },
});

/** The way through Google, by the provider that is Google to the tests. */
/** Of an installation that Google knows nothing of. */
const notSetUp = (path: '/login' | '/register'): Screen => ({
  name: `google-missing-${path.slice(1)}`,
  who: 'guest',
  path,
  answers: (page) =>
    page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('data-google="on"', 'data-google="off"');
      await route.fulfill({ response, body });
    }),
  act: async (page) => {
    await expect(page.getByRole('main').getByRole('button', { name: /Google$/ })).toBeDisabled();
    await expect(page.getByText(/(is not set up on this server|chưa thiết lập đăng nhập)/)).toBeVisible();
  },
});

export const googleScreens: readonly Screen[] = [
  notSetUp('/login'),
  notSetUp('/register'),
  { name: 'google-terms', who: 'guest', path: '/login', act: toTerms },
  {
    name: 'google-terms-wrong',
    who: 'guest',
    path: '/login',
    act: async (page) => {
      await toTerms(page);
      await page.locator('main form button[type=submit]').click();
      await expect(page.locator('main [aria-invalid=true]')).toBeVisible();
    },
  },
  {
    name: 'google-unverified',
    who: 'guest',
    path: '/login',
    act: async (page) => {
      await goThroughGoogle(page, { ...newPerson(), email_verified: false });
      await expect(page.locator('main [role=alert]')).toBeVisible();
    },
    printed: /status of 403/,
  },
  outcome('login', 'cancelled'),
  outcome('register', 'cancelled'),
  outcome('login', 'google.sign_in_over'),
  outcome('login', 'google.sign_in_invalid'),
  outcome('register', 'google.unavailable'),
  outcome('login', 'google.not_configured'),
  {
    name: 'profile-without-password',
    who: 'guest',
    path: '/login',
    act: async (page) => {
      // At each width it is another person, who begins without the session of the one before.
      await page.context().clearCookies({ name: /session/ });
      await page.goto('/login');
      await toTerms(page);
      await page.getByRole('checkbox').check();
      await page.locator('main form button[type=submit]').click();
      await page.waitForURL(/dashboard/);
      await page.goto('/dashboard?tab=profile');
      const card = page.getByRole('region', { name: /^(Password|Mật khẩu)$/ });
      await expect(card.getByRole('button')).toBeVisible();
      await card.scrollIntoViewIfNeeded();
    },
    // The page of the width before, whose session is taken away.
    printed: /status of 401/,
  },
];
