import { expect, type Page } from '@playwright/test';
import type { Account, Api } from '../support/api.ts';
import { pointAt } from '../support/charts.ts';
import { refuse, unavailable } from '../support/failing.ts';
import { open } from '../support/pages.ts';

/** A screen in one of its states, in the language of the browser. */
export interface Screen {
  readonly name: string;
  /**
   * `newcomer`: signed in, without a link; `maker`: with links that are made here; `full`: with all links of the month; `protected`: with
   * two-factor authentication; `admin`: the administrator, who has the Premium plan.
   */
  readonly who: 'guest' | 'newcomer' | 'maker' | 'full' | 'protected' | 'member' | 'admin';
  readonly path: string | ((views: Views) => string);
  /** What is answered otherwise, from the page's first question on. */
  readonly answers?: (page: Page) => Promise<unknown>;
  /** Brings it into the state. */
  readonly act?: (page: Page, views: Views) => Promise<void>;
  /** What the page asks there is answered with an error. */
  readonly failing?: string;
  /** Where it can be seen; all, when it says nothing. */
  readonly widths?: readonly number[];
  /** What the browser prints as an error with it. */
  readonly printed?: RegExp;
}

export interface Views {
  /** Pages of the redirect, by their paths. */
  readonly locked: string;
  readonly paused: string;
  readonly ahead: string;
  readonly ownVisits: string;
  /** Has two-factor authentication. */
  readonly protected: Account;
}

export async function newViews(api: Api, withTwoFactor: Account): Promise<Views> {
  await api.register();
  const locked = await api.createLink({ url: 'https://example.com/', password: 'sesame' });
  const paused = await api.createLink({ url: 'https://example.com/' });
  await api.ok('PUT', `/api/links/${paused.id}`, { is_active: false });
  const ahead = await api.createLink({
    url: 'https://ví-dụ.vn/bánh?a=1',
    device_targeting: { mobile: 'https://example.com/' },
  });
  const { own_visits_token } = await api.ok<Record<string, string>>('PATCH', '/api/me/settings', {
    privacy_mode: true,
  });
  return {
    locked: `/${locked.short_code}`,
    paused: `/${paused.short_code}`,
    ahead: `/${ahead.short_code}+`,
    ownVisits: `/_/own-visits?token=${own_visits_token}`,
    protected: withTwoFactor,
  };
}

export const dashboard = (tab: string): string => `/dashboard?tab=${tab}`;
export const submit = async (page: Page): Promise<void> => {
  await page.locator('main form button[type=submit]').first().click();
  await expect(page.locator('main [role=alert], main [aria-invalid=true]').first()).toBeVisible();
};
/** Of the first link: edit is the last but one button of its row or card, the menu the last. */
const ofFirstLink = (page: Page, place: number) =>
  page.locator('main :is(tbody tr, li):has(a[target=_blank])').first().getByRole('button').nth(place);
const openMenu = async (page: Page): Promise<void> => {
  await ofFirstLink(page, -1).click();
  await expect(page.getByRole('menu')).toBeVisible();
};

const openHistory = async (page: Page): Promise<void> => {
  await openMenu(page);
  await page.getByRole('menuitem', { name: /^(History|Lịch sử)$/ }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
};

/** What a registration carries along; with it nothing is asked ahead for a page that is not shown then. */
const CARRIED = '/dashboard?plan=premium&price=9';
/** The page of the dashboard fetches ahead what is not shown then. */
const FETCHED_AHEAD = /was preloaded using link preload/;
/** Of somebody who has to confirm the address first. */
const unconfirmed = (page: Page): Promise<unknown> =>
  page.route('**/api/me', async (route) => {
    // It is asked again and again, and would be told that nothing has changed.
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    await route.fulfill({ json: { ...(await response.json()), must_confirm_email: true } });
  });
const isToBeConfirmed = (page: Page): Promise<void> => expect(page.locator('main [role=status]')).toBeVisible();

const toSecondStep = async (page: Page, { protected: { email, password } }: Views): Promise<void> => {
  await page.locator('main [name=email]').fill(email);
  await page.locator('main [name=password]').fill(password);
  await page.locator('main form button[type=submit]').click();
  await expect(page.locator('main [name=code]')).toBeFocused();
};
/** As if its last links had been made in this browser: by the API, so that the look does not depend on the form. */
async function madeAsGuest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const device_id = crypto.randomUUID().replaceAll('-', '');
    localStorage.setItem('guest_device_id', device_id);
    const { csrf_token } = await (await fetch('/api/auth/csrf')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf_token };
    const links = [];
    for (const path of ['a', 'a/very/long/address/that/does/not/fit/into/one/line/of/a/phone?of=something']) {
      const body = JSON.stringify({ url: `https://example.com/${path}`, device_id });
      links.push(await (await fetch('/api/guest/links', { method: 'POST', headers, body })).json());
    }
    localStorage.setItem('guest_links', JSON.stringify(links));
  });
}

