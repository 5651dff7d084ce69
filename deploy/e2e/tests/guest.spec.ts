import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api } from '../support/api.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

// A guest's link may not lead to this machine.
const SITE = 'https://destination.example';

const onTheWeb = test.extend({
  // Answers for every host but this machine: nothing leaves it.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed: none
  proxy: async ({}, use) => {
    const web = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Arrived at ${request.url}</h1>`);
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    await use({ server: `http://127.0.0.1:${(web.address() as AddressInfo).port}`, bypass: '127.0.0.1,localhost' });
    web.closeAllConnections();
    web.close();
  },
});

onTheWeb('a guest shortens a link, copies it and follows it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByLabel('Your long link').fill('http://destination.example/guest');
  await page.getByRole('button', { name: 'Shorten' }).click();

  const result = page.getByRole('region', { name: 'Your short link is ready' });
  const link = result.getByRole('link', { name: /^127\.0\.0\.1:\d+\/[A-Za-z0-9]{6}$/ });
  await expect(link).toBeVisible();
  const address = await link.getAttribute('href');
  await result.getByRole('button', { name: /^Copy/ }).click();
  await expect(result.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await expect(opened.getByRole('heading')).toHaveText('Arrived at http://destination.example/guest');
});

test('a guest makes five links a day and is then asked to register', async ({ page, request }) => {
  await page.goto('/');
  for (const number of [1, 2, 3, 4, 5]) {
    await page.getByLabel('Your long link').fill(`${SITE}/${number}`);
    await page.getByRole('button', { name: 'Shorten' }).click();
    await expect(page.getByLabel('Your long link')).toHaveValue('');
    if (number < 5) await expect(page.getByText(`${5 - number} of 5 free links left today`)).toBeVisible();
  }
  const message = "You've reached the limit of 5 free links per day. Please register to create more!";
  await expect(page.getByText(message)).toBeVisible();
  await page.getByLabel('Your long link').fill(`${SITE}/6`);
  await expect(page.getByRole('button', { name: 'Shorten' })).toBeDisabled();

  await page.reload();
  await expect(page.getByText(message)).toBeVisible();
  // The server counts, not the page.
  const device_id = await page.evaluate(() => localStorage.getItem('guest_device_id'));
  const sixth = await new Api(request).send('POST', '/api/guest/links', { url: `${SITE}/6`, device_id });
  expect(sixth.status()).toBe(429);
  expect(await sixth.json()).toMatchObject({ code: 'links.guest_limit', detail: message });
});

test('wrong addresses and codes are explained at their fields', async ({ page, watch }) => {
  watch.expect(/status of (409|400)/);
  await page.goto('/');
  const url = page.getByLabel('Your long link');
  const code = page.getByLabel('Custom code');
  await url.press('Enter');
  await expect(page.getByText('Please enter a URL to shorten')).toBeVisible();
  await expect(url).toBeFocused();

  const invalid = 'Invalid URL. Please enter a complete URL (including http:// or https://)';
  for (const wrong of ['example.com', 'ftp://example.com/file', 'https://']) {
    await url.fill(wrong);
    await expect(page.getByText(invalid)).toBeHidden();
    await url.press('Enter');
    await expect(page.getByText(invalid)).toBeVisible();
  }

  await url.fill('https://user:pw@destination.example/');
  await url.press('Enter');
  await expect(page.getByText('Take the user name and password out of the address')).toBeVisible();

  const long = `${SITE}/?token=${'t'.repeat(4200)}&signature=THE-END`;
  await url.fill(long);
  await url.press('Enter');
  await expect(page.getByText('This text is too long.')).toBeVisible();
  await expect(url).toHaveValue(long);

  await url.fill(`${SITE}/code`);
  await code.fill('no spaces');
  await code.press('Enter');
  await expect(
    page.getByText('Custom code can only contain letters, numbers, hyphens and underscores (3-50 characters)'),
  ).toBeVisible();

  const mine = `own-${Date.now().toString(36)}`;
  await code.fill(mine);
  await code.press('Enter');
  await expect(page.getByRole('link', { name: new RegExp(`/${mine}$`) })).toBeVisible();
  await url.fill(`${SITE}/other`);
  await code.fill(mine);
  await code.press('Enter');
  await expect(page.getByText(`The code ${mine} is already in use. Please choose another one`)).toBeVisible();
  await expect(url).toHaveValue(`${SITE}/other`);
});

test('an address with a space and letters of another language leads where a browser would go', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.evaluate(() => navigator.clipboard.writeText('https://ví-dụ.vn/đường dẫn?x=ă'));
  await page.getByLabel('Your long link').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByRole('button', { name: 'Shorten' }).click();
  const link = page.getByRole('region', { name: 'Your short link is ready' }).getByRole('link').first();
  const answer = await request.get((await link.getAttribute('href')) ?? '', { maxRedirects: 0 });
  const encoded = 'https://xn--v-d-rma6749a.vn/%C4%91%C6%B0%E1%BB%9Dng%20d%E1%BA%ABn?x=%C4%83';
  expect([answer.status(), answer.headers().location]).toEqual([302, encoded]);
});

test('a member shortens on the landing page and goes on to the clicks', async ({ page, api }) => {
  await api.register();
  await open(page, '/dashboard');
  await page.goto('/');
  await page.getByLabel('Your long link').fill(`${SITE}/member`);
  await page.getByRole('button', { name: 'Shorten' }).click();
  await expect(page.getByText('49 of 50 links left this month')).toBeVisible();
  await page.getByRole('link', { name: 'View clicks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expect(page.getByRole('main').getByTitle(`${SITE}/member`)).toBeVisible();
});
