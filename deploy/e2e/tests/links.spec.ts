import type { Locator, Page } from '@playwright/test';
import { remember } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';
import { userAgents } from '../support/user-agents.ts';

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });

async function choose(page: Page, row: string | RegExp, action: string): Promise<void> {
  await rows(page)
    .filter({ hasText: row })
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a person finds a link, pauses it and takes that back', async ({ page, api, linkway, request }) => {
  await api.register();
  const [spring] = [
    await api.createLink({ url: `${linkway.destination}/spring`, title: 'Spring sale' }),
    await api.createLink({ url: `${linkway.destination}/autumn`, title: 'Autumn sale' }),
  ];
  await page.goto('/dashboard?tab=my-links');
  await expect(rows(page)).toHaveCount(2);
  // As it is copied, and as the list shows it.
  for (const address of [spring.short_url, spring.short_url.replace('http://', '')]) {
    await page.getByRole('searchbox').fill(address);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Spring sale');
    await page.getByRole('searchbox').fill('');
    await expect(rows(page)).toHaveCount(2);
  }
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('/');
  await page.keyboard.type('spring');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/search=spring/);
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No link matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all links' }).click();
  await expect(rows(page)).toHaveCount(2);

  const status = async () => (await request.get(spring.short_url, { maxRedirects: 0 })).status();
  await choose(page, 'Spring sale', 'Pause');
  await expect(rows(page).filter({ hasText: 'Spring sale' }).getByText('Paused')).toBeVisible();
  await expect.poll(status).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page).filter({ hasText: 'Spring sale' }).getByText('Active')).toBeVisible();
  await expect.poll(status).toBe(302);
});

test('the key for the search waits for the field, and opens nothing else meanwhile', async ({ page, api, linkway }) => {
  await api.register();
  await api.createLink({ url: `${linkway.destination}/early`, title: 'Early' });
  let bring = (): void => {};
  const brought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    if (text.includes('("clear_search")')) await brought;
    await route.fulfill({ response: answer, body: text });
  });
  await page.goto('/dashboard?tab=my-links');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await page.keyboard.press('/');
  bring();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('early');
  await expect(page).toHaveURL(/search=early/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a code that is one long word leaves Undo and the title of its link within a phone', async ({
  page,
  api,
  linkway,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await api.register();
  const code = 'the_great_summer_sale_of_linkway_in_the_year_2026';
  await api.createLink({ url: `${linkway.destination}/\u202egnp.exe`, custom_code: code });
  const isWithin = (element: Locator) =>
    element.evaluate((node) => {
      const { left, right } = node.getBoundingClientRect();
      return left >= 0 && right <= window.innerWidth && node.scrollWidth <= node.clientWidth;
    });
  await page.goto('/dashboard?tab=my-links');
  // What turns letters around is shown as what it is.
  await expect(page.getByText('%E2%80%AEgnp.exe')).toBeVisible();
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  expect(await isWithin(undo)).toBe(true);
  await undo.click();
  await page.getByRole('button', { name: /^Edit/ }).click();
  const title = page.getByRole('dialog').locator('.ant-drawer-title');
  await expect(title).toContainText(code);
  expect(await isWithin(title)).toBe(true);
});

