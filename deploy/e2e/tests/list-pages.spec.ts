import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

for (const { name, viewport } of [
  { name: 'table', viewport: { width: 1280, height: 600 } },
  { name: 'list of cards', viewport: { width: 390, height: 844 } },
]) {
  test(`the next page of a ${name} is read from its first row`, async ({ page, api, linkway }) => {
    await page.setViewportSize(viewport);
    await api.register();
    for (let count = 1; count <= 21; count += 1) {
      await api.createLink({ url: `${linkway.destination}/${count}`, title: `Number ${count}` });
    }
    await open(page, '/dashboard?tab=my-links');
    const first = page.locator('main [data-row]').first();
    for (const [number, title] of [
      [2, 'Number 11'],
      [3, 'Number 1'],
    ] as const) {
      const place = page.getByRole('listitem', { name: String(number) });
      await place.scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      await place.click();
      await expect(first).toContainText(title);
      // Below what stays at the top of the window.
      await expect
        .poll(async () => {
          const { y = 0, x = 0 } = (await first.boundingBox()) ?? {};
          return first.evaluate((row, at) => row.contains(document.elementFromPoint(at.x, at.y)), {
            x: x + 20,
            y: y + 20,
          });
        })
        .toBe(true);
    }
  });
}

test('rows on their way are as tall as rows, so that nothing moves when they come', async ({ page, api, linkway }) => {
  await api.register();
  for (let count = 1; count <= 10; count += 1) {
    await api.createLink({ url: `${linkway.destination}/${count}`, title: `Number ${count}` });
  }
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/links?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/dashboard?tab=my-links');
    const rows = page.locator('main :is([data-row], tbody tr[aria-hidden], div[aria-hidden] > div:has(> span))');
    await expect(rows).toHaveCount(10);
    const heights = () => rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
    const waiting = await heights();
    answer();
    await expect(page.locator('main [data-row]')).toHaveCount(10);
    const there = await heights();
    // Cards are as tall as what is in them.
    const most = width === 1280 ? 0 : 12;
    for (const [row, height] of there.entries())
      expect(Math.abs((waiting[row] ?? 0) - height), `row ${row} at ${width} px`).toBeLessThanOrEqual(most);
    // Ten rows in two thirds of what they once took.
    if (width === 1280) expect(Math.max(...there)).toBeLessThanOrEqual(66);
    await page.unroute('**/api/links?*');
  }
});

