import type { Locator, Page } from '@playwright/test';
import { figure, showTable } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { userAgents } from '../support/user-agents.ts';

/** Longer than until a page without a stream asks by itself. */
const BY_ITSELF_MS = 11_000;

/** Before a page asks by itself, on a busy machine too; the bench `live` holds a click to two seconds. */
const TOLD_MS = 6_000;

test('a click is in the chart before the page would ask by itself', async ({ page, api, request, linkway }) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/counted` });
  await page.goto(`/dashboard?tab=analytics&link=${link.id}`);
  await expect(figure(page, 'Clicks')).toHaveText('0');
  const chart = page.getByRole('slider', { name: 'Clicks over time: chart, read out with the arrow keys' });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /: 0 clicks, unique: 0$/);

  await request.get(`${link.short_url}?utm_source=newsletter`, { maxRedirects: 0 });
  await expect(figure(page, 'Clicks')).toHaveText('1', { timeout: TOLD_MS });
  await expect(chart).toHaveAttribute('aria-valuetext', /: 1 click, unique: 1$/);

  const series = page.getByRole('region', { name: 'Clicks over time' }).first();
  await showTable(series);
  await expect(series.getByRole('row').last()).toHaveText(/11$/);
});

const showingClicks: { name: string; path: (link: string) => string; shows: (page: Page) => Locator }[] = [
  {
    name: 'analytics',
    path: (link) => `/dashboard?tab=analytics&link=${link}`,
    shows: (page) => figure(page, 'Clicks'),
  },
  { name: 'the overview', path: () => '/dashboard', shows: (page) => figure(page, 'Total clicks') },
  {
    name: 'my links',
    path: () => '/dashboard?tab=my-links',
    shows: (page) => page.getByRole('row').nth(1).getByRole('cell').nth(3),
  },
];

for (const { name, path, shows } of showingClicks) {
  test(`${name}, left open, asks for nothing while nothing happens, and hears of a click`, async ({
    page,
    api,
    request,
    linkway,
  }) => {
    await api.register();
    const link = await api.createLink({ url: `${linkway.destination}/followed` });
    const asked: string[] = [];
    page.on('request', (sent) => {
      const { pathname } = new URL(sent.url());
      if (pathname.startsWith('/api/') && pathname !== '/api/analytics/live') asked.push(pathname);
    });
    const followed = page.waitForResponse((response) => response.url().includes('/api/analytics/live'));
    await page.goto(path(link.id));
    expect((await followed).status()).toBe(200);
    await expect(shows(page)).toHaveText('0');
    // What it asks when it is connected, for what it may have missed until then.
    await expect.poll(() => asked.splice(0).length, { intervals: [3_000] }).toBe(0);
    await page.waitForTimeout(BY_ITSELF_MS);
    expect(asked).toEqual([]);
    await request.get(link.short_url, { maxRedirects: 0 });
    await expect(shows(page)).toHaveText('1', { timeout: TOLD_MS });
  });
}

test('where nobody tells it of clicks, a page asks by itself', async ({ page, api, request, linkway, watch }) => {
  watch.expect(/503.*analytics\/live/);
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/asked` });
  // As a gateway of the former release, or one that has too many pages.
  await page.route('**/api/analytics/live*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`/dashboard?tab=analytics&link=${link.id}`);
  await expect(figure(page, 'Clicks')).toHaveText('0');
  await request.get(link.short_url, { maxRedirects: 0 });
  await expect(figure(page, 'Clicks')).toHaveText('1', { timeout: BY_ITSELF_MS + 5_000 });
});

test('the overview adds up the links of the account', async ({ page, api, request, linkway }) => {
  await api.register();
  const first = await api.createLink({ url: `${linkway.destination}/one` });
  await api.createLink({ url: `${linkway.destination}/two` });
  for (const _ of [1, 2, 3]) await request.get(first.short_url, { maxRedirects: 0 });
  await expect
    .poll(async () => (await api.ok<{ total_clicks: number }>('GET', '/api/analytics/overview?kind=all')).total_clicks)
    .toBe(3);
  await page.goto('/dashboard');
  await expect(figure(page, 'Total links')).toHaveText('2');
  await expect(figure(page, 'Total clicks')).toHaveText('3');
  await expect(figure(page, 'Average clicks per link')).toHaveText('1.5');
  await expect(page.getByText('2 of 50 links used this month')).toBeVisible();
});

test('the overview tells of links at once while statistics do not answer', async ({ page, api, linkway }) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/known` });
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/analytics/overview*', async (route) => {
    await answering;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(figure(page, 'Total links')).toHaveText('1');
  await expect(figure(page, 'Links this month')).toHaveText('1');
  await expect(page.getByText('Click figures are not available yet')).toBeVisible();
  await expect(figure(page, 'Total clicks')).toContainText('–');
  answer();
  await expect(figure(page, 'Total clicks')).toHaveText('0');
  await expect(page.getByText('Click figures are not available yet')).toHaveCount(0);
});

test('breakdowns can be read on a screen of every width', async ({ page, api, request, linkway }) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/wide` });
  for (const agent of [userAgents.desktop, userAgents.mobile])
    await request.get(link.short_url, { maxRedirects: 0, headers: { 'user-agent': agent } });
  await page.goto(`/dashboard?tab=analytics&link=${link.id}`);
  await expect(figure(page, 'Clicks')).toHaveText('2');
  const panel = page.getByRole('region', { name: 'Visitors' }).first();
  const technology = page.getByRole('region', { name: 'Technology' }).first();
  for (const width of [390, 768, 820, 1000, 1280]) {
    await page.setViewportSize({ width, height: 1_000 });
    // It is drawn when it is near the view.
    await panel.scrollIntoViewIfNeeded();
    // The name of a device is one line: as high as its count beside it.
    await expect
      .poll(async () => {
        const name = await panel.getByRole('listitem').getByText('Desktop', { exact: true }).boundingBox();
        return name?.height ?? Number.NaN;
      }, `the legend at ${width} px`)
      .toBeLessThan(30);
    // Nothing goes past the edge of its card.
    for (const [card, part] of [
      [panel, panel.getByRole('listitem').getByText('50%').first()],
      [technology, technology.getByText('Languages', { exact: true })],
    ] as const) {
      const [inner, outer] = [await part.boundingBox(), await card.boundingBox()];
      if (!inner || !outer) throw new Error(`Something is not there at ${width} px`);
      expect(inner.x + inner.width, `at ${width} px`).toBeLessThan(outer.x + outer.width);
    }
  }
});
