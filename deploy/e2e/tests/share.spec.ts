import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { MadeLink } from '../support/api.ts';
import { open } from '../support/pages.ts';
import { readQr } from '../support/qr.ts';
import { expect, test } from '../support/test.ts';

/** Modules of light around a code, by which readers find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const LEAST_PX = 512;

const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: /^QR and share/ });

/** The modules of a picture's code, and how many of them its margin is wide, as a reader finds them. */
const scan = (page: Page, file: Buffer, type: string) =>
  page.evaluate(
    async ({ bytes, type }) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
      if (type === 'image/png') {
        const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type }));
        canvas.width = picture.width;
        canvas.height = picture.height;
        context.drawImage(picture, 0, 0);
      } else {
        // Drawn by hand: the policy of the page lets no such picture in.
        const svg = new DOMParser().parseFromString(new TextDecoder().decode(new Uint8Array(bytes)), 'image/svg+xml');
        const root = svg.documentElement;
        canvas.width = Number(root.getAttribute('width'));
        canvas.height = Number(root.getAttribute('height'));
        const scale = canvas.width / Number(root.getAttribute('viewBox')?.split(' ')[2]);
        context.scale(scale, scale);
        for (const path of svg.querySelectorAll('path')) {
          context.fillStyle = path.getAttribute('fill') ?? '';
          // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, no array
          context.fill(new Path2D(path.getAttribute('d') ?? ''));
        }
      }
      const { width, height } = canvas;
      const { data } = context.getImageData(0, 0, width, height);
      const isDark = (x: number, y: number) => (data[(y * width + x) * 4] ?? 255) < 128;
      const dark = Array.from({ length: width * height }, (_, at) => at).filter((at) => (data[at * 4] ?? 255) < 128);
      const columns = dark.map((at) => at % width);
      const left = columns.reduce((least, x) => Math.min(least, x), width);
      const right = columns.reduce((most, x) => Math.max(most, x), 0);
      const top = Math.floor((dark[0] ?? 0) / width);
      const bottom = Math.floor((dark.at(-1) ?? 0) / width);
      // The finder at the corner is seven modules wide.
      let run = left;
      while (isDark(run, top)) run += 1;
      const unit = (run - left) / 7;
      const size = Math.round((right - left + 1) / unit);
      const middle = (at: number) => Math.floor((at + 0.5) * unit);
      const each = Array.from({ length: size }, (_, at) => at);
      return {
        width,
        height,
        margin: Math.min(left, top, width - 1 - right, height - 1 - bottom) / unit,
        modules: each.map((y) => each.map((x) => isDark(left + middle(x), top + middle(y)))),
      };
    },
    { bytes: [...file], type },
  );

/** Its files are named for the link, and hold its address and nothing else. */
async function expectFiles(page: Page, panel: Locator, link: Pick<MadeLink, 'short_url' | 'short_code'>) {
  for (const [name, type] of [
    ['png', 'image/png'],
    ['svg', 'image/svg+xml'],
  ] as const) {
    const button = panel.getByRole('button', { name: `Download ${name.toUpperCase()}` });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toBe(`qr-${link.short_code}.${name}`);
    const { width, height, margin, modules } = await scan(page, await readFile(await download.path()), type);
    expect(readQr(modules), name).toBe(link.short_url);
    expect(margin, `the quiet zone of the ${name}`).toBeGreaterThanOrEqual(QUIET_ZONE);
    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(LEAST_PX);
  }
}