test('search, choices and refresh stand in even rows at every width, whatever is said below the field', async ({
  page,
  api,
  linkway,
}) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/even` });
  await open(page, '/dashboard?tab=my-links');
  const tools = page.getByRole('main').getByRole('search');
  await tools.getByRole('searchbox').fill('x'.repeat(1_001));
  await expect(tools.getByRole('alert')).toHaveText('This text is too long.');
  const parts = tools.locator('.ant-input-affix-wrapper, .ant-select, button.ant-btn');
  for (const width of [320, 390, 640, 768, 820, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = () =>
      parts.evaluateAll((all) =>
        all.map((part) => {
          const { x, y, width: wide, height } = part.getBoundingClientRect();
          return { x, y, wide, height: Math.round(height) };
        }),
      );
    const high = width < 768 ? 44 : 32;
    await expect
      .poll(async () => (await boxes()).map(({ height }) => height), `${width} px`)
      .toEqual(Array(8).fill(high));
    const [search, status, sort, refresh, tags, campaign, created, columns] = await boxes();
    if (!search || !status || !sort || !refresh || !tags || !campaign || !created || !columns)
      throw new Error('a part is missing');
    expect(refresh.y, `${width} px: refresh is beside the search`).toBe(search.y);
    expect(status.wide, `${width} px: the choices are as wide as each other`).toBe(sort.wide);
    // All in one row; or the choices below it, from edge to edge, on a line of their own.
    if (width >= 1024) expect([status.y, sort.y], `${width} px`).toEqual([search.y, search.y]);
    else expect([status.x, sort.x + sort.wide], `${width} px`).toEqual([search.x, refresh.x + refresh.wide]);
    if (width > 320 && width < 1024) expect(status.y, `${width} px`).toBe(sort.y);
    // Tags, campaign, time and columns below them, from edge to edge: each under its own, or the first two on lines of their own.
    const edge = refresh.x + refresh.wide;
    expect([tags.x, columns.x + columns.wide], `${width} px`).toEqual([search.x, edge]);
    expect(tags.y, `${width} px`).toBeGreaterThan(sort.y);
    if (width >= 1024) {
      expect([created.x, created.y, columns.x, columns.y], `${width} px`).toEqual([status.x, tags.y, sort.x, tags.y]);
      expect([campaign.y, campaign.wide], `${width} px`).toEqual([tags.y, tags.wide]);
    } else {
      expect([created.x, tags.wide, campaign.wide], `${width} px`).toEqual([
        search.x,
        edge - search.x,
        edge - search.x,
      ]);
      expect(campaign.y, `${width} px`).toBeGreaterThan(tags.y);
    }
    if (width > 320 && width < 1024) expect(columns.y, `${width} px`).toBe(created.y);
    if (width === 320) expect([columns.x, columns.y > created.y], `${width} px`).toEqual([search.x, true]);
  }
});

test('the days of a period share a line at every width', async ({ page, api }) => {
  await api.register();
  await api.createLink({ url: 'https://example.com/days' });
  await open(page, '/dashboard?tab=analytics&period=custom');
  const days = page.getByRole('main').locator('.ant-picker');
  for (const width of [320, 390, 640, 768, 820, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [from, to] = await days.evaluateAll((all) => all.map((day) => day.getBoundingClientRect().toJSON()));
    expect([to.y, to.width, to.height], `${width} px`).toEqual([from.y, from.width, from.height]);
  }
});

test('a window that is not wide has room for a table, where the day of making stands below the state', async ({
  page,
  api,
}) => {
  await api.register();
  await api.createLink({ url: 'https://example.com/events/meetup-in-hanoi', title: 'Meetup' });
  await page.setViewportSize({ width: 1100, height: 768 });
  await open(page, '/dashboard?tab=my-links');
  const row = page.locator('main tr[data-row]');
  await expect(row).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0);
  await expect(row.getByRole('cell').nth(2)).toHaveText(/^ActiveCreated: \d\d\/\d\d\/\d{4}$/);
  // No destination is cut where there is room for it.
  await page.setViewportSize({ width: 1280, height: 768 });
  await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible();
  const destination = row.getByTitle('https://example.com/events/meetup-in-hanoi').locator('span').first();
  expect(await destination.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});

test('at the first and the last page the keyboard stays where it turned the pages', async ({
  page,
  api,
  linkway,
  watch,
}) => {
  await api.register();
  for (let count = 1; count <= 11; count += 1)
    await api.createLink({ url: `${linkway.destination}/${count}`, title: `Number ${count}` });
  const first = page.locator('main [data-row]').first();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await open(page, '/dashboard?tab=my-links');
  const [previous, next] = [page.getByTitle('Previous Page'), page.getByTitle('Next Page')];
  // The second time the pages are known, and nothing is drawn after them.
  for (const _ of [1, 2]) {
    await next.focus();
    await next.press('Enter');
    await expect(first.getByText('Number 1', { exact: true })).toBeVisible();
    expect(await focused()).toBe('2');
    await previous.focus();
    await previous.press('Enter');
    await expect(first.getByText('Number 11')).toBeVisible();
    expect(await focused()).toBe('1');
  }

  // Without its numbers, a list has steps.
  watch.expect(/Failed to load resource|did not load|ChunkLoadError|Loading chunk/);
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch();
    await ((await answer.text()).includes('ant-pagination') || (await answer.text()).includes('showSizeChanger:!1')
      ? route.fulfill({ status: 503 })
      : route.fulfill({ response: answer }));
  });
  await page.reload();
  for (const name of ['Next', 'Previous']) {
    const step = page.getByRole('button', { name, exact: true });
    await step.focus();
    await step.press('Enter');
    await expect(step).toHaveAttribute('aria-disabled', 'true');
    await expect(step).toBeFocused();
  }
});
