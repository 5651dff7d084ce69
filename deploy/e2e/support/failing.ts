import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test';

/** As the API refuses. */
export const refuse = (route: Route, status: number, code: string): Promise<void> =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    json: {
      type: 'about:blank',
      title: 'Refused',
      status,
      code,
      detail: 'This is not possible right now.',
      errors: [],
      trace_id: '0af7651916cd43dd8448eb211c80319c',
    },
  });

/** As the API answers when a service is away. */
export const unavailable = (route: Route): Promise<void> => refuse(route, 503, 'service.unavailable');

/** As when there is no network. */
export const noNetwork = (route: Route): Promise<void> => route.abort('internetdisconnected');

/** The name of a call: its method and address, without its query, and of whatever it is. */
export function callOf(request: Request): string {
  const { pathname } = new URL(request.url());
  return `${request.method()} ${pathname.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')}`;
}

/** The calls of the API that a page makes from now on. */
export function callsOf(page: Page): Set<string> {
  const calls = new Set<string>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.add(callOf(request));
  });
  return calls;
}

/** The first of each call fails, every later one is answered. */
export async function failEachOnce(page: Page, fail: (route: Route) => Promise<void>): Promise<Set<string>> {
  const failed = new Set<string>();
  await page.route('**/api/**', (route) => {
    const call = callOf(route.request());
    if (failed.has(call)) return route.fallback();
    failed.add(call);
    return fail(route);
  });
  return failed;
}

const MESSAGES = '[role="alert"], [data-toasts] > div';
const MOST_TRIES = 6;

/** Does something again until it is done, as people do. Each time that it is not, a message of it is in view. */
export async function insist(page: Page, act: () => Promise<void>, done: Locator, kept?: () => Promise<void>) {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await page.locator(MESSAGES).evaluateAll((all) => {
      for (const message of all) message.setAttribute('data-told', '');
    });
    await act();
    const told = page.locator(`:is(${MESSAGES}):not([data-told])`).filter({ visible: true });
    await expect(done.or(told).first()).toBeVisible({ timeout: 20_000 });
    if (await done.isVisible()) return;
    await expectInView(told.last());
    await kept?.();
  }
  throw new Error(`${MOST_TRIES} tries do not lead to ${String(done)}`);
}

/** The message is seen whole by whoever looks at the window: within it, and nothing lies over it. */
export async function expectInView(message: Locator): Promise<void> {
  await expect(message).toBeInViewport({ ratio: 0.95 });
  await expect
    .poll(() =>
      message.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return element.contains(seen) || seen?.contains(element);
      }),
    )
    .toBe(true);
}

/** What has the focus; the next Tab starts there. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element && element !== document.body
      ? `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`
      : 'body';
  });

export const expectFocusSomewhere = (page: Page, after: string): Promise<void> =>
  expect.poll(() => focused(page), `focus after ${after}`).not.toBe('body');