test('a link with a limit is active while bots come, used up by people, and active again with a higher limit', async ({
  page,
  api,
  linkway,
  request,
}) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/few`, title: 'Few seats', max_clicks: 2 });
  const visit = async (agent: string) =>
    (await request.get(link.short_url, { maxRedirects: 0, headers: { 'user-agent': agent } })).status();
  const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const row = rows(page).filter({ hasText: 'Few seats' });

  const preview = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';
  for (const agent of [preview, preview, bot, bot, bot]) expect(await visit(agent)).toBe(302);
  const clicks = (kind: string) => api.ok<{ total: number }>('GET', `/api/links/${link.id}/analytics${kind}`);
  await expect.poll(async () => (await clicks('?kind=all')).total).toBe(5);
  expect((await clicks('')).total).toBe(0);
  await page.goto('/dashboard?tab=my-links');
  await expect(row.getByRole('cell').nth(3)).toHaveText('0');
  await expect(row.getByText('Active')).toBeVisible();

  expect([await visit(userAgents.desktop), await visit(userAgents.mobile)]).toEqual([302, 302]);
  expect(await visit(userAgents.desktop)).toBe(410);
  await page.reload();
  await expect(row.getByText('Limit reached')).toBeVisible();
  await expect(row.getByRole('cell').nth(3)).toHaveText('2');

  await page.getByRole('button', { name: /^Edit / }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Click limit').fill('3');
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(row.getByText('Active')).toBeVisible();
  await expect.poll(() => visit(userAgents.desktop)).toBe(302);
});

test('a person changes a link and deletes it', async ({ page, api, linkway, request }) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/old`, title: 'Handbook' });
  await page.goto('/dashboard?tab=my-links');
  await page.getByRole('button', { name: /^Edit / }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Destination URL').fill('nonsense');
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(drawer.getByText('Invalid URL. Please enter a complete URL')).toBeVisible();
  await drawer.getByLabel('Destination URL').fill(`${linkway.destination}/new`);
  await drawer.getByLabel('Title').fill('Handbook 2');
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/is saved$/)).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Handbook 2' })).toBeVisible();
  const location = async () => (await request.get(link.short_url, { maxRedirects: 0 })).headers().location;
  await expect.poll(location).toBe(`${linkway.destination}/new`);

  await choose(page, 'Handbook 2', 'Delete');
  const question = page.getByRole('dialog', { name: /^Delete 127\.0\.0\.1/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rows(page)).toHaveCount(1);
  await choose(page, 'Handbook 2', 'Delete');
  await question.getByRole('button', { name: 'Delete link' }).click();
  await expect(page.getByText('No links yet')).toBeVisible();
  await expect.poll(async () => (await request.get(link.short_url, { maxRedirects: 0 })).status()).toBe(404);
});