export const screens: readonly Screen[] = [
  { name: 'landing', who: 'guest', path: '/' },
  {
    name: 'landing-wrong',
    who: 'guest',
    path: '/',
    act: (page) => page.locator('main form input').first().press('Enter'),
  },
  {
    name: 'landing-made',
    who: 'maker',
    path: '/',
    act: async (page) => {
      const address = page.locator('main form input').first();
      await address.fill('https://example.com/a/long/address?of=something');
      await address.press('Enter');
      await expect(page.locator('#shorten canvas, #shorten svg[role=img], #shorten img').first()).toBeVisible();
    },
  },
  {
    name: 'landing-example',
    who: 'guest',
    path: '/',
    act: async (page) => {
      const example = page.locator('[aria-labelledby="example-title"]');
      await expect(example).toBeVisible();
      await example.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'landing-recent',
    who: 'guest',
    path: '/',
    act: async (page) => {
      await madeAsGuest(page);
      await page.reload();
      await expect(page.locator('#shorten li').first()).toContainText(/0/);
    },
  },
  {
    name: 'landing-claim',
    who: 'newcomer',
    path: '/',
    act: async (page) => {
      await madeAsGuest(page);
      await page.reload();
      await expect(page.locator('#shorten section > button')).toBeVisible();
      await expect(page.locator('#shorten li').first()).toContainText(/0/);
    },
  },
  { name: 'login', who: 'guest', path: '/login' },
  { name: 'login-wrong', who: 'guest', path: '/login', act: submit },
  { name: 'login-code', who: 'guest', path: '/login', act: toSecondStep, printed: /status of 401/ },
  {
    name: 'login-code-wrong',
    who: 'guest',
    path: '/login',
    act: async (page, views) => {
      await toSecondStep(page, views);
      await submit(page);
    },
    printed: /status of 401/,
  },
  {
    name: 'login-recovery-code',
    who: 'guest',
    path: '/login',
    act: async (page, views) => {
      await toSecondStep(page, views);
      await page.locator('main [data-step] button:not([type=submit])').first().click();
      await expect(page.locator('main [name=code]')).toBeFocused();
    },
    printed: /status of 401/,
  },
  { name: 'register', who: 'guest', path: '/register' },
  { name: 'register-wrong', who: 'guest', path: '/register', act: submit },
  { name: 'terms', who: 'guest', path: '/terms' },
  { name: 'not-found', who: 'guest', path: '/no/such/page', printed: /status of 404/ },
  { name: 'link-unknown', who: 'guest', path: '/zzzzzz', printed: /status of 404/ },
  { name: 'link-locked', who: 'guest', path: ({ locked }) => locked, printed: /status of 401/ },
  { name: 'link-paused', who: 'guest', path: ({ paused }) => paused, printed: /status of 4\d\d/ },
  { name: 'link-ahead', who: 'guest', path: ({ ahead }) => ahead },
  { name: 'link-own-visits', who: 'guest', path: ({ ownVisits }) => ownVisits },
  { name: 'overview-empty', who: 'newcomer', path: dashboard('overview') },
  { name: 'my-links-empty', who: 'newcomer', path: dashboard('my-links') },
  { name: 'analytics-empty', who: 'newcomer', path: dashboard('analytics') },
  { name: 'overview', who: 'member', path: dashboard('overview') },
  {
    name: 'overview-failed',
    who: 'member',
    path: dashboard('overview'),
    failing: '**/api/analytics/overview*',
    printed: /status of 503/,
  },
  { name: 'create', who: 'member', path: dashboard('create') },
  {
    name: 'create-options',
    who: 'member',
    path: dashboard('create'),
    act: async (page) => {
      for (const fold of await page.locator('main form details > summary').all()) await fold.click();
    },
  },
  {
    name: 'create-ab-test',
    who: 'member',
    path: dashboard('create'),
    act: async (page) => {
      await page.locator('main form summary', { hasText: /A\/B/ }).click();
      await page.getByRole('switch', { name: /A\/B/ }).click();
      await page.locator('main form button[type=submit]').first().click();
      await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible();
    },
  },
  { name: 'create-wrong', who: 'member', path: dashboard('create'), act: submit },
  {
    name: 'create-made',
    who: 'maker',
    path: dashboard('create'),
    act: async (page) => {
      await page.locator('main form input').first().fill('https://example.com/a/long/address');
      await page.locator('main form button[type=submit]').first().click();
      await expect(page.locator('main a[target=_blank][href^="http"]').first()).toBeVisible();
    },
  },
  { name: 'create-used-up', who: 'full', path: dashboard('create') },
  { name: 'report', who: 'guest', path: '/report?link=go.example.com/abc' },
  { name: 'report-wrong', who: 'guest', path: '/report', act: submit },
  { name: 'forgot-password', who: 'guest', path: '/forgot-password' },
  { name: 'forgot-password-wrong', who: 'guest', path: '/forgot-password', act: submit },
  { name: 'reset-password', who: 'guest', path: '/reset-password#token=none' },
  {
    name: 'reset-password-over',
    who: 'guest',
    path: '/reset-password#token=none',
    act: async (page) => {
      for (const field of ['password', 'confirm'])
        await page.locator(`main [name=${field}]`).fill('a walk by the river');
      await page.locator('main form button[type=submit]').click();
      await expect(page.locator('main [role=alert]').first()).toBeVisible();
    },
    printed: /status of 410/,
  },
  { name: 'confirm-email-over', who: 'guest', path: '/confirm-email#token=none', printed: /status of 410/ },
  {
    name: 'confirm-address',
    who: 'newcomer',
    path: CARRIED,
    answers: unconfirmed,
    act: isToBeConfirmed,
    printed: FETCHED_AHEAD,
  },
  {
    name: 'confirm-address-not-sent',
    who: 'newcomer',
    path: CARRIED,
    answers: unconfirmed,
    act: async (page) => {
      await page.route('**/api/auth/resend-confirmation', (route) => refuse(route, 429, 'auth.throttled'));
      await isToBeConfirmed(page);
      await page.locator('main button').first().click();
      await expect(page.locator('main [role=alert]')).toBeVisible();
    },
    printed: new RegExp(`status of 429|${FETCHED_AHEAD.source}`),
  },
  { name: 'my-links', who: 'member', path: dashboard('my-links') },
  { name: 'my-links-pages', who: 'full', path: dashboard('my-links') },
  {
    name: 'my-links-filters',
    who: 'member',
    path: `${dashboard('my-links')}&tags=shop,instagram&created=custom&from=2026-01-01`,
  },
  { name: 'my-links-none', who: 'member', path: `${dashboard('my-links')}&search=nothing-like-it` },
  {
    name: 'my-links-failed',
    who: 'member',
    path: dashboard('my-links'),
    failing: '**/api/links?*',
    printed: /status of 503/,
  },
  { name: 'my-links-menu', who: 'member', path: dashboard('my-links'), act: openMenu },
  {
    name: 'my-links-explain',
    who: 'member',
    path: dashboard('my-links'),
    act: async (page) => {
      await openMenu(page);
      await page.getByRole('menuitem').nth(3).click();
      await expect(page.getByRole('dialog').getByRole('status').locator('strong')).toBeVisible();
    },
  },
  {
    name: 'my-links-edit',
    who: 'member',
    path: dashboard('my-links'),
    act: async (page) => {
      await ofFirstLink(page, -2).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'my-links-history',
    who: 'member',
    path: dashboard('my-links'),
    act: openHistory,
  },
  {
    name: 'my-links-schedule',
    who: 'member',
    path: dashboard('my-links'),
    act: async (page) => {
      await openHistory(page);
      await page.getByRole('button', { name: /^(Change at a time|Hẹn giờ thay đổi)$/ }).click();
      await expect(page.getByRole('dialog').last().locator('input').first()).toBeVisible();
    },
  },
  {
    name: 'my-links-old',
    who: 'member',
    path: dashboard('my-links'),
    act: async (page) => {
      await page.route('**/api/links?*', unavailable);
      await page.getByRole('button', { name: /^(Refresh|Làm mới)$/ }).click();
      await expect(page.locator('main [role=alert]').first()).toBeVisible({ timeout: 20_000 });
      // The button's name floats while it is pointed at.
      await page.mouse.move(0, 0);
    },
    printed: /status of 503/,
  },
  {
    name: 'my-links-share',
    who: 'member',
    path: dashboard('my-links'),
    act: async (page) => {
      await openMenu(page);
      await page.getByRole('menuitem', { name: /QR/ }).click();
      await expect(page.getByRole('dialog').locator('svg, canvas').first()).toBeVisible();
    },
  },
  {
    name: 'my-links-delete',
    who: 'member',
    path: dashboard('my-links'),
    act: async (page) => {
      await openMenu(page);
      await page.getByRole('menuitem').last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'analytics', who: 'member', path: dashboard('analytics') },
  {
    name: 'analytics-table',
    who: 'member',
    path: dashboard('analytics'),
    act: async (page) => {
      await page
        .getByTitle(/^(Table|Bảng)$/)
        .first()
        .click();
      await expect(page.locator('main table').first()).toBeVisible();
    },
  },
  {
    name: 'analytics-link',
    who: 'member',
    path: dashboard('my-links'),
    act: async (page) => {
      await ofFirstLink(page, -3).click();
      await expect(page.locator('main canvas').first()).toBeVisible();
    },
  },
  {
    name: 'analytics-reading',
    who: 'member',
    path: dashboard('analytics'),
    act: (page) => pointAt(page, page.locator('main canvas').first(), 0.6),
  },
  {
    name: 'analytics-failed',
    who: 'member',
    path: dashboard('analytics'),
    failing: '**/api/analytics/overview*',
    printed: /status of 503/,
  },
  {
    name: 'account-menu',
    who: 'member',
    path: dashboard('settings'),
    act: async (page) => {
      await page.locator('header button[aria-label*="@"]').click();
      await expect(page.locator('header').getByText('@').first()).toBeVisible();
    },
  },
  {
    name: 'side-menu',
    who: 'member',
    path: dashboard('my-links'),
    widths: [390],
    act: async (page) => {
      await page.locator('header button').first().click();
      await expect(page.getByRole('dialog').getByRole('navigation')).toBeVisible();
    },
  },
  {
    name: 'palette',
    who: 'member',
    path: dashboard('my-links'),
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'keys',
    who: 'member',
    path: dashboard('my-links'),
    act: async (page) => {
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

/** A chart waits for so long until a window that is being resized rests. */
const CHARTS_DRAWN_MS = 350;

/** Opens the screen at the window's present size, and waits until it is drawn. */
export async function show(page: Page, screen: Screen, views: Views): Promise<void> {
  const { act, answers, failing } = screen;
  const path = typeof screen.path === 'string' ? screen.path : screen.path(views);
  await page.unrouteAll();
  if (failing) await page.route(failing, unavailable);
  await answers?.(page);
  await open(page, path);
  if (failing) await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 20_000 });
  if (path.includes('analytics') && screen.who === 'member' && !failing)
    await expect(page.locator('main dl dd').first()).not.toBeEmpty();
  await act?.(page, views);
  // What fails is asked for again and again.
  if (!failing) await page.waitForLoadState('networkidle');
  await settled(page);
}

/** Once a new width is drawn: charts draw a while after it. */
export async function settled(page: Page): Promise<void> {
  if ((await page.locator('canvas').count()) > 0) await page.waitForTimeout(CHARTS_DRAWN_MS);
  await drawn(page);
}

/** Once what moves has come to its end, but for what moves for ever. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
    const isMoving = (): boolean =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        );
    // One frame to be told of it, one to answer.
    for (let still = 0; still < 3; still = isMoving() ? 0 : still + 1) await frame();
  });
