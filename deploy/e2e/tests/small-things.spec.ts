import type { Locator, Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { isDrawn, pixelsOf } from '../support/charts.ts';
import { expectInView, unavailable } from '../support/failing.ts';
import { dashboardPages, figure, fillSignIn, open, phone } from '../support/pages.ts';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';
import { userAgents } from '../support/user-agents.ts';

const rows = (page: Page) => page.locator('main [data-row]');
const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true }).first();

const placeOfText = (element: Locator): Promise<number[]> =>
  element.evaluate((node) => {
    const text = document.createRange();
    text.selectNodeContents(node);
    const { x, y } = text.getBoundingClientRect();
    return [x, y];
  });

test('an address without its beginning is completed by one press, and one that leads nowhere is told', async ({
  page,
}) => {
  await open(page, '/');
  const url = page.getByLabel('Your long link');
  await url.fill('destination.example/next');
  await url.press('Enter');
  await expect(page.getByText(/^Invalid URL/)).toBeVisible();
  await page.getByRole('button', { name: 'Use https://destination.example/next' }).click();
  await expect(url).toHaveValue('https://destination.example/next');
  await expect(page.getByText(/^Invalid URL/)).toHaveCount(0);
  await url.press('Enter');
  await expect(page.getByRole('region', { name: 'Your short link is ready' })).toBeVisible();

  // What was made before does not stand under what is wrong now.
  await url.fill('https://destination');
  await url.press('Enter');
  await expect(page.getByText('The address needs a complete domain name, such as example.com')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your short link is ready' })).toHaveCount(0);
});

test('who guesses has to wait and is told minutes, in both languages; the owner is let in', async ({
  page,
  request,
  watch,
}) => {
  watch.expect(/status of (401|429)/);
  const account = new Api(request);
  const { email, password } = await account.register();
  // In a browser that nobody has signed in with.
  const guesser = new Api(page.request);
  await expect
    .poll(
      async () => (await guesser.send('POST', '/api/auth/login', { email, password: 'not-the-password' })).status(),
      { timeout: 30_000, intervals: [0] },
    )
    .toBe(429);
  await page.goto('/login');
  await fillSignIn(page, email, 'not-the-password');
  await expect(page.getByRole('alert').filter({ hasText: /try again in \d+ minutes/ })).toBeVisible();
  await page.getByRole('button', { name: 'Tiếng Việt' }).click();
  await expect(page.getByText(/sau \d+ phút/)).toBeVisible();
  expect((await account.send('POST', '/api/auth/login', { email, password })).status()).toBe(200);
});

test('a new link asks for one thing: the rest says that it may be left out', async ({ page, api, linkway }) => {
  await api.register();
  await open(page, '/dashboard?tab=create');
  const form = page.getByRole('main').locator('form');
  for (const name of ['Custom code', 'Title', 'Description', 'Password', 'Time limit', 'Click limit'])
    await expect(form.getByLabel(name).first()).toHaveAccessibleName(/\(optional\)/);
  await expect(form.getByLabel('Destination URL')).not.toHaveAccessibleName(/\(optional\)/);
  // Not in the way until it is wanted.
  await expect(form.getByLabel('Tablet URL')).toBeHidden();
  await form.getByText('Device targeting', { exact: true }).click();
  await expect(form.getByLabel('Tablet URL')).toBeVisible();
  // One free domain is no choice.
  await expect(form.getByRole('radio')).toHaveCount(0);
  const code = `my-${Date.now().toString(36)}`;
  await form.getByLabel('Custom code').fill(code);
  await expect(form.getByText(`Short link: ${new URL(linkway.web).host}/${code}`)).toBeVisible();

  await form.getByLabel('Destination URL').fill(`${linkway.destination}/named`);
  await form.getByLabel('Title').fill('A name to find it by');
  await page.getByRole('main').getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('region', { name: 'Your link is ready' });
  await expect(made).toContainText('A name to find it by');
  await expectInView(made);
});

/** Of the form's fields, whose example is longer than the field has room for. */
const cutExamples = (page: Page): Promise<string[]> =>
  page.locator('main form input[placeholder]:placeholder-shown').evaluateAll((all) =>
    all
      .filter((input) => input.checkVisibility())
      .flatMap((input) => {
        const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(input);
        const paint = document.createElement('canvas').getContext('2d');
        const text = input.getAttribute('placeholder') ?? '';
        if (paint) paint.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return (paint?.measureText(text).width ?? Number.NaN) <= room ? [] : [`${text} in ${Math.round(room)} px`];
      }),
  );

for (const language of ['en', 'vi'] as const) {
  test(`the form of a new link has the columns that it has room for, with whole examples, in ${language}`, async ({
    page,
    api,
    context,
  }) => {
    await api.register();
    await remember(context, 'language', language);
    const [url, password] = [page.locator('#create_url'), page.locator('#create_password')];
    for (const [width, columns] of [
      [320, 1],
      [390, 1],
      [768, 1],
      [900, 1],
      [1024, 2],
      [1280, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 1024 });
      await open(page, '/dashboard?tab=create');
      await expect(url).toBeFocused();
      const [first, second] = [await url.boundingBox(), await password.boundingBox()];
      expect(first && second && Math.abs(first.x - second.x) < 100, `at ${width} px`).toBe(columns === 1);
      expect(await cutExamples(page), `at ${width} px`).toEqual([]);
    }
  });
}

test('the busiest time is a time, and the clicks of then stand under it', async ({ page, api, request, linkway }) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/busy` });
  await open(page, '/dashboard?tab=analytics');
  await expect(figure(page, 'Busiest time')).toHaveText('–');
  for (const _ of [1, 2]) await request.get(link.short_url, { maxRedirects: 0 });
  await expect(figure(page, 'Clicks')).toHaveText('2');
  const days = await page.evaluate(() => {
    const now = new Date();
    return `${String(now.getDate()).padStart(2, '0')}/${String(now.getMonth() + 1).padStart(2, '0')}`;
  });
  await expect(figure(page, 'Busiest time')).toContainText(days);
  await expect(page.locator('dl > div').filter({ hasText: 'Busiest time' })).toContainText('2 clicks');
});

test('Vietnamese is found without its marks, in the list and in the palette', async ({ page, api, linkway }) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/vi`, title: 'Chiến dịch mùa hè ở Đà Nẵng' });
  await api.createLink({ url: `${linkway.destination}/other`, title: 'Autumn' });
  await open(page, '/dashboard?tab=my-links');
  for (const words of ['chien dich', 'DA NANG', 'hè  chiến']) {
    await page.getByRole('searchbox').fill(words);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Chiến dịch mùa hè');
  }
  await page.getByRole('searchbox').fill('');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Search pages, links and actions' }).getByRole('combobox').fill('mua he');
  await expect(page.getByRole('option', { name: /Chiến dịch mùa hè/ })).toBeVisible();
});

