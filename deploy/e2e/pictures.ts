// `npm run pictures -w @linkway/e2e`: the pictures of README.md and of the landing page, taken of a running Linkway.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Harness } from '@linkway/local/harness';
import { type Browser, type BrowserContextOptions, chromium as browsers, expect } from '@playwright/test';
import { chromium } from './support/chromium.ts';
import { makeExampleAccount } from './support/example-account.ts';
import { open } from './support/pages.ts';
import { remember } from './support/storage.ts';
import { writeWebp } from './support/webp.ts';

const folder = join(import.meta.dirname, 'pictures');
const landing = join(import.meta.dirname, '../../frontends/shell/src/public/landing');
const SIDEBAR = 240;
/** The size that landing/preview-pictures.ts names, in CSS pixels, and what a visitor may have to load. */
const PREVIEW = { width: 1120, height: 898, edge: 16, most: 60_000 };
const PHONE = { width: 390, height: 730, most: 60_000 };

/** The port that `npm start` takes, where it is free: the addresses in the pictures look as they will. */
const usualPort = (): Promise<string> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve('0'));
    probe.listen(8080, '127.0.0.1', () => probe.close(() => resolve('8080')));
  });

async function takeLanding(browser: Browser, options: BrowserContextOptions): Promise<void> {
  const guest = await (await browser.newContext(options)).newPage();
  await guest.goto('/');
  await guest.getByLabel('Your long link').fill('https://example.com/a/rather/long/address?of=something');
  await guest.getByRole('button', { name: 'Shorten' }).click();
  await expect(guest.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await guest.evaluate(() => window.scrollTo({ top: 0 }));
  await guest.screenshot({ path: join(folder, 'landing.png') });
}

async function takeDashboard(browser: Browser, options: BrowserContextOptions): Promise<void> {
  const member = await (await browser.newContext(options)).newPage();
  await member.goto('/dashboard');
  await expect(member.getByRole('slider')).toBeVisible();
  await expect(member.locator('canvas').first()).toBeVisible();
  await member.waitForLoadState('networkidle');
  await member.screenshot({ path: join(folder, 'dashboard.png') });
}

/** Of the analytics page: clicks over time, and below them devices and countries. */
async function takePreview(browser: Browser, options: BrowserContextOptions, language: string, theme: string) {
  const { width, height, edge, most } = PREVIEW;
  const context = await browser.newContext({
    ...options,
    // The page's content has a larger edge around it than the picture.
    viewport: { width: SIDEBAR + width + edge, height: 1300 },
    deviceScaleFactor: 1.5,
  });
  await remember(context, 'language', language, options.baseURL);
  await remember(context, 'theme', theme, options.baseURL);
  const page = await context.newPage();
  await open(page, '/dashboard?tab=analytics');
  const panels = page.getByRole('main').locator('section');
  await expect(panels.nth(0).locator('canvas').first()).toBeVisible();
  await expect(panels.nth(2).locator('canvas').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const first = await panels.nth(0).boundingBox();
  const last = await panels.nth(2).boundingBox();
  if (!first || !last) throw new Error('the analytics page shows no panels');
  const clip = {
    x: first.x - edge,
    y: first.y - edge,
    width: last.x + last.width - first.x + 2 * edge,
    height: last.y + last.height - first.y + 2 * edge,
  };
  if (clip.width !== width || clip.height !== height) {
    throw new Error(
      `the picture would be ${clip.width} x ${clip.height}; preview-pictures.ts wants ${width} x ${height}`,
    );
  }
  await writeWebp(browser, join(landing, `analytics-${language}-${theme}.webp`), await page.screenshot({ clip }), most);
  await context.close();
}

/** The same page on a phone: its figures, and clicks over time. */
async function takePhone(browser: Browser, options: BrowserContextOptions, language: string, theme: string) {
  const { width, height, most } = PHONE;
  const context = await browser.newContext({
    ...options,
    viewport: { width, height: 2 * height },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  await remember(context, 'language', language, options.baseURL);
  await remember(context, 'theme', theme, options.baseURL);
  const page = await context.newPage();
  await open(page, '/dashboard?tab=analytics');
  const main = page.getByRole('main');
  await expect(main.locator('canvas').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const top = await main.locator('dl').first().boundingBox();
  if (!top) throw new Error('the analytics page shows no figures');
  const clip = { x: 0, y: top.y - PREVIEW.edge, width, height };
  await writeWebp(browser, join(landing, `phone-${language}-${theme}.webp`), await page.screenshot({ clip }), most);
  await context.close();
}

const harness = await Harness.start({ environment: { LINKWAY_PORT: await usualPort() } });
const browser = await browsers.launch(chromium);
try {
  const options = {
    baseURL: harness.web,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  } as const;
  await takeLanding(browser, options);
  const account = await browser.newContext(options);
  await makeExampleAccount(account, harness);
  const member = { ...options, storageState: await account.storageState() };
  await takeDashboard(browser, member);
  for (const language of ['en', 'vi']) {
    for (const theme of ['light', 'dark']) {
      await takePreview(browser, member, language, theme);
      await takePhone(browser, member, language, theme);
    }
  }
} finally {
  await browser.close();
  await harness.dispose();
}