/** The places that a link can be handed on to; none of them hears of the page or gets hold of it. */
async function expectPlaces(panel: Locator, url: string, title: string) {
  const place = (name: string) => panel.getByRole('link', { name: `Share on ${name}` });
  const address = async (name: string) => new URL((await place(name).getAttribute('href')) ?? '');
  const zalo = await address('Zalo');
  expect(zalo.origin + zalo.pathname).toBe('https://button-share.zalo.me/share_external');
  expect(JSON.parse(Buffer.from(zalo.searchParams.get('d') ?? '', 'base64').toString())).toEqual({ url });
  const facebook = await address('Facebook');
  expect(facebook.origin + facebook.pathname).toBe('https://www.facebook.com/sharer/sharer.php');
  expect(Object.fromEntries(facebook.searchParams)).toEqual({ u: url });
  const x = await address('X');
  expect(x.origin + x.pathname).toBe('https://x.com/intent/post');
  expect(Object.fromEntries(x.searchParams)).toEqual({ url, text: title });
  const mail = await address('Email');
  expect(mail.protocol).toBe('mailto:');
  expect(Object.fromEntries(mail.searchParams)).toEqual({ subject: title, body: url });
  // Read as it is written: a mail program takes a plus for a plus.
  expect(mail.search).not.toContain('+');
  for (const name of ['Zalo', 'Facebook', 'X']) {
    await expect(place(name)).toHaveAttribute('target', '_blank');
    await expect(place(name)).toHaveAttribute('rel', /\bnoopener\b/);
    await expect(place(name)).toHaveAttribute('rel', /\bnoreferrer\b/);
  }
}

test('a link is scanned, kept and handed on from result, list and analytics', async ({
  page,
  api,
  context,
  linkway,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await api.register();
  await open(page, '/dashboard?tab=create');
  const title = 'Chiến dịch mùa xuân & hè';
  await page.getByLabel('Destination URL').fill(`${linkway.destination}/shared`);
  await page.getByLabel('Custom code').fill(`Spring_${Date.now().toString(36)}-sale`);
  await page.getByLabel('Title').fill(title);
  await page.getByRole('main').getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('region', { name: 'Your link is ready' });
  await expect(made).toBeVisible();
  const { data: links } = await api.ok<{ data: MadeLink[] }>('GET', '/api/links');
  const link = links[0] as MadeLink;
  const panel = panelOf(page);

  const places = [
    { name: 'result', show: async () => {} },
    { name: 'list', show: () => open(page, '/dashboard?tab=my-links') },
    { name: 'analytics', show: () => open(page, `/dashboard?tab=analytics&link=${link.id}`) },
  ];
  for (const { name, show } of places) {
    await show();
    if (name === 'list') {
      await page.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'QR and share' }).click();
    } else await page.getByRole('button', { name: /^QR and share/ }).click();
    await expectFiles(page, panel, link);
    await expectPlaces(panel, link.short_url, title);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await panel.getByRole('button', { name: /^Copy/ }).click();
    await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.short_url);
  }
});

test('another page of the same browser has no hold of this one', async ({ page, api, context, linkway }) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/shared`, title: 'Shared' });
  const heard: (string | undefined)[] = [];
  await context.route('https://x.com/**', (route) => {
    heard.push(route.request().headers().referer);
    return route.fulfill({ contentType: 'text/html', body: '<title>X</title>' });
  });
  await open(page, `/dashboard?tab=analytics&link=${link.id}`);
  await page.getByRole('button', { name: /^QR and share/ }).click();
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    panelOf(page).getByRole('link', { name: 'Share on X' }).click(),
  ]);
  await expect(opened).toHaveTitle('X');
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  expect(heard).toEqual([undefined]);
});

test('the apps of the device are offered where the browser has them, and not where it has none', async ({
  page,
  api,
  linkway,
}) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/shared`, title: 'Shared' });
  const more = panelOf(page).getByRole('button', { name: 'More apps' });
  const show = async (): Promise<void> => {
    await open(page, `/dashboard?tab=analytics&link=${link.id}`);
    await page.getByRole('button', { name: /^QR and share/ }).click();
    await expect(panelOf(page)).toBeVisible();
  };
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
  });
  await show();
  await expect(more).toHaveCount(0);
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'share', {
      value: async (data: ShareData) => {
        shared.push(data);
        // As when somebody closes the sheet: no failure that is told.
        throw new DOMException('closed', 'AbortError');
      },
    });
  });
  await show();
  await more.click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared))
    .toEqual([{ url: link.short_url, title: 'Shared' }]);
  await expect(page.getByRole('status').filter({ hasText: /closed|failed/ })).toHaveCount(0);
});
