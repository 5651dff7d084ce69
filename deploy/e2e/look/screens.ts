import { expect, type Page } from '@playwright/test';
import { unavailable } from '../support/failing.ts';
import { open } from '../support/pages.ts';

/** A screen in one of its states, in the language of the browser. */
export interface Screen {
  readonly name: string;
  /** `newcomer`: signed in, without a link. */
  readonly who: 'guest' | 'newcomer' | 'member';
  readonly path: string;
  /** Brings it into the state. */
  readonly act?: (page: Page) => Promise<void>;
  /** Of the API; what the page asks there is answered with an error. */
  readonly failing?: string;
  /** What the browser prints as an error with it. */
  readonly printed?: RegExp;
}

const dashboard = (tab: string): string => `/dashboard?tab=${tab}`;
const submit = async (page: Page): Promise<void> => {
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

export const screens: readonly Screen[] = [
  { name: 'landing', who: 'guest', path: '/' },
  {
    name: 'landing-wrong',
    who: 'guest',
    path: '/',
    act: (page) => page.locator('main form input').first().press('Enter'),
  },
  { name: 'login', who: 'guest', path: '/login' },
  { name: 'login-wrong', who: 'guest', path: '/login', act: submit },
  { name: 'register', who: 'guest', path: '/register' },
  { name: 'register-wrong', who: 'guest', path: '/register', act: submit },
  { name: 'terms', who: 'guest', path: '/terms' },
  { name: 'not-found', who: 'guest', path: '/no/such/page', printed: /status of 404/ },
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
  { name: 'create-wrong', who: 'member', path: dashboard('create'), act: submit },
  { name: 'my-links', who: 'member', path: dashboard('my-links') },
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
    name: 'my-links-edit',
    who: 'member',
    path: dashboard('my-links'),
    act: async (page) => {
      await ofFirstLink(page, -2).click();
      await expect(page.getByRole('dialog')).toBeVisible();
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
    name: 'analytics-reading',
    who: 'member',
    path: dashboard('analytics'),
    act: async (page) => {
      const chart = page.locator('main canvas').first();
      await chart.scrollIntoViewIfNeeded();
      const box = await chart.boundingBox();
      if (!box) throw new Error('the chart is not drawn');
      await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5);
      await expect(page.locator('[data-readout]').first()).toBeVisible();
    },
  },
  {
    name: 'analytics-failed',
    who: 'member',
    path: dashboard('analytics'),
    failing: '**/api/analytics?*',
    printed: /status of 503/,
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
const DRAWN_MS = 350;

/** Opens the screen at the window's present size, and waits until it is drawn. */
export async function show(page: Page, { path, act, failing }: Screen): Promise<void> {
  if (failing) await page.route(failing, unavailable);
  await open(page, path);
  if (failing) await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 20_000 });
  if (path.includes('analytics') && !failing) await expect(page.locator('main dl dd').first()).not.toBeEmpty();
  await act?.(page);
  await page.waitForLoadState('networkidle');
  await settled(page);
}

/** Once a new width is drawn, charts included. */
export async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(DRAWN_MS);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
