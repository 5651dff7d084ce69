import type { Page } from '@playwright/test';
import { newAccount } from '../support/api.ts';
import { makeExampleAccount } from '../support/example-account.ts';
import { lookOver } from '../support/look-over.ts';
import { open, phone } from '../support/pages.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';

// 640: a window of 1280 at a zoom of 200 %.
const WIDTHS = [320, 360, 390, 480, 600, 640, 768, 820, 912, 1024, 1100, 1280, 1920, 2560];
const SCROLL_POSITIONS = 20;

/** What is wrong with the rows as they are drawn now: an address that is cut, parts over each other, a page that scrolls sideways. */
const faultsOfRows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const rows = [...document.querySelectorAll('main [data-row]')];
    if (rows.length === 0) faults.push('no rows');
    for (const row of rows) {
      const address = row.querySelector<HTMLElement>('a[target=_blank]');
      if (!address) {
        faults.push('a row without an address');
        continue;
      }
      const name = address.textContent;
      const text = document.createRange();
      text.selectNodeContents(address);
      const [box, wanted] = [address.getBoundingClientRect(), text.getBoundingClientRect()];
      if (!address.checkVisibility() || box.width < 40) faults.push(`hidden: ${name}`);
      if (wanted.width > box.width + 1)
        faults.push(`cut: ${name}, ${Math.round(box.width)} of ${Math.round(wanted.width)} px`);
      const parts = [...row.querySelectorAll<HTMLElement>('a, button, [role=img], [class*=tag]:not(:has(*))')].filter(
        (part) => part.checkVisibility(),
      );
      for (const [place, one] of parts.entries()) {
        const a = one.getBoundingClientRect();
        if (a.right > innerWidth + 1) faults.push(`past the edge: ${one.ariaLabel ?? one.textContent}`);
        for (const other of parts.slice(place + 1)) {
          if (one.contains(other) || other.contains(one)) continue;
          const b = other.getBoundingClientRect();
          const over = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (over > 1 && down > 1)
            faults.push(
              `over each other: ${one.ariaLabel ?? one.textContent} and ${other.ariaLabel ?? other.textContent}`,
            );
        }
      }
    }
    if (document.documentElement.scrollWidth > innerWidth)
      faults.push(`scrolls sideways: ${document.documentElement.scrollWidth}`);
    return faults;
  });

const menuFloats = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const float = [...document.querySelectorAll<HTMLElement>('button')].find(
      (button) =>
        getComputedStyle(button).position === 'fixed' &&
        button.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    if (!float || getComputedStyle(float).pointerEvents === 'none') return [];
    const a = float.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('main :is(a, button)')]
      .filter((control) => {
        const b = control.getBoundingClientRect();
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      })
      .map((control) => control.ariaLabel ?? control.textContent);
  });

test('the list and the most clicked links show every address at every width, in both languages', async ({
  context,
  linkway,
  anotherBrowser,
}) => {
  test.slow();
  const { dirname } = await import('node:path');
  await makeExampleAccount(
    context,
    { redirect: () => linkway.redirect, dataDir: dirname(linkway.runFile) },
    newAccount(),
    `-${Date.now().toString(36)}${process.pid}`,
  );
  const storageState = await context.storageState();
  for (const language of ['en', 'vi']) {
    const browser = await anotherBrowser({ storageState, timezoneId: 'Asia/Ho_Chi_Minh' });
    await remember(browser, 'language', language);
    const page = await browser.newPage();
    for (const tab of ['my-links', 'overview']) {
      await open(page, `/dashboard?tab=${tab}`);
      await expect(page.locator('main [data-row]').first()).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        expect.soft(await faultsOfRows(page), `${tab}, ${language}, ${width} px`).toEqual([]);
      }
    }
    await browser.close();
  }
});

test('on a phone the floating button lies over no action of a row, wherever the list is scrolled to', async ({
  api,
  linkway,
  context,
  anotherBrowser,
}) => {
  await api.register();
  for (let made = 0; made < 8; made += 1)
    await api.createLink({ url: `${linkway.destination}/${made}`, title: `Link ${made}` });
  const page = await (await anotherBrowser({ ...phone, storageState: await context.storageState() })).newPage();
  await open(page, '/dashboard?tab=my-links');
  await expect(page.locator('main [data-row]')).toHaveCount(8);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(whole).toBeGreaterThan(200);
  const covered: string[] = [];
  // Down as one reads, and up again as one looks for something.
  const places = Array.from({ length: SCROLL_POSITIONS }, (_, place) => (whole * place) / (SCROLL_POSITIONS - 1));
  for (const top of [...places, ...places.toReversed()]) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    await page.waitForTimeout(60);
    for (const control of await menuFloats(page)) covered.push(`${Math.round(top)}: ${control}`);
  }
  expect(covered).toEqual([]);
  expect(await lookOver(page)).toEqual([]);
});
