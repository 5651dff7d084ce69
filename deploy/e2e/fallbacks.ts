// `npm run fallbacks -w @linkway/e2e -- NAME=REGULAR,BOLD ...`: how wide the fonts of people's own systems have to be drawn so that the
// typeface moves nothing when it takes their place. Measured by Chromium in the words of the public pages, of font files: the metrics
// of Liberation Sans 2 are Arial's.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chromium as browsers, type Page } from '@playwright/test';
import { chromium } from './support/chromium.ts';

const frontends = join(import.meta.dirname, '../../frontends');
const base = join(frontends, 'kit/src/base');
const OUT = join(base, 'fallbacks.css');
const TYPEFACE = 'Inter Variable';
/** What each system calls its font: whole names and PostScript's. A variable one may have no bold of its own. */
const NAMES: Record<string, { regular: string[]; bold: string[] }> = {
  Arial: {
    regular: ['Arial', 'ArialMT', 'Liberation Sans', 'LiberationSans', 'Arimo'],
    bold: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'LiberationSans-Bold', 'Arimo Bold'],
  },
  Roboto: { regular: ['Roboto', 'Roboto-Regular'], bold: ['Roboto Bold', 'Roboto-Bold', 'Roboto'] },
  DejaVu: { regular: ['DejaVu Sans', 'DejaVuSans'], bold: ['DejaVu Sans Bold', 'DejaVuSans-Bold'] },
};
/** Weights that pages have, and those that the face stands for. */
const WEIGHTS = {
  regular: { measured: [400], range: '100 500' },
  bold: { measured: [550, 600, 650], range: '501 900' },
} as const;
type Weight = keyof typeof WEIGHTS;
const weights = Object.keys(WEIGHTS) as Weight[];

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn);
const texts = ['en', 'vi'].flatMap((language) =>
  ['public', 'auth', 'terms']
    .flatMap((name) =>
      textsIn(JSON.parse(readFileSync(join(frontends, `shell/src/locales/${name}/${language}.json`), 'utf8'))),
    )
    .map((text) => text.replace(/\{\{.*?\}\}|<[^>]*>/g, '12')),
);

const dataOf = (file: string): string => `url(data:font/ttf;base64,${readFileSync(file).toString('base64')})`;
const files = [...readFileSync(join(base, 'fonts.css'), 'utf8').matchAll(/url\("([^"]+)"\)/g)].map(([, file]) =>
  join(import.meta.dirname, '../../node_modules', file ?? ''),
);
const typeface = files.reduce(
  (css, file) => css.replace(/url\("[^"]+"\)/, () => dataOf(file)),
  readFileSync(join(base, 'fonts.css'), 'utf8'),
);
const given = process.argv.slice(2).map((argument) => {
  const [name = '', regular = '', bold = ''] = argument.split(/[=,]/);
  if (!NAMES[name]) throw new Error(`${name} is none of ${Object.keys(NAMES).join(', ')}`);
  return { name, regular, bold };
});

const widthOf = (page: Page, family: string, weight: number): Promise<number> =>
  page.evaluate(
    async ([font, said]) => {
      await document.fonts.load(font, said.join(''));
      const span = document.createElement('span');
      span.style.font = font;
      document.body.append(span);
      let sum = 0;
      for (const text of said) {
        span.textContent = text;
        sum += span.getBoundingClientRect().width;
      }
      span.remove();
      return sum;
    },
    [`${weight} 100px "${family}"`, texts] as const,
  );

/** Above and below the base line, in parts of the size. */
const heightsOf = (page: Page): Promise<[number, number]> =>
  page.evaluate((family) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('nothing to draw on');
    context.font = `1000px "${family}"`;
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText('x');
    return [above / 1_000, below / 1_000];
  }, TYPEFACE);

const percent = (value: number): string => `${(value * 100).toFixed(2)}%`;

const browser = await browsers.launch(chromium);
try {
  const page = await browser.newPage();
  const own = given.flatMap((font) =>
    weights.map(
      (weight) =>
        `@font-face { font-family: "${font.name} ${weight}"; src: ${dataOf(font[weight])}; font-weight: 100 900 }`,
    ),
  );
  const body = 'body { white-space: nowrap; font-feature-settings: "cv11"; font-variant-ligatures: no-contextual }';
  await page.setContent(`<style>${typeface}${own.join('')}${body}</style>`);
  const faces: string[] = [];
  for (const { name } of given) {
    for (const weight of weights) {
      const ratios: number[] = [];
      for (const each of WEIGHTS[weight].measured) {
        ratios.push((await widthOf(page, TYPEFACE, each)) / (await widthOf(page, `${name} ${weight}`, each)));
      }
      const size = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
      const [above, below] = await heightsOf(page);
      const sources = (NAMES[name]?.[weight] ?? []).map((local) => `local("${local}")`);
      faces.push(`@font-face {
  font-family: "Inter like ${name}";
  font-weight: ${WEIGHTS[weight].range};
  src: ${sources.join(', ')};
  size-adjust: ${percent(size)};
  ascent-override: ${percent(above / size)};
  descent-override: ${percent(below / size)};
  line-gap-override: 0%;
}`);
    }
  }
  const measured = files.map(
    (file) => `${basename(file)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`,
  );
  const head = `/* Made by \`npm run fallbacks -w @linkway/e2e\` for these files of the typeface; a test compares them with those that are there.\n   ${measured.join('\n   ')} */`;
  writeFileSync(OUT, `${[head, ...faces].join('\n\n')}\n`);
} finally {
  await browser.close();
}
