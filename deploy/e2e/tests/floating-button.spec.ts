import type { Page } from '@playwright/test';
import { administrator } from '../support/api.ts';
import { lookOver } from '../support/look-over.ts';
import { open, phone } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** Where a page has further screens under addresses of their own. */
const SECTIONS = ['smtp&section=templates', 'smtp&section=inbox', 'api&example=python'];
/** As far as a page may be scrolled without the button going or coming. */
const SLACK_PX = 7;

const button = (page: Page) => page.locator('#tab ~ button, div:has(> #tab) ~ button');

/**
 * What of the page lies under the button and cannot be scrolled from under it: what ends below it at the end of the page, and what stays in its
 * place while the rest moves on.
 */
const stuck = (page: Page): Promise<string[]> =>
  button(page).evaluate((floating) => {
    const { left, right, top, bottom } = floating.getBoundingClientRect();
    const toEnd = document.documentElement.scrollHeight - innerHeight - scrollY;
    const nameOf = (element: Element): string =>
      `<${element.localName}> "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
    const stays = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (['sticky', 'fixed'].includes(getComputedStyle(at).position)) return true;
      return false;
    };
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('#tab *')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.lw-visually-hidden')) continue;
      const isText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      if (!isText && !element.matches('a[href], button, input, select, textarea, [role=button]')) continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.right <= left || box.left >= right) continue;
      if (stays(element)) {
        if (box.bottom > top && box.top < bottom) faults.push(`stays under it: ${nameOf(element)}`);
      } else if (box.bottom - toEnd > top) faults.push(`under it at the end of the page: ${nameOf(element)}`);
    }
    return faults;
  });

/** To the end, and back so little that the button is there again. */
async function toEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await drawn(page);
  await page.evaluate((slack) => scrollBy(0, -2 * slack), SLACK_PX);
  await drawn(page);
  await page.evaluate((slack) => scrollBy(0, slack), SLACK_PX);
  await drawn(page);
}
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => void requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

test('on a phone the button for a new link leaves nothing covered at the end of any page', async ({
  api,
  context,
  anotherBrowser,
}) => {
  await api.signIn(administrator);
  const { tabs } = await api.ok<{ tabs: { key: string }[] }>('GET', '/config.json');
  const page = await (await anotherBrowser({ ...phone, storageState: await context.storageState() })).newPage();
  let seen = 0;
  for (const tab of [...tabs.map(({ key }) => key), ...SECTIONS]) {
    await open(page, `/dashboard?tab=${tab}`);
    await page.waitForLoadState('networkidle');
    if (!(await button(page).isVisible())) continue;
    seen += 1;
    expect.soft(await stuck(page), `${tab}, as it opens`).toEqual([]);
    await toEnd(page);
    await expect(button(page)).toBeVisible();
    expect.soft(await stuck(page), `${tab}, at its end`).toEqual([]);
    const covered = (await lookOver(page)).filter((fault) => fault.startsWith('covered'));
    expect.soft(covered, `${tab}, at its end`).toEqual([]);
  }
  expect(seen).toBeGreaterThan(5);
});

test('what the button covers for good is found', async ({ api, context, anotherBrowser }) => {
  await api.signIn(administrator);
  const page = await (await anotherBrowser({ ...phone, storageState: await context.storageState() })).newPage();
  await open(page, '/dashboard?tab=settings');
  const main = page.locator('#tab');
  // Style by style, as the page allows none in its markup.
  await main.evaluate((tab) => {
    tab.style.paddingBottom = '0';
    const words = document.createElement('p');
    words.textContent = 'The last words of a page';
    words.style.textAlign = 'right';
    tab.append(words);
  });
  expect(await stuck(page)).toContain('under it at the end of the page: <p> "The last words of a page"');
  await main.evaluate((tab) => {
    tab.style.paddingBottom = '';
    const save = document.createElement('button');
    save.textContent = 'Save';
    Object.assign(save.style, { position: 'fixed', inset: 'auto 0 16px', height: '44px' });
    tab.append(save);
  });
  expect(await stuck(page)).toEqual(['stays under it: <button> "Save"']);
});
