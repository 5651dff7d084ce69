import type { Page, Request, Route } from '@playwright/test';
import { newAccount } from '../support/api.ts';
import { noNetwork } from '../support/failing.ts';
import { everyFlow } from '../support/flows.ts';
import { expect, test } from '../support/test.ts';

const down = (route: Route): Promise<void> => route.fulfill({ status: 503, body: 'down' });
const gone = (route: Route): Promise<void> => route.fulfill({ status: 404, body: 'no such file' });

/** Whatever the app is made of, and what leads to it: found by itself, so that a new part is one of them. */
const isPart = (request: Request): boolean => {
  const { pathname, origin } = new URL(request.url());
  return (
    origin === new URL(request.frame().url()).origin &&
    !pathname.startsWith('/api/') &&
    ['script', 'stylesheet', 'fetch', 'xhr'].includes(request.resourceType())
  );
};
const nameOf = (request: Request): string => new URL(request.url()).pathname;

function partsOf(page: Page): Set<string> {
  const parts = new Set<string>();
  page.on('request', (request) => {
    if (isPart(request)) parts.add(nameOf(request));
  });
  return parts;
}

/** The first request for each file fails, every later one is answered. */
async function failEachPartOnce(page: Page, fail: (route: Route) => Promise<void>): Promise<Set<string>> {
  const failed = new Set<string>();
  await page.route('**/*', (route) => {
    const request = route.request();
    if (request.method() !== 'GET' || !isPart(request) || failed.has(nameOf(request))) return route.fallback();
    failed.add(nameOf(request));
    return fail(route);
  });
  return failed;
}

// In one process, for all are held against one run in which nothing fails.
test.describe.configure({ mode: 'default' });
let parts: ReadonlySet<string> | undefined;

for (const [name, fail] of [
  ['finds no network', noNetwork],
  ['is answered 503', down],
  ['is gone', gone],
] as const) {
  test(`each file of each flow ${name} once: nothing typed is lost, and every message is in view`, async ({
    page,
    anotherBrowser,
    linkway,
    watch,
  }) => {
    watch.expect(/Failed to load resource|did not load|ChunkLoadError|Loading (CSS )?chunk|Federation/);
    // Files that are on their way at once are asked for again when they are used: the browser wonders at the first.
    watch.expect(/was preloaded using link preload but not used/);
    test.slow();
    const url = `${linkway.destination}/made`;
    if (!parts) {
      const undisturbed = await (await anotherBrowser()).newPage();
      const seen = partsOf(undisturbed);
      await everyFlow(undisturbed, newAccount(), url);
      await undisturbed.close();
      parts = seen;
    }
    const failed = await failEachPartOnce(page, fail);
    await everyFlow(page, newAccount(), url);
    expect(parts.size).toBeGreaterThan(40);
    expect([...parts].filter((part) => !failed.has(part))).toEqual([]);
  });
}