test('what failed at a row stays there when its message is gone', async ({ page, api, linkway, watch }) => {
  watch.expect(/status of 503/);
  await api.register();
  await api.createLink({ url: `${linkway.destination}/refused`, title: 'Refused' });
  await open(page, '/dashboard?tab=my-links');
  const more = rows(page).getByRole('button', { name: /^More actions/ });
  await expect(more).toHaveAttribute('aria-haspopup', 'menu');
  await expect(more).not.toHaveAttribute('aria-expanded', 'true');
  await page.route('**/api/links/*', unavailable);
  await more.click();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(rows(page)).toContainText('is not paused');
  await page.waitForTimeout(4_000);
  await expect(rows(page)).toContainText('is not paused');
  await expectInView(rows(page).getByText('is not paused'));
  await page.unroute('**/api/links/*');
});

test('where as many people came as clicked, both lines are seen, and no title takes room from a chart', async ({
  api,
  request,
  linkway,
  context,
  anotherBrowser,
}) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/equal` });
  for (const agent of ['Chrome/140.0', 'Firefox/140.0'])
    await request.get(link.short_url, {
      maxRedirects: 0,
      headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) ${agent}` },
    });
  const page = await (await anotherBrowser({ ...phone, storageState: await context.storageState() })).newPage();
  await open(page, '/dashboard?tab=analytics');
  const panel = region(page, 'Clicks over time');
  const canvas = panel.locator('[data-chart=drawn] canvas');
  await expect.poll(() => isDrawn(canvas)).toBe(true);
  const wanted = await page.evaluate(() =>
    ['--lw-chart-1', '--lw-chart-2'].map((name) => {
      const probe = document.createElement('i');
      probe.style.color = getComputedStyle(document.documentElement).getPropertyValue(name);
      document.body.append(probe);
      const parts = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
      probe.remove();
      return parts;
    }),
  );
  const pixels = await pixelsOf(canvas);
  const colours = wanted.map((colour) => {
    let found = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      const isIt = colour.every((part, place) => Math.abs(part - (pixels[at + place] ?? 0)) <= 2);
      if (pixels[at + 3] === 255 && isIt) found += 1;
    }
    return found;
  });
  for (const found of colours) expect(found).toBeGreaterThan(100);
  const [plot, card] = [await canvas.boundingBox(), await panel.boundingBox()];
  expect((plot?.x ?? Number.NaN) - (card?.x ?? Number.NaN)).toBeLessThan(64);
});

test('a box to tick is no circle, a drawer begins with its title, and regions of one page have names of their own', async ({
  page,
  api,
  linkway,
}) => {
  await open(page, '/register');
  const [radius, width] = await page.getByRole('checkbox').evaluate((box) => {
    const drawn = [box, box.nextElementSibling, box.parentElement].find(
      (part) => part && Number.parseFloat(getComputedStyle(part).borderTopWidth) > 0,
    );
    const style = getComputedStyle(drawn ?? box);
    return [Number.parseFloat(style.borderTopLeftRadius) || 0, (drawn ?? box).getBoundingClientRect().width];
  });
  expect(radius).toBeLessThanOrEqual((width ?? 0) / 4);

  await api.register();
  await api.createLink({ url: `${linkway.destination}/headed`, title: 'Headed' });
  await open(page, '/dashboard?tab=my-links');
  await rows(page)
    .getByRole('button', { name: /^Edit / })
    .click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading').first()).toHaveJSProperty('tagName', 'H2');

  await open(page, '/dashboard?tab=analytics');
  await region(page, 'Clicks over time').getByTitle('Table').click();
  await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
  const names = await page
    .getByRole('region')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.getAttribute('aria-labelledby')));
  expect(names.length).toBeGreaterThan(4);
  expect(new Set(names).size).toBe(names.length);
});

