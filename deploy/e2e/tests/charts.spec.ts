import type { Locator, Page } from '@playwright/test';
import { Api, type MadeLink } from '../support/api.ts';
import { isDrawn, pointAt, readout } from '../support/charts.ts';
import { figure, showTable } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const series = (page: Page): Locator =>
  page.getByRole('region', { name: /^(Clicks over time|Lượt nhấp theo thời gian)$/ }).first();

async function clicked(api: Api, visit: (url: string) => Promise<unknown>, destination: string): Promise<MadeLink> {
  await api.register();
  const link = await api.createLink({ url: `${destination}/charted` });
  for (const _ of [1, 2, 3]) await visit(link.short_url);
  await expect
    .poll(async () => (await api.ok<{ total_clicks: number }>('GET', '/api/analytics/overview')).total_clicks)
    .toBe(3);
  return link;
}

/** Contrast of an element's text with its own background. */
const contrastOf = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    const { color, backgroundColor } = getComputedStyle(node);
    const [low = 0, high = 0] = [color, backgroundColor]
      .map((css) => {
        const [r = 0, g = 0, b = 0] = (css.match(/[\d.]+/g) ?? []).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      })
      .sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });

test('a read-out can be read in the dark, and says which bucket is not over', async ({
  page,
  api,
  request,
  linkway,
}) => {
  const link = await clicked(api, (url) => request.get(url, { maxRedirects: 0 }), linkway.destination);
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.goto(`/dashboard?tab=analytics&link=${link.id}`);
  const canvas = series(page).locator('canvas');
  await pointAt(page, canvas, 0.99);
  await expect(readout(page)).toContainText('(so far)');
  await expect(readout(page)).toContainText('Clicks3');
  expect(await contrastOf(readout(page))).toBeGreaterThan(5.3);
  await expect(series(page).getByText('Not over yet')).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(readout(page)).toHaveCount(0);
});

test('the numbers of bars stand inside their card at every width, in Vietnamese', async ({
  page,
  api,
  request,
  linkway,
}) => {
  const link = await clicked(api, (url) => request.get(url, { maxRedirects: 0 }), linkway.destination);
  await page.addInitScript(() => localStorage.setItem('language', 'vi'));
  // Numbers as long as they get.
  await page.route('**/api/links/*/analytics?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Record<string, unknown>;
    const rows = [1_302_113, 57_110, 1].map((clicks, at) => ({
      value: `a-long-name-of-a-site-${at}.example.com`,
      clicks,
      unique: 1,
    }));
    await route.fulfill({ response: answer, json: { ...body, referrers: rows } });
  });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/dashboard?tab=analytics&link=${link.id}`);
    const panel = page.getByRole('region', { name: 'Nguồn' }).first();
    await panel.scrollIntoViewIfNeeded();
    const number = panel.getByText('1.302.113', { exact: true });
    await expect(number).toBeVisible();
    const [inner, outer] = [await number.boundingBox(), await panel.boundingBox()];
    if (!inner || !outer) throw new Error('nothing is laid out');
    expect(inner.x + inner.width, `at ${width} px`).toBeLessThanOrEqual(outer.x + outer.width - 15);
    expect(await number.evaluate((node) => node.scrollWidth <= node.clientWidth + 1)).toBe(true);
    const name = panel.getByText('a-long-name-of-a-site-0.example.com', { exact: true });
    expect(await name.evaluate((node) => node.scrollWidth <= node.clientWidth + 1), `the name at ${width} px`).toBe(
      true,
    );
    await expect.poll(() => isDrawn(panel.locator('canvas'))).toBe(true);
  }
});

test('on a phone a tap shows the read-out; Escape or a tap elsewhere hides it', async ({
  anotherBrowser,
  linkway,
  request,
}) => {
  const context = await anotherBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const link = await clicked(
    new Api(context.request),
    (url) => request.get(url, { maxRedirects: 0 }),
    linkway.destination,
  );
  await page.goto(`/dashboard?tab=analytics&link=${link.id}`);
  const canvas = series(page).locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  await expect.poll(() => isDrawn(canvas)).toBe(true);
  const tap = async (): Promise<void> => {
    const box = await canvas.boundingBox();
    if (!box) throw new Error('no chart');
    await page.touchscreen.tap(box.x + box.width - 8, box.y + box.height / 2);
    await expect(readout(page)).toContainText('Clicks3');
  };
  await tap();
  const [box, card] = [await readout(page).boundingBox(), await series(page).boundingBox()];
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
  await page.keyboard.press('Escape');
  await expect(readout(page)).toHaveCount(0);
  await tap();
  const heading = await series(page).getByRole('heading').boundingBox();
  await page.touchscreen.tap((heading?.x ?? 0) + 4, (heading?.y ?? 0) + 4);
  await expect(readout(page)).toHaveCount(0);
});

test('times on the axis never touch, and the year is said where there are two', async ({
  page,
  api,
  request,
  linkway,
}) => {
  const link = await clicked(api, (url) => request.get(url, { maxRedirects: 0 }), linkway.destination);
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    for (const period of ['24h', '30d', '12m']) {
      await page.goto(`/dashboard?tab=analytics&link=${link.id}&period=${period}`);
      await expect.poll(() => isDrawn(series(page).locator('canvas'))).toBe(true);
      const times = await series(page)
        .locator('[aria-hidden] > span')
        .evaluateAll((nodes) =>
          nodes
            .filter((node) => /^\d\d[:/]\d\d/.test(node.textContent))
            .map((node) => ({
              text: node.textContent,
              left: node.getBoundingClientRect().left,
              right: node.getBoundingClientRect().right,
            })),
        );
      expect(times.length, `${period} at ${width} px`).toBeGreaterThan(2);
      for (const [at, time] of times.entries()) {
        const before = times[at - 1];
        if (before)
          expect(time.left - before.right, `${before.text} ${time.text}, ${period} at ${width} px`).toBeGreaterThan(4);
      }
      if (period === '12m') expect(times.map(({ text }) => text).join(' ')).toMatch(/20\d\d.*20\d\d/);
    }
  }
});

test('charts out of view are not loaded; on paper all of them are drawn, light, without menu and filter', async ({
  page,
  api,
  request,
  linkway,
}) => {
  const link = await clicked(api, (url) => request.get(url, { maxRedirects: 0 }), linkway.destination);
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.setViewportSize({ width: 800, height: 500 });
  await page.goto(`/dashboard?tab=analytics&link=${link.id}`);
  await expect(figure(page, 'Clicks')).toHaveText('3');
  await expect(page.getByRole('slider').last()).toBeAttached();
  expect(await page.locator('main canvas').count()).toBeLessThan(5);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('main canvas')).toHaveCount(5);
  for (const canvas of await page.locator('main canvas').all()) await expect.poll(() => isDrawn(canvas)).toBe(true);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByLabel('Period')).toBeHidden();
  await expect(page.getByText(/Times in Asia\/(Ho_Chi_Minh|Saigon)/).last()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('analytics without links say what will be here and where to begin', async ({ page, api }) => {
  await api.register();
  await page.goto('/dashboard?tab=analytics');
  await expect(page.getByRole('heading', { name: 'See how your links do' })).toBeVisible();
  await expect(page.getByRole('slider')).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create link' })).toBeVisible();
});

test('the four figures stand on one line at every width', async ({ page, api, linkway }) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/figures` });
  await page.addInitScript(() => localStorage.setItem('language', 'vi'));
  await page.goto('/dashboard');
  const values = page.locator('dl > div > dd:nth-of-type(1)');
  await expect(values).toHaveCount(4);
  for (const [width, rows] of [
    [1280, 1],
    [1024, 1],
    [820, 2],
    [390, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const tops = await values.evaluateAll((nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().top)));
    expect(new Set(tops).size, `${tops.join(' ')} at ${width} px`).toBe(rows);
  }
});

