import { MOST_SHIFT, shiftOf, watchShift } from '../support/layout-shift.ts';
import { expect, test } from '../support/test.ts';

for (const width of [390, 1280]) {
  for (const path of ['/', '/vi', '/login', '/register', '/terms', '/vi/terms']) {
    test(`nothing moves when the typeface comes late, ${path} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript(watchShift);
      const typeface = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await typeface.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toBeVisible();
      await expect(page.locator('[data-drawn], #outline')).toHaveCount(0);
      const words = () =>
        heading.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect().width;
        });
      const before = await words();
      typeface.resolve();
      // Until it is drawn with the typeface.
      await expect.poll(words).not.toBe(before);
      await page.waitForTimeout(300);
      expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
    });
  }
}
