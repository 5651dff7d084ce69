import type { Page } from '@playwright/test';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const titles = {
  '/': /^Linkway: short links/,
  '/vi': /^Linkway: liên kết/,
  '/terms': /^Terms/,
  '/vi/terms': /^Điều khoản/,
};

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, title] of Object.entries(titles)) {
    test(`${path} reads as a whole page`, async ({ page }) => {
      await page.goto(path);
      const language = path.startsWith('/vi') ? 'vi' : 'en';
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2);
      // It has its colours and its type.
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 248, 250)');
      for (const link of ['/login', '/register'])
        await expect(page.locator(`a[href="${link}"]`).first()).toBeAttached();
    });
  }

  test('what needs scripts says so above all else, and a page to read does not', async ({ page }) => {
    const said = {
      '/': 'The form on this page needs JavaScript. Short links work without it.',
      '/vi': 'Biểu mẫu trên trang này cần JavaScript. Không có JavaScript, liên kết ngắn vẫn hoạt động.',
      '/login': 'The form on this page needs JavaScript. Short links work without it.',
      '/register': 'The form on this page needs JavaScript. Short links work without it.',
      '/dashboard': 'Linkway needs JavaScript to show this page. Short links work without it.',
    };
    for (const [path, text] of Object.entries(said)) {
      await page.goto(path);
      const notice = page.locator('noscript');
      expect(await notice.evaluate((element: HTMLElement) => element.innerText), path).toBe(text);
      expect((await notice.boundingBox())?.y, path).toBe(0);
    }
    await page.goto('/terms');
    await expect(page.locator('noscript')).toHaveCount(0);
  });

  test('an unknown address says so, in the language of the browser', async ({ anotherBrowser, watch }) => {
    watch.expect(/status of 404/);
    const page = await (await anotherBrowser({ javaScriptEnabled: false, locale: 'vi-VN' })).newPage();
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  });
});

