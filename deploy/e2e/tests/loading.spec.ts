import type { Page, Route } from '@playwright/test';
import type { ConsoleWatch } from '../support/console.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** Everything that is fetched after the first script: of the shell, of a remote, and what leads to it. */
const PARTS = /\/assets\/(?!main\.).*\.(js|css)$|\/remotes\/|\/config\.json$/;
const CHUNKS = /\/assets\/(?!main\.).*\.(js|css)$/;

function failuresAreMeant(watch: ConsoleWatch): void {
  watch.expect(/Failed to load resource|did not load|ChunkLoadError|Loading (CSS )?chunk|Federation/);
}

/** Counts how often the page is loaded as a document. */
function documents(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

const gone = (route: Route): Promise<void> => route.fulfill({ status: 404, body: 'no such file' });
const down = (route: Route): Promise<void> => route.fulfill({ status: 503, body: 'down' });
const menu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a page that is opened without network says so, and opens by itself once there is one', async ({
  page,
  api,
  linkway,
  watch,
}) => {
  failuresAreMeant(watch);
  await api.register();
  await api.createLink({ url: `${linkway.destination}/loading` });
  await open(page, '/dashboard?tab=my-links');
  await page.context().setOffline(true);
  await menu(page, 'Analytics').click();
  const card = page.getByRole('main').getByRole('alert');
  await expect(card).toContainText('Linkway cannot be reached');
  // A card that was ever away has been another element.
  await card.evaluate((element) => element.setAttribute('data-same', ''));
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByRole('button', { name: 'Loading' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.locator('[data-same]')).toContainText('Linkway cannot be reached');
  // What is there works on.
  await menu(page, 'My links').click();
  await expect(heading(page, 'My links')).toBeVisible();
  await menu(page, 'Analytics').click();
  await expect(card).toContainText('Linkway cannot be reached');

  await page.context().setOffline(false);
  await expect(heading(page, 'Analytics')).toBeVisible();
  await expect(page.locator('canvas').first()).toBeVisible();
});

test('a part that the server cannot give now is told from the network, and comes with Try again', async ({
  page,
  api,
  watch,
}) => {
  failuresAreMeant(watch);
  await api.register();
  await open(page, '/dashboard?tab=my-links');
  const loads = documents(page);
  await page.route(CHUNKS, down);
  await menu(page, 'Create link').click();
  const card = page.getByRole('main').getByRole('alert');
  await expect(card).toContainText('This part of Linkway did not load');
  await expect(card).not.toContainText('cannot be reached');
  await page.unroute(CHUNKS);
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Destination URL')).toBeVisible();
  expect(loads()).toBe(0);
});

test('after a deployment the page is loaded anew by itself, once, and keeps what was typed', async ({
  page,
  api,
  watch,
  linkway,
}) => {
  failuresAreMeant(watch);
  await api.register();
  await open(page, '/dashboard?tab=create');
  const typed = `${linkway.destination}/typed-before`;
  await page.getByLabel('Destination URL').fill(typed);
  await page.getByLabel('Title').fill('Typed before');
  const loads = documents(page);
  await page.route(CHUNKS, gone);
  // The new page is of the new build, whose files are there.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) void page.unroute(CHUNKS);
  });
  await menu(page, 'Analytics').click();
  await expect(heading(page, 'Analytics')).toBeVisible();
  expect(loads()).toBe(1);
  await menu(page, 'Create link').click();
  await expect(page.getByLabel('Destination URL')).toHaveValue(typed);
  await expect(page.getByLabel('Title')).toHaveValue('Typed before');
});

