import { dirname, join } from 'node:path';
import type { BrowserContext, BrowserContextOptions } from '@playwright/test';
import { Api, newAccount } from '../support/api.ts';
import { watchCanvasTexts } from '../support/canvas-texts.ts';
import { makeExampleAccount } from '../support/example-account.ts';
import { lookOver } from '../support/look-over.ts';
import { running } from '../support/running.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';
import { type Screen, screens, show } from './screens.ts';

const WIDTHS = [390, 820, 1024, 1280, 1920];
const HEIGHT = 900;
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
        await show(page, screen);
        const picture = join(pictures, `${screen.name}-${language}-${theme}-${width}.jpg`);
        await page.screenshot({ path: picture, type: 'jpeg', quality: 60, fullPage: !screen.act });
        expect.soft(await lookOver(page), `${width} px, ${picture}`).toEqual([]);
      }
    });
  }
}
