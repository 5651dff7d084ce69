// `npm run icons -w @linkway/e2e`: the pictures of the product itself, drawn by the browser and kept in frontends/shell/public. Run it after
// the mark or the texts of the landing page have changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium as browsers, type Page } from '@playwright/test';
import { chromium } from './support/chromium.ts';

const shell = join(import.meta.dirname, '../../frontends/shell');
const mark = readFileSync(join(shell, 'src/icon.svg'), 'utf8');
const font = readFileSync(
  join(import.meta.dirname, '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
).toString('base64');
const vietnamese = readFileSync(
  join(import.meta.dirname, '../../node_modules/@fontsource-variable/inter/files/inter-vietnamese-wght-normal.woff2'),
).toString('base64');
const textsOf = (language: string) => {
  const { landing } = JSON.parse(readFileSync(join(shell, `src/locales/public/${language}.json`), 'utf8'));
  return landing as { title: string; text: string };
};

const browser = await browsers.launch(chromium);
const page = await browser.newPage();
const keep = (name: string, bytes: Buffer): void => writeFileSync(join(shell, 'public', name), bytes);

/** `room`: what a launcher may cut off around the mark. */
async function icon(size: number, room = 0): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  const whole = room > 0 ? mark.replace('rx="8"', '') : mark;
  await page.setContent(
    `<body style="margin:0;background:${room > 0 ? '#3538cd' : 'transparent'};display:grid;place-items:center;height:100vh"><div style="width:${size * (1 - room)}px;height:${size * (1 - room)}px">${whole}</div>`,
  );
  return page.screenshot({ omitBackground: true });
}

/** An icon file holds PNGs behind a list of their sizes and places. */
function ico(pictures: [size: number, png: Buffer][]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, [size, png]] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(([, png]) => png)]);
}

/** What a messenger shows of a shared address: 1200 x 630. */
async function preview(on: Page, language: string): Promise<Buffer> {
  const { title, text } = textsOf(language);
  await on.setViewportSize({ width: 1200, height: 630 });
  await on.setContent(`<style>
    @font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font});}
    @font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${vietnamese});unicode-range:U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB}
    body{margin:0;height:630px;box-sizing:border-box;padding:80px;background:#fff;color:#14171f;font-family:Inter;display:flex;flex-direction:column;border-bottom:16px solid #3538cd}
    header{display:flex;align-items:center;gap:20px;font-size:40px;font-weight:650}
    header svg{width:64px;height:64px}
    h1{margin:auto 0 24px;font-size:76px;line-height:84px;letter-spacing:-.025em;font-weight:650;text-wrap:balance}
    p{margin:0;color:#545b6b;font-size:32px;line-height:46px;max-width:960px;text-wrap:balance}
  </style><header>${mark}Linkway</header><h1>${title}</h1><p>${text}</p>`);
  await on.evaluate(() => document.fonts.ready);
  return on.screenshot();
}

keep(
  'favicon.ico',
  ico([
    [16, await icon(16)],
    [32, await icon(32)],
    [48, await icon(48)],
  ]),
);
keep('apple-touch-icon.png', await icon(180, 0.2));
keep('icon-192.png', await icon(192));
keep('icon-512.png', await icon(512));
keep('icon-512-maskable.png', await icon(512, 0.3));
for (const language of ['en', 'vi']) keep(`preview-${language}.png`, await preview(page, language));
await browser.close();