test('a file that stays gone does not load the page over and over', async ({ page, api, watch }) => {
  failuresAreMeant(watch);
  await api.register();
  await open(page, '/dashboard?tab=my-links');
  const loads = documents(page);
  await page.route(CHUNKS, gone);
  await menu(page, 'Analytics').click();
  const card = page.getByRole('alert');
  await expect(card).toContainText('This part of Linkway did not load');
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByRole('button', { name: 'Loading' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(card).toContainText('This part of Linkway did not load');
  expect(loads()).toBe(1);
});

test('nobody sees that each part failed once', async ({ page, api, linkway, watch }) => {
  failuresAreMeant(watch);
  // Files that are on their way at once are asked for again when they are used: the browser wonders at the first.
  watch.expect(/was preloaded using link preload but not used/);
  await api.register();
  await api.createLink({ url: `${linkway.destination}/parts` });
  const failed = new Set<string>();
  await page.route(PARTS, (route) => {
    const url = route.request().url();
    if (failed.has(url)) return route.continue();
    failed.add(url);
    return route.abort();
  });
  const loads = documents(page);
  // One file after another fails and is waited for.
  test.slow();
  await page.goto('/dashboard?tab=overview');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 40_000 });
  for (const name of ['Create link', 'My links', 'Analytics']) {
    await menu(page, name).click();
    await expect(heading(page, name)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(loads()).toBe(1);
  // No text is missing: a key has dots and no blank.
  await expect(page.getByRole('main')).not.toContainText(/\b[a-z]+\.[a-z_]+_[a-z]+\b/);
  expect(failed.size).toBeGreaterThan(15);
});

for (const [path, name] of [
  ['/login', 'Log in'],
  ['/register', 'Create account'],
] as const) {
  test(`${path} keeps its header when it does not load, and comes with Try again`, async ({ page, watch }) => {
    failuresAreMeant(watch);
    await page.route(CHUNKS, down);
    await page.goto(path);
    const card = page.getByRole('main').getByRole('alert');
    await expect(card).toContainText('This part of Linkway did not load');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Linkway' })).toBeVisible();
    await page.unroute(CHUNKS);
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByRole('button', { name })).toBeVisible();
  });
}

/** The one file that nothing of the app can ask for again. */
const FIRST = /\/assets\/main\.[^/]*\.js$/;

for (const [language, path, title, text, retry] of [
  ['en-US', '/', 'This part of Linkway did not load', 'Something went wrong on our side', 'Try again'],
  ['vi-VN', '/dashboard', 'Phần này của Linkway chưa tải được', 'Hệ thống gặp lỗi', 'Thử lại'],
] as const) {
  test(`${path} in ${language} says that its first script does not load, and Try again loads it`, async ({
    anotherBrowser,
    watch,
  }) => {
    failuresAreMeant(watch);
    watch.expect(/was preloaded using link preload but not used/);
    const page = await (await anotherBrowser({ locale: language })).newPage();
    const loads = documents(page);
    await page.route(FIRST, down);
    await page.goto(path);
    const card = page.getByRole('alert').filter({ hasText: title });
    await expect(card).toContainText(text);
    await expect(card).toBeInViewport({ ratio: 1 });
    const again = card.getByRole('button', { name: retry });
    await expect(again).toBeFocused();
    await card.evaluate((former) => former.setAttribute('data-former', ''));
    await again.click();
    // It fails once more, and says so anew.
    await expect(card.and(page.locator(':not([data-former])'))).toContainText(text);
    await page.unroute(FIRST);
    await again.click();
    await expect(page.locator('[data-drawn]')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(card).toBeHidden();
    expect(loads()).toBe(1);
  });
}

test('a first script without network is told from one that the server cannot give, and what was typed stays', async ({
  page,
  watch,
}) => {
  failuresAreMeant(watch);
  await page.route(FIRST, (route) => route.abort('internetdisconnected'));
  await page.goto('/login');
  await page.getByLabel('Email').fill('linh@example.com');
  // Nothing answers, the page's question whether anybody does included.
  const card = page.getByRole('alert').filter({ hasText: 'Linkway cannot be reached' });
  await expect(card).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.unroute(FIRST);
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-drawn]')).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue('linh@example.com');
});

test('a first script that a newer build replaced loads the page anew, once', async ({ page, watch }) => {
  failuresAreMeant(watch);
  const loads = documents(page);
  await page.route(FIRST, gone);
  await page.goto('/login');
  await expect(page.getByRole('alert').filter({ hasText: 'did not load' })).toBeVisible();
  expect(loads()).toBe(2);
});

test('what failed in the background does not stand in the way of who needs it later', async ({ page, api, watch }) => {
  failuresAreMeant(watch);
  await api.register();
  await open(page, '/dashboard?tab=my-links');
  // Some seconds later, parts of other pages are fetched while this one is being looked at.
  const failed = new Set<string>();
  await page.route(CHUNKS, (route) => {
    failed.add(new URL(route.request().url()).pathname);
    return down(route);
  });
  await expect.poll(() => failed.size, { timeout: 15_000 }).toBeGreaterThan(2);
  await page.waitForLoadState('networkidle');
  await page.unroute(CHUNKS);
  await menu(page, 'Create link').click();
  await expect(page.getByLabel('Destination URL')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a dialog that is on its way is seen at the button that was pressed, and so is why it does not come', async ({
  page,
  api,
  linkway,
  watch,
}) => {
  failuresAreMeant(watch);
  await api.register();
  await api.createLink({ url: `${linkway.destination}/dialog` });
  await open(page, '/dashboard?tab=my-links');
  const edit = page.getByRole('button', { name: /^Edit / });
  const drawer = page.getByRole('dialog');
  await page.route(CHUNKS, down);
  await edit.click();
  const said = page.getByRole('alert').filter({ hasText: 'The rest works as usual.' });
  await expect(said).toBeVisible();
  const [button, words] = [await edit.boundingBox(), await said.boundingBox()];
  if (!button || !words) throw new Error('nothing is drawn');
  const middle = button.x + button.width / 2;
  expect(words.x < middle && middle < words.x + words.width, 'above or below it').toBe(true);
  expect(
    Math.min(Math.abs(button.y - words.y - words.height), Math.abs(words.y - button.y - button.height)),
  ).toBeLessThan(24);
  await expect(edit).toBeFocused();

  // The same button is another try.
  await page.unroute(CHUNKS);
  let go = (): void => {};
  const going = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(CHUNKS, async (route) => {
    await going;
    await route.fallback();
  });
  await page.keyboard.press('Enter');
  await expect(said).toHaveCount(0);
  await expect(edit).toHaveAttribute('aria-busy', 'true');
  go();
  await expect(drawer).toBeVisible();
  await expect(page.locator('[data-waiting]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(edit).toBeFocused();
});
