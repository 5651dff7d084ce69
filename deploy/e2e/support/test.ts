import { type BrowserContext, type BrowserContextOptions, test as base, expect } from '@playwright/test';
import { Api } from './api.ts';
import { ConsoleWatch } from './console.ts';
import { type Running, running } from './running.ts';
import { userAgents } from './user-agents.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  linkway: Running;
  /** Every test fails on a console error, a warning or an uncaught error that it does not expect. */
  watch: ConsoleWatch;
  /** The API with the cookies of `page`. */
  api: Api;
  /** A further browser, as of another person or device; closed with the test. */
  anotherBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed: none
  linkway: async ({}, use) => use(running()),
  baseURL: async ({ linkway }, use) => use(linkway.web),
  watch: [
    async ({ context }, use) => {
      const watch = new ConsoleWatch();
      watch.follow(context);
      await use(watch);
      await leaveRequests(context);
      expect(watch.unexpected(), 'console errors, warnings and uncaught errors').toEqual([]);
    },
    { auto: true },
  ],
  api: async ({ context }, use) => use(new Api(context.request)),
  anotherBrowser: async ({ browser, linkway, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        baseURL: linkway.web,
        userAgent: userAgents.desktop,
        locale: 'en-US',
        reducedMotion: 'reduce',
        ...options,
      });
      watch.follow(context);
      contexts.push(context);
      return context;
    });
    for (const context of contexts) await leaveRequests(context);
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** What a test answers otherwise may still be asked for when it ends: that is no fault of anything. */
async function leaveRequests(context: BrowserContext): Promise<void> {
  const all = [context, ...context.pages()];
  // A test may have closed it by itself.
  await Promise.allSettled(all.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
}
