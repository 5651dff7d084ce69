import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { noNetwork } from '../support/failing.ts';
import { open, phone } from '../support/pages.ts';
import { png } from '../support/png.ts';
import { expect, test } from '../support/test.ts';

const picture = { name: 'me.png', mimeType: 'image/png', buffer: png(60, 40) };

const card = (page: Page) => page.getByRole('region', { name: 'Picture' });
const button = (page: Page, name: string) => card(page).getByRole('button', { name });
const pick = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  card(page).locator('input[type=file]').setInputFiles(file);
const inMenu = (page: Page) => page.getByRole('banner').locator('button img[src^="/api/avatars/"]');
/** What is drawn, and not only named. */
const isDrawn = (page: Page) =>
  inMenu(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);

test('a picture is looked at, saved, shown in the menu, and removed again', async ({ page, api }) => {
  await api.register();
  await open(page, '/dashboard?tab=profile');
  await expect(page.getByRole('banner').locator('[data-initials=LT]')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  // By keyboard, as by a press.
  await button(page, 'Choose a picture').focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(picture);
  await expect(card(page).getByText('This is how it will look.')).toBeVisible();
  await expect(card(page).locator('img[src^="data:"]')).toBeVisible();
  await button(page, 'Use this picture').click();
  await expect(page.getByText('Your picture is saved')).toBeVisible();
  await expect(inMenu(page)).toBeVisible();
  await expect.poll(() => isDrawn(page)).toBe(40);
  await expect(button(page, 'Choose another')).toBeFocused();
  await page.reload();
  await expect(inMenu(page)).toBeVisible();

  await button(page, 'Remove picture').click();
  const question = page.getByRole('dialog', { name: 'Remove your picture?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByText('Your picture is removed')).toBeVisible();
  await expect(page.getByRole('banner').locator('[data-initials=LT]')).toBeVisible();
  await expect(button(page, 'Choose a picture')).toBeFocused();
});

test('a file that will not do is refused before it is sent, or by the server', async ({ page, api, watch }) => {
  watch.expect(/status of 400/);
  await api.register();
  await open(page, '/dashboard?tab=profile');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  await button(page, 'Choose a picture').waitFor();
  const told = card(page).getByRole('alert');
  await pick(page, { name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(told).toHaveText(/This format is not supported/);
  await pick(page, { ...picture, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(told).toHaveText(/The picture is too large/);
  await pick(page, { ...picture, buffer: Buffer.from('no picture at all') });
  await expect(told).toHaveText(/cannot be read/);
  expect(sent).toEqual([]);
  // What the browser can open, and is more than the server takes.
  await pick(page, { ...picture, buffer: png(5_100, 5_000) });
  await expect(told).toBeHidden();
  await button(page, 'Use this picture').click();
  await expect(told).toHaveText(/too many pixels.*25 million/);
  expect(sent).toHaveLength(1);
  await expect(button(page, 'Use this picture')).toBeHidden();
});

test('a picture that the network kept away is not lost', async ({ page, api, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await api.register();
  await open(page, '/dashboard?tab=profile');
  await button(page, 'Choose a picture').waitFor();
  await pick(page, picture);
  await page.route('**/api/me/avatar', noNetwork);
  await button(page, 'Use this picture').click();
  await expect(page.getByText('Your picture was not saved')).toBeVisible();
  await page.unroute('**/api/me/avatar');
  await button(page, 'Use this picture').click();
  await expect(inMenu(page)).toBeVisible();
});

test('by a finger its buttons are large enough', async ({ anotherBrowser }) => {
  const context = await anotherBrowser(phone);
  await new Api(context.request).register();
  const page = await context.newPage();
  await open(page, '/dashboard?tab=profile');
  await button(page, 'Choose a picture').waitFor();
  await pick(page, picture);
  for (const name of ['Use this picture', 'Choose another', 'Cancel']) {
    expect((await button(page, name).boundingBox())?.height, name).toBeGreaterThanOrEqual(44);
  }
});