test('crawlers and previews find each page in both languages, and its picture', async ({ page, request, linkway }) => {
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    const href = (selector: string) => page.locator(selector).getAttribute('href');
    const content = (key: string) =>
      page.locator(`meta[property="${key}"], meta[name="${key}"]`).getAttribute('content');
    const [en, vi] = path.endsWith('terms') ? ['/terms', '/vi/terms'] : ['/', '/vi'];
    expect(await href('link[rel=canonical]')).toBe(`${linkway.web}${path}`);
    expect(await href('link[hreflang=en]')).toBe(`${linkway.web}${en}`);
    expect(await href('link[hreflang=vi]')).toBe(`${linkway.web}${vi}`);
    expect(await href('link[hreflang=x-default]')).toBe(`${linkway.web}${en}`);
    expect(await content('og:title')).toMatch(title);
    expect((await content('description'))?.length).toBeGreaterThan(40);
    expect(await content('og:url')).toBe(`${linkway.web}${path}`);
    const picture = await request.get((await content('og:image')) ?? '');
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  }
  await page.goto('/');
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(data['@graph'][0]).toMatchObject({ '@type': 'WebSite', url: `${linkway.web}/` });

  const sitemap = await (await request.get('/sitemap.xml')).text();
  const found = await page.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, 'application/xml');
    return [...parsed.querySelectorAll('loc')].map((loc) => loc.textContent);
  }, sitemap);
  expect(found).toEqual(['/', '/vi', '/terms', '/vi/terms'].map((path) => `${linkway.web}${path}`));
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${linkway.web}/sitemap.xml`);
  for (const file of ['/favicon.ico', '/apple-touch-icon.png', '/manifest.webmanifest', '/icon-512.png']) {
    expect((await request.get(file)).status(), file).toBe(200);
  }
});

test('the home page is led to the language that somebody chose, or that the browser prefers; no other is', async ({
  request,
}) => {
  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await request.get(path, { maxRedirects: 0, headers: { 'accept-language': 'en', ...headers } });
    return [answer.status(), answer.headers().location, answer.headers()['content-language']];
  };
  expect(await ask('/', {})).toEqual([200, undefined, 'en']);
  expect(await ask('/?utm_source=x', { 'accept-language': 'vi-VN,vi;q=0.9,en;q=0.5' })).toEqual([
    302,
    '/vi?utm_source=x',
    undefined,
  ]);
  expect(await ask('/', { 'accept-language': 'fr' })).toEqual([200, undefined, 'en']);
  expect(await ask('/', { cookie: 'language=vi' })).toEqual([302, '/vi', undefined]);
  expect(await ask('/', { cookie: 'language=en', 'accept-language': 'vi' })).toEqual([200, undefined, 'en']);
  expect(await ask('/vi', { cookie: 'language=en' })).toEqual([200, undefined, 'vi']);
  expect(await ask('/terms', { 'accept-language': 'vi' })).toEqual([200, undefined, 'en']);
  expect(await ask('/login', { 'accept-language': 'vi' })).toEqual([200, undefined, 'vi']);
});

for (const theme of ['light', 'dark']) {
  test(`the browser takes over what the build has drawn, in the ${theme} theme from the first paint`, async ({
    anotherBrowser,
    linkway,
  }) => {
    const context = await anotherBrowser();
    await context.addCookies([{ name: 'theme', value: theme, url: linkway.web }]);
    const page = await context.newPage();
    for (const path of ['/', '/vi', '/terms', '/vi/terms']) {
      // Before any script.
      await page.route('**/assets/main.*.js', async (route) => {
        await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
        await route.continue();
      });
      await page.goto(path);
      const heading = page.getByRole('heading', { level: 1 });
      // The same element before and after: taken over, not drawn anew. React would say so in the console, which fails the test.
      await heading.evaluate((element) => Object.assign(element, { drawn: true }));
      await expect(
        page.getByRole('button', { name: theme === 'dark' ? /^(Dark|Tối)/ : /^(Light|Sáng)/ }).first(),
      ).toHaveAttribute('aria-pressed', 'true');
      expect(await heading.evaluate((element) => 'drawn' in element)).toBe(true);
      await page.unroute('**/assets/main.*.js');
    }
  });
}

test('what is typed before the scripts are there is kept', async ({ page }) => {
  let go = (): void => {};
  const waits = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/assets/main.*.js', async (route) => {
    await waits;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Your long link').fill('https://example.com/early');
  go();
  await page.getByRole('button', { name: 'Shorten' }).click();
  await expect(page.getByText('Your short link is ready')).toBeVisible();
});

/** Holds back what a page asks for at these addresses, until what it answers is called. */
async function hold(page: Page, ...addresses: string[]): Promise<() => void> {
  let go = (): void => {};
  const waits = new Promise<void>((resolve) => {
    go = resolve;
  });
  for (const address of addresses) {
    await page.route(address, async (route) => {
      await waits;
      await route.continue();
    });
  }
  return () => go();
}

/** The scripts with each name in these. */
const holdScripts = (page: Page, ...names: string[]): Promise<() => void> =>
  hold(page, ...names.map((name) => `**/assets/${name}.*.js`));

test('a button that is pressed before the scripts are there does its work once they are', async ({ page }) => {
  const go = await holdScripts(page, 'main');
  await page.goto('/terms', { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^VI/ }).first().click();
  go();
  await expect(page).toHaveURL('/vi/terms');
});

test('Enter in a form before the scripts are there sends it once they are, unless its writing went on', async ({
  anotherBrowser,
  api,
}) => {
  const { email, password } = await api.register();
  const stranger = await (await anotherBrowser()).newPage();
  for (const goesOn of [true, false]) {
    const go = await holdScripts(stranger, 'main', 'login');
    await stranger.goto('/login', { waitUntil: 'commit' });
    await stranger.getByLabel('Email').fill(email);
    const field = stranger.getByLabel('Password', { exact: true });
    await field.fill(password);
    await field.press('Enter');
    if (goesOn) await field.pressSequentially('x');
    go();
    if (goesOn) {
      await expect(stranger.getByRole('main').getByRole('button', { name: 'Log in' })).toBeEnabled();
      await stranger.waitForTimeout(500);
      await expect(stranger).toHaveURL('/login');
      await stranger.unrouteAll();
    } else await expect(stranger.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  }
});

test('a member who sends an address before the domains are there gets its link once they are', async ({
  page,
  api,
}) => {
  await api.register();
  const go = await hold(page, '**/api/domains');
  await page.goto('/');
  await page.getByLabel('Your long link').fill('https://example.com/early');
  await page.getByLabel('Your long link').press('Enter');
  await expect(page.getByRole('button', { name: 'Shortening…' })).toBeDisabled();
  go();
  await expect(page.getByRole('region').getByText('example.com/early')).toBeVisible();
  await expect(page.getByText('Please select a domain')).toBeHidden();
});

test('choosing a language leads to the address of the page in it, and Back to the one before', async ({ page }) => {
  await open(page, '/terms');
  await page.getByRole('button', { name: /^VI/ }).first().click();
  await expect(page).toHaveURL('/vi/terms');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Điều khoản dịch vụ');
  await page
    .getByRole('link', { name: /^Linkway/ })
    .first()
    .click();
  await expect(page).toHaveURL('/vi');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await page.getByRole('button', { name: /^EN/ }).first().click();
  await expect(page).toHaveURL('/');
  await expect(page.getByLabel('Your long link')).toBeVisible();
});

test('a phone is shown a screen of a phone, as large as it is there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  const picture = page.getByRole('img', { name: /^The analytics page/ });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/phone-en-light/);
  const scale = await picture.evaluate((image: HTMLImageElement) => (2 * image.clientWidth) / image.naturalWidth);
  expect(scale).toBeGreaterThan(0.85);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/analytics-en-light/);
});
