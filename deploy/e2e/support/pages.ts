import { expect, type Locator, type Page } from '@playwright/test';
import { userAgents } from './user-agents.ts';

export const publicPages = ['/', '/vi', '/vi/terms', '/login', '/register', '/terms', '/no/such/page'];
const tabs = ['overview', 'create', 'my-links', 'campaigns', 'analytics', 'profile', 'settings', 'api', 'webhooks'];
export const dashboardPages = tabs.map((tab) => `/dashboard?tab=${tab}`);

/** Opens a page of the web app and waits until it shows its heading and no placeholder. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // Drawn by the server and the build is not yet alive, nor is its heading the page's.
  await expect(page.locator('[data-drawn], #outline')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** A figure of a row of figures, by its name. */
export const figure = (page: Page, name: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
    .getByRole('definition')
    .first();

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

export const phone = {
  viewport: { width: 390, height: 844 },
  userAgent: userAgents.mobile,
  hasTouch: true,
  isMobile: true,
};

/** Switches a chart's panel to the table of the same numbers. */
export async function showTable(panel: Locator): Promise<void> {
  await panel.getByTitle('Table').click();
  await expect(panel.getByRole('table')).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}