test('the last 30 days are the same days on overview and analytics', async ({ page, api, request, linkway }) => {
  await clicked(api, (url) => request.get(url, { maxRedirects: 0 }), linkway.destination);
  const days: string[][] = [];
  for (const tab of ['overview', 'analytics']) {
    await page.goto(`/dashboard?tab=${tab}`);
    const panel = page.getByRole('region', { name: /^Clicks (in the last 30 days|over time)$/ }).first();
    await panel.getByTitle('Table').click();
    await expect(panel.getByRole('row')).toHaveCount(31);
    days.push(await panel.getByRole('rowheader').allTextContents());
  }
  expect(days[0]).toEqual(days[1]);
});

test('charts stay in their places when the window changes', async ({ page, api, linkway }) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/resized` });
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/dashboard?tab=overview');
  const canvas = page.locator('main canvas').first();
  for (const width of [390, 1280, 820, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const places = () =>
      canvas.evaluate((node) => {
        const [own, plot] = [node, node.closest('section')?.querySelector('[style*="margin-right"]')].map((element) =>
          element?.getBoundingClientRect(),
        );
        return own && plot
          ? [own.top - plot.top, own.bottom - plot.bottom, own.right - plot.right].map(Math.round)
          : [];
      });
    // By the width of a line at the edge.
    await expect.poll(places, { message: `${width} px` }).toEqual([-4, 4, 4]);
  }
});

test('a browser that cannot draw a chart says so in its place, and the table still tells the numbers', async ({
  page,
  api,
  request,
  linkway,
  watch,
}) => {
  watch.expect(/properties of null/);
  await clicked(api, (url) => request.get(url, { maxRedirects: 0 }), linkway.destination);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto('/dashboard?tab=analytics');
  await expect(figure(page, 'Clicks')).toHaveText('3');
  await expect(series(page).getByRole('alert')).toContainText('Something went wrong on our side');
  await showTable(series(page));
  await expect(series(page).getByRole('cell', { name: '3' }).first()).toBeVisible();
});