test('a save and a deletion that fail late touch no other link, and what was typed is there again', async ({
  page,
  api,
  linkway,
  watch,
}) => {
  watch.expect(/status of 503/);
  await api.register();
  const address = ({ short_url }: { short_url: string }) => short_url.replace(/^https?:\/\//, '');
  const first = address(await api.createLink({ url: `${linkway.destination}/first`, title: 'First' }));
  const second = address(await api.createLink({ url: `${linkway.destination}/second`, title: 'Second' }));
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  await page.route('**/api/links/*', async (route) => {
    if (!['PUT', 'DELETE'].includes(route.request().method())) return route.fallback();
    await told;
    const problem = { type: 'about:blank', title: '', status: 503, code: 'service.unavailable', detail: 'Away.' };
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  const drawer = (of: string) => page.getByRole('dialog', { name: `Edit ${of}` });
  const question = (of: string) => page.getByRole('dialog', { name: `Delete ${of}?` });
  await page.goto('/dashboard?tab=my-links');

  await choose(page, 'First', 'Delete');
  await question(first).getByRole('button', { name: 'Delete link' }).click();
  await page.keyboard.press('Escape');
  await expect(question(first)).toBeHidden();
  await page.getByRole('button', { name: `Edit ${first}` }).click();
  await drawer(first).getByLabel('Title').fill('First changed');
  await drawer(first).getByRole('button', { name: 'Save changes' }).click();
  await page.keyboard.press('Escape');
  await expect(drawer(first)).toBeHidden();
  await page.getByRole('button', { name: `Edit ${second}` }).click();
  await drawer(second).getByLabel('Title').fill('Second changed');
  tell();
  await expect(page.getByText(`${first} is not deleted. Away.`).first()).toBeVisible();
  await expect(page.getByText(`The changes to ${first} are not saved. Away.`)).toBeVisible();
  await expect(drawer(second).getByLabel('Title')).toHaveValue('Second changed');
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(drawer(first).getByText('The changes could not be saved')).toBeVisible();

  await page.unroute('**/api/links/*');
  await expect(drawer(first).getByLabel('Title')).toHaveValue('First changed');
  await drawer(first).getByRole('button', { name: 'Save changes' }).click();
  await expect(drawer(first)).toBeHidden();
  await expect(drawer(second).getByLabel('Title')).toHaveValue('Second changed');
  await drawer(second).getByRole('button', { name: 'Save changes' }).click();
  await expect(drawer(second)).toBeHidden();
  await expect(rows(page)).toContainText(['Second changed', 'First changed']);
  await choose(page, 'First changed', 'Delete');
  await expect(question(first)).toBeVisible();
  await expect(question(first).getByText('Away.')).toHaveCount(0);
});

test('a link is made with everything it can have, and the form keeps what was typed', async ({
  page,
  api,
  linkway,
  watch,
}) => {
  watch.expect(/status of 409/);
  await api.register();
  await page.goto('/dashboard?tab=create');
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/full`);
  await page.getByLabel('Custom code').fill('API');
  await page.getByLabel('Title').fill('Everything');
  await page.getByLabel('Click limit').fill('3');
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByText('Device targeting', { exact: true }).click();
  await page.getByLabel('Mobile URL').fill('not an address');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Everything');
  const submit = page.getByRole('main').getByRole('button', { name: 'Create link' });
  await submit.click();
  await expect(page.getByText('Invalid URL. Please enter a complete URL')).toBeVisible();
  await page.getByLabel('Mobile URL').fill(`${linkway.destination}/phone`);
  await submit.click();
  await expect(page.getByText('This code is reserved. Please choose another one')).toBeVisible();
  const code = `full-${Date.now().toString(36)}`;
  await page.getByLabel('Custom code').fill(code);
  await submit.click();
  const made = page.getByRole('region', { name: 'Your link is ready' });
  await expect(made.getByRole('link', { name: new RegExp(`/${code}$`) })).toBeVisible();
  await expect(made.getByRole('img', { name: 'Works for 3 clicks' })).toBeVisible();
  await expect(made.getByRole('img', { name: 'Other destinations for some devices' })).toBeVisible();
  await expect(page.getByLabel('Destination URL')).toHaveValue('');
});

test('a link opens later, leads elsewhere afterwards, and passes on what it is told to', async ({
  page,
  api,
  linkway,
  request,
}) => {
  await api.register();
  await page.goto('/dashboard?tab=create');
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/later`);
  const type = async (label: string, text: string) => {
    await page.getByLabel(label).click();
    await page.getByLabel(label).fill('');
    await page.keyboard.type(text);
    await page.getByLabel('Title').click();
  };
  await type('Time limit', '31/12/2090 10:00');
  await type('Opens at', '31/12/2090 10:00');
  await expect(page.getByText('Choose a time before the end of the link')).toBeVisible();
  await type('Time limit', '31/12/2090 11:00');
  await expect(page.getByText('Choose a time before the end of the link')).toBeHidden();
  await page.getByLabel('Afterwards, lead to').fill(`${linkway.destination}/over`);
  await page.getByText('On the way').click();
  await page.getByRole('switch', { name: 'Hide the referrer' }).click();
  await page.getByLabel('Parameters of the short link').click();
  await page.getByTitle('Add those that the destination does not have').click();
  await page.getByRole('main').getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('region', { name: 'Your link is ready' });
  await expect(made.getByText('Not open yet')).toBeVisible();
  await expect(made.getByRole('img', { name: 'Opens on 31/12/2090 10:00' })).toBeVisible();
  const address = (await made.getByRole('link').first().getAttribute('href')) ?? '';
  const visit = async () => {
    const answer = await request.get(`${address}?ref=mail`, { maxRedirects: 0, headers: { 'accept-language': 'en' } });
    return [answer.status(), answer.headers().location, answer.headers()['referrer-policy']];
  };
  await expect.poll(visit).toEqual([404, undefined, 'same-origin']);

  await page.goto('/dashboard?tab=my-links');
  const change = async (work: (drawer: Locator) => Promise<void>) => {
    await page.getByRole('button', { name: /^Edit / }).click();
    const drawer = page.getByRole('dialog');
    await work(drawer);
    await drawer.getByRole('button', { name: 'Save changes' }).click();
    await expect(drawer).toBeHidden();
  };
  await change(async (drawer) => {
    await expect(drawer.getByRole('switch', { name: 'Hide the referrer' })).toBeChecked();
    await drawer.getByLabel('Opens at').fill('');
  });
  await expect.poll(visit).toEqual([302, `${linkway.destination}/later?ref=mail`, 'no-referrer']);
  await change(async (drawer) => {
    await drawer.getByRole('switch', { name: 'Hide the referrer' }).click();
    await drawer.getByLabel('Parameters of the short link').click();
    await page.getByTitle('Drop them').click();
  });
  await expect.poll(visit).toEqual([302, `${linkway.destination}/later`, 'strict-origin-when-cross-origin']);
  const [{ id }] = (await api.ok<{ data: [{ id: string }] }>('GET', '/api/links')).data;
  await api.ok('PUT', `/api/links/${id}`, { expires_at: '2020-01-01T00:00:00Z' });
  await expect.poll(visit).toEqual([302, `${linkway.destination}/over`, 'strict-origin-when-cross-origin']);
});

test('who goes where is told as the redirect decides it, and is no click', async ({ page, api, linkway, watch }) => {
  await api.register();
  const link = await api.createLink({
    url: `${linkway.destination}/any`,
    device_targeting: { mobile: `${linkway.destination}/phone` },
    query_passing: 'append',
    password: 'secret',
    max_clicks: 1,
  });
  await page.goto('/dashboard?tab=my-links');
  const address = link.short_url.replace(/^https?:\/\//, '');
  await choose(page, address, 'Who goes where');
  const dialog = page.getByRole('dialog', { name: `Where ${address} leads` });
  const answer = dialog.getByRole('status');
  await expect(answer).toContainText('The visitor is asked for the password');
  await dialog.getByRole('switch', { name: 'The visitor knows the password' }).click();
  await expect(answer).toContainText('The visitor is led to');
  await expect(answer).toContainText('/any');
  await expect(answer).toContainText('The destination of the link');
  await dialog.getByLabel('Parameters of the short link').fill('ref=mail');
  await expect(answer).toContainText('/any?ref=mail');
  await dialog.getByLabel('Device').click();
  await page.getByTitle('Phone', { exact: true }).click();
  await expect(answer).toContainText('/phone?ref=mail');
  await expect(answer).toContainText('Its own destination for phones');
  watch.expect(/status of 503/);
  await page.route('**/api/links/*/explain?*', (route) => route.fulfill({ status: 503, json: {} }));
  await dialog.getByLabel('Device').click();
  await page.getByTitle('Tablet', { exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/links/*/explain?*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(answer).toContainText('/any?ref=mail');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const { clicks_used } = await api.ok<{ clicks_used: number }>('GET', `/api/links/${link.id}`);
  expect(clicks_used).toBe(0);
});

test('a time limit holds however its field is left, and what is no time is told', async ({ page, api, linkway }) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/limited`, title: 'Limited' });
  const submit = page.getByRole('main').getByRole('button', { name: 'Create link' });
  const time = page.getByLabel('Time limit');
  const days = page.locator('.ant-picker-cell-in-view:not(.ant-picker-cell-disabled)');
  const answer = (method: string) =>
    page
      .waitForResponse((response) => response.url().includes('/api/links') && response.request().method() === method)
      .then(async (response) => (await response.json()) as { expires_at: string | null });
  const shownAs = (iso: string | null) =>
    page.evaluate((at) => {
      const two = (part: number) => String(part).padStart(2, '0');
      const date = new Date(at);
      const day = `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
      return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
    }, iso ?? '');

  // A day and an hour that were picked, and left.
  await page.goto('/dashboard?tab=create');
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/picked`);
  await time.click();
  await page.locator('.ant-picker-header-next-btn').click();
  await days.last().click();
  await page.locator('.ant-picker-time-panel-column').first().getByText('18', { exact: true }).click();
  const picked = await time.inputValue();
  expect(picked).toMatch(/ 18:00$/);
  await page.getByLabel('Title').click();
  await expect(time).toHaveValue(picked);
  const [made] = await Promise.all([answer('POST'), submit.click()]);
  expect(await shownAs(made.expires_at)).toBe(picked);
  await expect(time).toHaveValue('');

  // Typed, and left by a click.
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/typed`);
  for (const [text, message] of [
    ['whenever', 'Enter a date and time such as 31/12/2030 18:00'],
    ['01/01/2020 10:00', 'Choose a time in the future'],
  ] as const) {
    await time.click();
    await time.fill('');
    await page.keyboard.type(text);
    await page.getByLabel('Title').click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(time).toHaveValue(text);
    await submit.click();
    await expect(time).toBeFocused();
  }
  await time.fill('');
  await page.keyboard.type('2090-12-31 10:00');
  await page.getByLabel('Title').click();
  await expect(time).toHaveValue('31/12/2090 10:00');
  const [typed] = await Promise.all([answer('POST'), submit.click()]);
  expect(await shownAs(typed.expires_at)).toBe('31/12/2090 10:00');

  // In the drawer: straight to the button.
  await page.goto('/dashboard?tab=my-links');
  await page.getByRole('button', { name: `Edit ${link.short_url.replace(/^https?:\/\//, '')}` }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Time limit').click();
  await page.locator('.ant-picker-header-next-btn').click();
  await days.first().click();
  const day = await drawer.getByLabel('Time limit').inputValue();
  const [saved] = await Promise.all([answer('PUT'), drawer.getByRole('button', { name: 'Save changes' }).click()]);
  expect(await shownAs(saved.expires_at)).toBe(day);
});

test('a link whose creation a reload cut off is made once, with the password that is asked for again', async ({
  page,
  api,
  linkway,
}) => {
  await api.register();
  await page.goto('/dashboard?tab=create');
  const submit = page.getByRole('main').getByRole('button', { name: 'Create link' });
  const password = page.getByLabel('Password', { exact: true });
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/once`);
  await password.fill('open sesame');
  // The link is made, and its answer never comes. What is held so stays held until the page is gone: let go of, it would be sent again.
  let held = 0;
  const arrived = new Promise<void>((resolve) => {
    void page.route('**/api/links', async (route) => {
      if (route.request().method() !== 'POST' || held > 0) return route.fallback();
      held += 1;
      await route.fetch();
      resolve();
    });
  });
  await submit.click();
  await arrived;
  await page.reload();

  await expect(page.getByText(/^Type the password again, /)).toBeVisible();
  await submit.click();
  await expect(page.getByText('Type the password again', { exact: true })).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill('open sesame');
  await submit.click();
  const made = page.getByRole('region', { name: 'Your link is ready' });
  await expect(made.getByRole('img', { name: 'Asks for a password' })).toBeVisible();
  const { data } = await api.ok<{ data: { has_password: boolean }[] }>('GET', '/api/links');
  expect(data.map(({ has_password }) => has_password)).toEqual([true]);
});

test('a click limit means what it says in Vietnamese, and a failure stands alone', async ({
  page,
  context,
  api,
  linkway,
  watch,
}) => {
  watch.expect(/ERR_FAILED/);
  await api.register();
  await remember(context, 'language', 'vi');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/dashboard?tab=create');
  const submit = page.getByRole('main').getByRole('button', { name: 'Tạo liên kết' });
  const clicks = page.getByLabel('Giới hạn lượt nhấp');
  await page.getByLabel('URL đích').fill(`${linkway.destination}/thousand`);
  await clicks.fill('1,5');
  await submit.click();
  await expect(page.getByText('Nhập số nguyên từ 1 đến 1.000.000.000')).toBeVisible();
  await expect(clicks).toBeFocused();
  await expect(clicks).toHaveValue('1,5');
  await clicks.fill('1.000');
  await clicks.press('Tab');
  await expect(clicks).toHaveValue('1.000');
  await submit.click();
  const made = page.getByRole('region', { name: 'Liên kết của bạn đã sẵn sàng' });
  await expect(made.getByRole('img', { name: /1\.000/ })).toBeVisible();

  await page.route('**/api/links', (route) => route.abort());
  await page.getByLabel('URL đích').fill(`${linkway.destination}/second`);
  await submit.click();
  await expect(page.getByRole('alert').getByText('Không tạo được liên kết')).toBeInViewport();
  await expect(made).toHaveCount(0);
});
