import type { Page } from '@playwright/test';
import { dashboardPages, open, publicPages } from '../support/pages.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';

const PHONE = 390;
const DESKTOP = 1280;

test('buttons of one page have one weight, and none stands close under a message', async ({
  page,
  api,
  linkway,
  watch,
}) => {
  watch.expect(/status of 503|net::ERR/);
  await api.register();
  await api.createLink({ url: `${linkway.destination}/weight`, title: 'Weight' });
  const weights = () =>
    page
      .locator('main :is(button, a[class*="btn"]):visible')
      .filter({ hasText: /\w{3}/ })
      .evaluateAll((buttons) => [...new Set(buttons.map((button) => getComputedStyle(button).fontWeight))]);
  for (const path of ['/dashboard', '/dashboard?tab=my-links']) {
    await open(page, path);
    await expect.poll(weights, path).toEqual(['550']);
  }
  await open(page, '/dashboard?tab=create');
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/made`);
  const submit = page.getByRole('main').getByRole('button', { name: 'Create link' });
  await submit.click();
  const made = page.getByRole('region', { name: 'Your link is ready' });
  await expect(made).toBeVisible();
  expect(await weights()).toEqual(['550']);
  const sizes = await made
    .locator('button, a[class*="btn"]')
    .evaluateAll((all) =>
      all.map((one) => [getComputedStyle(one).fontSize, one.getBoundingClientRect().height].join()),
    );
  expect([...new Set(sizes)]).toEqual(['14px,40']);
  // Every link in the text is underlined.
  const lines = await made
    .locator('a:not([class*="btn"])')
    .evaluateAll((links) => [...new Set(links.map((link) => getComputedStyle(link).textDecorationLine))]);
  expect(lines).toEqual(['underline']);

  await page.context().setOffline(true);
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/again`);
  await submit.click();
  const failed = page.getByRole('main').getByRole('alert').filter({ hasText: 'The link could not be created' });
  await expect(failed).toBeVisible();
  const [above, below] = [await failed.boundingBox(), await submit.boundingBox()];
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(16);
  await page.context().setOffline(false);
});

/** Texts of several lines whose last one is a single short word. */
const orphans = (page: Page): Promise<string[]> =>
  page.locator('main :is(h1, h2, h3, p):visible').evaluateAll((texts) => {
    const found: string[] = [];
    for (const element of texts) {
      const text = element.childNodes.length === 1 ? element.firstChild : null;
      const words = text?.textContent?.trimEnd().split(' ') ?? [];
      if (text?.nodeType !== Node.TEXT_NODE || words.length < 5) continue;
      const topOf = (from: number, to: number): number => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, to);
        return range.getClientRects()[0]?.top ?? 0;
      };
      const whole = text.textContent?.trimEnd().length ?? 0;
      const last = words.at(-1)?.length ?? 0;
      const before = words.at(-2)?.length ?? 0;
      const first = topOf(0, 1);
      const [top, topBefore] = [topOf(whole - last, whole), topOf(whole - last - 1 - before, whole - last - 1)];
      if (top > topBefore && topBefore > first - 1 && last <= 12) found.push(text.textContent ?? '');
    }
    return found;
  });

for (const language of ['en', 'vi'] as const) {
  test(`no word stands alone on a last line, and an example that is cut says so (${language})`, async ({
    page,
    context,
  }) => {
    await remember(context, 'language', language);
    for (const path of publicPages.filter(
      (one) => (!one.startsWith('/no') && one.startsWith('/vi') === (language === 'vi')) || one === '/login',
    )) {
      for (const width of [PHONE, DESKTOP]) {
        await page.setViewportSize({ width, height: 900 });
        await open(page, path);
        expect(await orphans(page), `${path} at ${width} px`).toEqual([]);
        const cut = await page
          .locator('input:placeholder-shown:visible')
          .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).textOverflow));
        expect(cut.filter((overflow) => overflow !== 'ellipsis')).toEqual([]);
      }
    }
  });
}