test('the page of a password is no source of clicks', async ({ page, api, linkway }) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/behind`, password: 'sesame' });
  await page.goto(link.short_url);
  await page.getByRole('textbox').fill('sesame');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading')).toHaveText('Arrived at /behind');
  await open(page, `/dashboard?tab=analytics&link=${link.id}`);
  await expect(figure(page, 'Clicks')).toHaveText('1');
  const sources = region(page, 'Sources');
  await sources.scrollIntoViewIfNeeded();
  await sources.getByTitle('Table').click();
  await expect(sources.getByRole('row')).toHaveCount(2);
  await expect(sources.getByRole('rowheader')).toHaveText('Direct');
});

test('before its scripts are there, the dashboard says whose it is and what page it will be', async ({ page, api }) => {
  await api.register();
  await remember(page.context(), 'language', 'vi');
  let go = (): void => {};
  const going = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await going;
    await route.continue();
  });
  await page.goto('/dashboard?tab=my-links', { waitUntil: 'commit' });
  const title = page.getByRole('heading', { level: 1, name: 'Liên kết của tôi' });
  await expect(title).toBeVisible();
  await expect(page.getByRole('banner')).toHaveText('Linkway');
  const early = await placeOfText(title);
  go();
  await expect(rows(page).or(page.getByText('Chưa có liên kết nào')).first()).toBeVisible();
  expect(await placeOfText(title)).toEqual(early);
});

test('parts of a whole have their sum and shares that can be compared', async ({ page, api, request, linkway }) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/shares` });
  for (const agent of [userAgents.desktop, userAgents.desktop, userAgents.mobile])
    await request.get(link.short_url, { maxRedirects: 0, headers: { 'user-agent': agent } });
  await open(page, `/dashboard?tab=analytics&link=${link.id}`);
  await expect(figure(page, 'Clicks')).toHaveText('3');
  const devices = region(page, 'Visitors');
  await devices.scrollIntoViewIfNeeded();
  await expect(devices.locator('strong').filter({ hasText: /^3$/ })).toBeVisible();
  await expect(devices.getByText('66.7%')).toBeVisible();
  await expect(devices.getByText('33.3%')).toBeVisible();
});

test('who has an account already is led from the registration to the sign-in, with the address', async ({
  page,
  request,
  watch,
}) => {
  watch.expect(/status of 409/);
  const { email } = await new Api(request).register();
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Linh Tran');
  await page.getByLabel('Email').fill(email);
  for (const field of await page.locator('input[type=password]').all()) await field.fill('another-password');
  await page.getByLabel('I accept').check();
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This email has already been registered')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Log in/ })
    .first()
    .click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('the words are those of a product, in both languages', async ({ page, api, context, linkway }) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/worded` });
  const said: Record<string, string> = {};
  for (const language of ['en', 'vi'] as const) {
    await remember(context, 'language', language);
    for (const path of [language === 'vi' ? '/vi' : '/', ...dashboardPages]) {
      await open(page, path);
      said[language] = `${said[language] ?? ''}\n${await page.locator('body').innerText()}`;
    }
  }
  for (const odd of [
    'of this Linkway',
    'Everything below works today',
    'Not known right now',
    'See its clicks',
    'See who',
  ])
    expect(said.en).not.toContain(odd);
  for (const odd of ['Nhắm đích', 'nhắm đích', 'Bước tự động', 'Tính lại mỗi ngày', 'của Linkway này', 'Xem ai nhấp'])
    expect(said.vi).not.toContain(odd);
  expect(said.vi).toContain('Chia theo: tự động');
  expect(said.vi).toContain('Điều hướng theo thiết bị');
});

for (const [how, options] of [
  ['a finger', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['the mouse', { viewport: { width: 1280, height: 800 } }],
] as const) {
  test(`the name of a button that ${how} has pressed does not lie over what it opens`, async ({
    anotherBrowser,
    context,
    api,
  }) => {
    await api.register();
    await api.createLink({ url: 'https://example.com/' });
    const page = await (await anotherBrowser({ ...options, storageState: await context.storageState() })).newPage();
    await open(page, '/dashboard?tab=my-links');
    const edit = page.getByRole('button', { name: /^Edit / });
    if (how === 'a finger') await edit.tap();
    else {
      await edit.hover();
      await expect(page.getByRole('tooltip')).toHaveText('Edit');
      await edit.click();
    }
    await expect(page.getByRole('dialog')).toBeVisible();
    // Longer than a name waits before it comes.
    await page.waitForTimeout(500);
    await expect(page.getByRole('tooltip')).toBeHidden();
  });
}
