import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { Api, administrator, newAccount } from '../support/api.ts';
import { protect } from '../support/authenticator.ts';
import { watchCanvasTexts } from '../support/canvas-texts.ts';
import { makeExampleAccount } from '../support/example-account.ts';
import { covered, lookOver } from '../support/look-over.ts';
import { running } from '../support/running.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';
import { accountScreens } from './account-screens.ts';
import { adminScreens } from './admin-screens.ts';
import { apiKeyScreens } from './api-key-screens.ts';
import { auditLogScreens } from './audit-log-screens.ts';
import { campaignScreens } from './campaign-screens.ts';
import { deploymentScreens } from './deployment-screens.ts';
import { googleScreens } from './google-screens.ts';
import { guestLinkScreens } from './guest-link-screens.ts';
import { linkCampaignScreens } from './link-campaign-screens.ts';
import { drawn, newViews, type Screen, screens, settled, show } from './screens.ts';
import { webhookScreens } from './webhook-screens.ts';

const PHONE = 390;
const HEIGHT = 900;
const PLACES = 20;
/** Links that an account without a plan may make in a month. */
const MONTHLY = 50;
const LEAST_STEP_PX = 40;
const WIDTHS = [PHONE, 820, 1024, 1280, 1920];
/** Set: each picture is taken, and not only those of what is wrong; `all`: of each language in each theme at each width. */
const asked = process.env.LINKWAY_LOOKS;

interface Look {
  language: string;
  theme: string;
  widths: number[];
  /** Of what lies open, for which all of a page is opened anew at each width; the others' where it is not given. */
  opened?: number[];
  reading: boolean;
}

/** Else each language, each theme and four widths once, the phone in the language with the longer words. */
const LOOKS: Look[] =
  asked === 'all'
    ? ['en', 'vi'].flatMap((language) =>
        ['light', 'dark'].map((theme) => ({ language, theme, widths: WIDTHS, reading: theme === 'light' })),
      )
    : [
        { language: 'en', theme: 'light', widths: [820, 1280], opened: [1280], reading: false },
        { language: 'vi', theme: 'dark', widths: [PHONE, 1024], opened: [PHONE], reading: true },
      ];
const pictures = join(import.meta.dirname, '../test-results/screens');

const { resolve } = createRequire(import.meta.resolve('@axe-core/playwright'));
/** axe as it ships to browsers: each page reads it twice, and what it takes by itself is more than twice as long. */
const axeSource = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

type State = NonNullable<BrowserContextOptions['storageState']>;
let states: Record<Screen['who'], State | undefined>;
let views: Awaited<ReturnType<typeof newViews>>;

test.beforeAll(async ({ browser }) => {
  const { web, redirect, runFile } = running();
  const withTwoFactor = newAccount();
  const signedIn = async (make: (context: BrowserContext) => Promise<unknown>): Promise<State> => {
    const context = await browser.newContext({ baseURL: web });
    await make(context);
    const state = await context.storageState();
    await context.close();
    return state;
  };
  states = {
    guest: undefined,
    newcomer: await signedIn((context) => new Api(context.request).register()),
    maker: await signedIn((context) => new Api(context.request).register()),
    full: await signedIn(async (context) => {
      const api = new Api(context.request);
      await api.register();
      for (let made = 0; made < MONTHLY; made += 1) await api.createLink({ url: `https://example.com/${made}` });
    }),
    protected: await signedIn(async (context) => {
      const api = new Api(context.request);
      await api.register(withTwoFactor);
      await protect(api, withTwoFactor.password);
    }),
    admin: await signedIn((context) => new Api(context.request).signIn(administrator)),
    member: await signedIn((context) =>
      makeExampleAccount(
        context,
        { redirect: () => redirect, dataDir: dirname(runFile) },
        newAccount(),
        `-${Date.now().toString(36)}${process.pid}`,
      ),
    ),
  };
  const context = await browser.newContext({ baseURL: web });
  views = await newViews(new Api(context.request), withTwoFactor);
  await context.close();
});

for (const { language, theme, widths, opened = widths, reading } of LOOKS) {
  for (const screen of [
    ...screens,
    ...accountScreens,
    ...adminScreens,
    ...guestLinkScreens,
    ...apiKeyScreens,
    ...auditLogScreens,
    ...campaignScreens,
    ...deploymentScreens,
    ...googleScreens,
    ...linkCampaignScreens,
    ...webhookScreens,
  ]) {
    const seenAt = (screen.act ? opened : widths).filter((width) => screen.widths?.includes(width) ?? true);
    if (seenAt.length === 0) continue;
    test(`${screen.name}, ${language}, ${theme}: nothing is cut, covered or faint`, async ({
      anotherBrowser,
      watch,
    }) => {
      if (screen.printed) watch.expect(screen.printed);
      const context = await anotherBrowser({ storageState: states[screen.who], timezoneId: 'Asia/Ho_Chi_Minh' });
      await watchCanvasTexts(context);
      await remember(context, 'language', language);
      await remember(context, 'theme', theme);
      const page = await context.newPage();
      let isOpen = false;
      for (const width of seenAt) {
        await page.setViewportSize({ width, height: HEIGHT });
        // What lies open is opened anew at each width; all else follows the window, as it does for people.
        if (screen.act || !isOpen) await show(page, screen, views);
        else await settled(page);
        const picture = join(pictures, `${screen.name}-${language}-${theme}-${width}.jpg`);
        const faults = await lookOver(page);
        if (asked || faults.length > 0)
          await page.screenshot({ path: picture, type: 'jpeg', quality: 60, fullPage: !screen.act });
        expect.soft(faults, `${width} px, ${picture}`).toEqual([]);
        if (!isOpen) expect.soft(await barriers(page), `${screen.name}, for all`).toEqual([]);
        isOpen = true;
        if (width === PHONE && reading && !screen.act)
          expect.soft(await coveredWhileReading(page), 'read to its end').toEqual([]);
      }
    });
  }
}

/** What keeps people out that do not see, hear or point as others do: serious findings alone. */
async function barriers(page: Page): Promise<string[]> {
  // axe waits for ever for a frame in which nothing runs. What is in it is a mail.
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe[sandbox=""]')) frame.remove();
  });
  // In the page itself: else a further page is opened for each, and the library read there once more.
  const { violations } = await new AxeBuilder({ page, axeSource })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** Controls that something floats over, at each place where a thumb may leave the page. */
async function coveredWhileReading(page: Page): Promise<string[]> {
  const faults = new Set<string>();
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  const step = Math.max(end / PLACES, LEAST_STEP_PX);
  await page.mouse.move(PHONE / 2, HEIGHT / 2);
  for (let y = 0; y < end; y += step) {
    await page.mouse.wheel(0, step);
    await drawn(page);
    for (const fault of await covered(page)) faults.add(fault);
  }
  await page.evaluate(() => scrollTo(0, 0));
  return [...faults];
}