test('icons say nothing: what is read out has the names of the texts alone', async ({
  page,
  api,
  context,
  linkway,
}) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/read`, title: 'Đọc', password: 'bí mật' });
  await remember(context, 'language', 'vi');
  // As icons name themselves: plus, search, bar-chart, more, caret-down, close-circle ...
  const icons =
    /\b(plus|search|reload|edit|more|copy|delete|down|up|left|right|close|calendar|clock-circle|check|export|qrcode|pause|link|menu-(un)?fold|(bar|line)-chart|home|global|moon|sun|table|eye(-invisible)?|loading|warning|info)\b/;
  const read = async (what: string): Promise<void> => {
    const names = (await page.locator('body').ariaSnapshot())
      .split('\n')
      // Addresses are no names of icons, nor is what a shell is told.
      .filter((line) => !line.includes('/url:') && !/^\s*- code: export LINKWAY_API_KEY=/.test(line))
      .map((line) => line.replaceAll(/(https?:\/\/|127\.0\.0\.1|localhost)\S*/g, ''))
      .map((line) =>
        line.replace(
          /^\s*-\s*('?)(heading|link|button|navigation|search|searchbox|img|menu|menuitem|table|text|option|textbox|row|cell|status|listbox|combobox|dialog)\b/,
          '',
        ),
      );
    expect(
      names.filter((line) => icons.test(line)),
      what,
    ).toEqual([]);
    expect(
      await page
        .locator('.anticon:not([aria-hidden="true"]):not([aria-label*=" "])')
        .evaluateAll((all) =>
          all.map((one) => one.getAttribute('aria-label')).filter((label) => label && /^[a-z-]+$/.test(label)),
        ),
      what,
    ).toEqual([]);
  };
  for (const path of dashboardPages) {
    await open(page, path);
    await read(path);
  }
  await open(page, '/dashboard?tab=my-links');
  await page
    .getByRole('button', { name: /^Thao tác khác/ })
    .first()
    .click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await read('the row menu');
  await page.getByRole('menuitem').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await read('the share panel');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Sửa/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await read('the drawer');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto('/dashboard?tab=analytics');
  await page.getByRole('combobox').first().click();
  await read('the choice of a link');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await read('the palette');
});

test('a page of a short link bears the mark, and says what rests and what is none', async ({
  page,
  api,
  linkway,
  watch,
}) => {
  watch.expect(/status of (404|410)/);
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/rests` });
  await api.ok('PUT', `/api/links/${link.id}`, { is_active: false });
  const look = async () => ({
    icon: await page.locator('.icon path').getAttribute('d'),
    colour: await page.locator('.icon').evaluate((icon) => getComputedStyle(icon).color),
    text: await page.locator('main p').allTextContents(),
  });
  await expect.poll(async () => (await page.goto(link.short_url))?.status()).toBe(404);
  await expect(page.getByText('The owner of this link has paused it.')).toBeVisible();
  const paused = await look();
  await page.goto('/zzzzzz');
  await expect(page.getByText('letter by letter')).toBeVisible();
  const none = await look();
  for (const part of ['icon', 'colour', 'text'] as const) expect(paused[part], part).not.toEqual(none[part]);

  for (const theme of ['light', 'dark'] as const) {
    await page.context().addCookies([{ name: 'theme', value: theme, url: linkway.web }]);
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
    await page.reload();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Linkway' }).locator('svg')).toBeVisible();
    const light = await page
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor === 'rgb(247, 248, 250)');
    expect(light).toBe(theme === 'light');
  }
  const favicon = await page.locator('link[rel="icon"]').getAttribute('href');
  expect(Buffer.from(favicon?.split(',')[1] ?? '', 'base64').toString()).toMatch(/^<svg .*<rect .*<\/svg>$/);
  // On purpose the system's: this page loads no file.
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)).toMatch(/^system-ui/);
});
