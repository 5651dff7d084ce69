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
