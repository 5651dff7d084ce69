import { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

/** Asked by the frame, once it is there. */
const OF_THE_FRAME = new Set(['/api/analytics/live', '/api/notifications/unread']);

for (const [tab, shows] of [
  ['overview', 'Clicks in the last 30 days'],
  ['create', 'Create link'],
  ['my-links', 'A link to see'],
  ['campaigns', 'No campaigns yet'],
  ['analytics', 'Clicks over time'],
  ['api', 'How to use the API'],
  ['webhooks', 'Receive messages'],
] as const) {
  test(`${tab} asks each of its questions once, while its scripts are on their way`, async ({ page, context }) => {
    const api = new Api(context.request);
    await api.register();
    await api.createLink({ url: 'https://example.com/', title: 'A link to see' });
    // Once it hears of clicks, a page asks again for what it may have missed.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'EventSource'));
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/') && !OF_THE_FRAME.has(pathname)) asked.push(pathname + search);
    });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/main\..*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/dashboard?tab=${tab}`, { waitUntil: 'commit' });
    await expect.poll(() => asked.length).toBe(2);
    const before = [...asked];
    expect(before[0]).toBe('/api/me');
    release();
    await expect(page.getByText(shows).first()).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => Object.keys((Reflect.get(window, 'earlyAnswers') ?? {}) as object)))
      .toEqual([]);
    expect(asked).toEqual(before);
  });
}

test('what another page has changed meanwhile is seen: an early answer is used once', async ({ page, context }) => {
  const api = new Api(context.request);
  await api.register();
  await page.goto('/dashboard?tab=my-links');
  await expect(
    page.getByText('Your links will be listed here').or(page.getByRole('main').getByRole('button').first()),
  ).toBeVisible();
  await api.createLink({ url: 'https://example.com/', title: 'Made elsewhere' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Made elsewhere')).toBeVisible();
});

test('answers of the API are compressed, and are not sent again where nothing has changed', async ({
  context,
  baseURL,
}) => {
  const api = new Api(context.request);
  await api.register();
  for (let index = 0; index < 5; index += 1) await api.createLink({ url: `https://example.com/${index}` });
  const first = await context.request.get('/api/links');
  expect([first.status(), first.headers()['content-encoding']]).toEqual([200, 'gzip']);
  const tag = String(first.headers().etag);
  const again = await context.request.get('/api/links', { headers: { 'If-None-Match': tag } });
  expect([again.status(), (await again.body()).length]).toEqual([304, 0]);
  await api.createLink({ url: 'https://example.com/more' });
  expect((await context.request.get('/api/links', { headers: { 'If-None-Match': tag } })).status()).toBe(200);
  const manifest = await context.request.get(`${baseURL}/remotes/dashboard/mf-manifest.json`);
  expect(manifest.headers()['content-encoding']).toMatch(/^(br|gzip)$/);
  expect(manifest.headers().etag).toBeTruthy();
});
