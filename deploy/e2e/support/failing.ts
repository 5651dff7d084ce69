import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** As the API answers when a service is away. */
export const unavailable = (route: Route): Promise<void> =>
  route.fulfill({
    status: 503,
    contentType: 'application/problem+json',
    json: {
      type: 'about:blank',
      title: 'Unavailable',
      status: 503,
      code: 'service.unavailable',
      detail: 'This is not possible right now.',
      errors: [],
      trace_id: '0af7651916cd43dd8448eb211c80319c',
    },
  });

/** The first call of each method and address (without its query) fails, every later one is answered. */
export async function failEachOnce(page: Page, but: RegExp = /$^/): Promise<Set<string>> {
  const failed = new Set<string>();
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const call = `${route.request().method()} ${pathname}`;
    if (but.test(pathname) || failed.has(call)) return route.fallback();
    failed.add(call);
    return unavailable(route);
  });
  return failed;
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
