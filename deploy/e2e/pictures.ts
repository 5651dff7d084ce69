// `npm run pictures -w @linkway/e2e`: the pictures that README.md shows, taken of a running Linkway.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Harness } from '@linkway/local/harness';
import { type BrowserContext, chromium as browsers, expect } from '@playwright/test';
import { Api, type MadeLink } from './support/api.ts';
import { chromium } from './support/chromium.ts';
import { sendClicks } from './support/example-clicks.ts';

const folder = join(import.meta.dirname, 'pictures');

const links = [
  { url: 'https://example.com/shop/spring-collection', custom_code: 'spring', title: 'Spring collection' },
  { url: 'https://example.com/blog/how-we-count-clicks', custom_code: 'clicks', title: 'How we count clicks' },
  { url: 'https://example.com/app/download', custom_code: 'get-app', title: 'App download', devices: true },
  { url: 'https://example.com/events/meetup-hanoi', custom_code: 'meetup', title: 'Meetup in Hanoi' },
  { url: 'https://example.com/docs/price-list.pdf', custom_code: 'prices', title: 'Price list', password: 'sesame' },
  { url: 'https://example.com/careers/engineer', custom_code: 'join-us', title: 'Open positions' },
];

/** The port that `npm start` takes, where it is free: the addresses in the pictures look as they will. */
const usualPort = (): Promise<string> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve('0'));
    probe.listen(8080, '127.0.0.1', () => probe.close(() => resolve('8080')));
  });

async function makeData(context: BrowserContext, runFile: string): Promise<void> {
  const api = new Api(context.request);
  await api.register({ email: 'linh@example.com', password: 'a-password-1' });
  const made: MadeLink[] = [];
  for (const { devices, ...link } of links) {
    const device_targeting = devices ? { mobile: 'https://example.com/app/phone' } : undefined;
    made.push(await api.createLink({ ...link, ...(device_targeting && { device_targeting }) }));
  }
  const sent = await sendClicks(made, runFile);
  await expect
    .poll(async () => (await api.ok<{ total_clicks: number }>('GET', '/api/analytics/overview')).total_clicks)
    .toBe(sent);
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
  const guest = await (await browser.newContext(options)).newPage();
  await guest.goto('/');
  await guest.getByLabel('Your long link').fill('https://example.com/a/rather/long/address?of=something');
  await guest.getByRole('button', { name: 'Shorten' }).click();
  await expect(guest.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await guest.evaluate(() => window.scrollTo({ top: 0 }));
  await guest.screenshot({ path: join(folder, 'landing.png') });

  const context = await browser.newContext(options);
  await makeData(context, `${harness.dataDir}/run.json`);
  const member = await context.newPage();
  await member.goto('/dashboard');
  await expect(member.getByRole('slider')).toBeVisible();
  await expect(member.locator('canvas').first()).toBeVisible();
  await member.waitForLoadState('networkidle');
  await member.screenshot({ path: join(folder, 'dashboard.png') });
} finally {
  await browser.close();
  await harness.dispose();
}
