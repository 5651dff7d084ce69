import { dirname, join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { Api, newAccount } from '../support/api.ts';
import { watchCanvasTexts } from '../support/canvas-texts.ts';
import { makeExampleAccount } from '../support/example-account.ts';
import { lookOver } from '../support/look-over.ts';
import { running } from '../support/running.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';
import { type Screen, screens, settled, show } from './screens.ts';

const PHONE = 390;
const WIDTHS = [PHONE, 820, 1024, 1280, 1920];
const HEIGHT = 900;
/** In that time what floats has come or gone. */
const FLOATING_MS = 200;
const PLACES = 20;
const LEAST_STEP_PX = 40;
const LOOKS = ['en', 'vi'].flatMap((language) => ['light', 'dark'].map((theme) => ({ language, theme })));
const pictures = join(import.meta.dirname, '../test-results/screens');

type State = NonNullable<BrowserContextOptions['storageState']>;
let states: Record<Screen['who'], State | undefined>;

test.beforeAll(async ({ browser }) => {
  const { web, redirect, runFile } = running();
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
    member: await signedIn((context) =>
      makeExampleAccount(
        context,
        { redirect: () => redirect, dataDir: dirname(runFile) },
        newAccount(),
        `-${Date.now().toString(36)}${process.pid}`,
      ),
    ),
  };
});

for (const { language, theme } of LOOKS) {
  for (const screen of screens) {
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
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        // What lies open is opened anew at each width; all else follows the window, as it does for people.
        if (screen.act || width === WIDTHS[0]) await show(page, screen);
        else await settled(page);
        const picture = join(pictures, `${screen.name}-${language}-${theme}-${width}.jpg`);
        await page.screenshot({ path: picture, type: 'jpeg', quality: 60, fullPage: !screen.act });
        expect.soft(await lookOver(page), `${width} px, ${picture}`).toEqual([]);
        if (width === PHONE && theme === 'light' && !screen.act)
          expect.soft(await coveredWhileReading(page), 'read to its end').toEqual([]);
      }
    });
  }
}

/** Controls that something floats over, at each place where a thumb may leave the page. */
async function coveredWhileReading(page: Page): Promise<string[]> {
  const covered = new Set<string>();
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  const step = Math.max(end / PLACES, LEAST_STEP_PX);
  await page.mouse.move(PHONE / 2, HEIGHT / 2);
  for (let y = 0; y < end; y += step) {
    await page.mouse.wheel(0, step);
    await page.waitForTimeout(FLOATING_MS);
    for (const fault of await lookOver(page)) if (fault.startsWith('covered')) covered.add(fault);
  }
  await page.evaluate(() => scrollTo(0, 0));
  return [...covered];
}
