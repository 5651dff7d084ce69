import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { budgetProblems } from './budgets.mjs';
import { chartProblems } from './check-charts.mjs';
import { landingProblems } from './check-landing.mjs';
import { shapeProblems, writeShapes } from './facade-shapes.mjs';
import { missingNames, providedNames } from './facades.mjs';
import { lightPageProblems } from './light-pages.mjs';
import { compareLanguages, localeProblems, usedKeys } from './locales.mjs';
import { tabProblems } from './tabs.mjs';

const dir = (name) => join(import.meta.dirname, '../..', name);

it.each(['kit', 'shell', 'dashboard', 'admin'])('%s has every text in both languages', (project) => {
  expect(localeProblems(dir(project))).toEqual([]);
});

it('finds a text that is missing, empty, or has other placeholders', () => {
  expect(
    compareLanguages('x', { en: { a: 'A', b: { c: 'Hi {{name}}' }, d: ' ' }, vi: { b: { c: 'Chào' }, d: 'D' } }),
  ).toEqual(['x: "a" is missing in vi', 'x: "b.c" has other placeholders in vi', 'x: "d" is empty in en']);
  expect(compareLanguages('x', { en: { n_one: '1', n_other: 'n' }, vi: { n_other: 'n' } })).toEqual([]);
});

it('reads the keys that a source uses', () => {
  expect(
    usedKeys(`const { t } = useTranslation('dashboard'); t('a.b'); t('kit:retry'); format('no'); x.t('no')`),
  ).toEqual(['dashboard:a.b', 'kit:retry']);
});

it('knows what the facades provide and what a remote would miss', () => {
  const provided = providedNames();
  expect(provided['@linkway/kit/ui']).toEqual(expect.arrayContaining(['Button', 'UiProvider', 'PageHead']));
  expect(provided['@linkway/kit/ui']).not.toContain('MenuProps');
  expect(missingNames({ '@linkway/kit/ui': ['Button', 'Rocket'], '@linkway/kit/new': ['x'] }, provided)).toEqual([
    '@linkway/kit/ui of the shell does not provide "Rocket"',
    '@linkway/kit/new is not in the share list (frontends/kit/build/share.mjs)',
  ]);
});

it('compares what a remote uses with what the facades of a released shell are', () => {
  const place = mkdtempSync(join(tmpdir(), 'linkway-shapes-'));
  const needed = { '@linkway/kit/ui': ['Button', 'PageHead'], '@linkway/kit/base': ['lazyPart', 'toast'] };
  writeShapes(place);
  const against = (...changes) => {
    const before = changes.map(([file, from, to]) => {
      const path = join(place, 'facades/src', file);
      const text = readFileSync(path, 'utf8');
      expect(text).toContain(from);
      writeFileSync(path, text.replace(from, to));
      return [path, text];
    });
    const problems = shapeProblems(needed, place, dir('dashboard'));
    for (const [path, text] of before) writeFileSync(path, text);
    return problems.map((problem) => problem.replace(/: .*/s, ''));
  };
  const another = (facade, name) => `@linkway/kit/${facade} of the shell has another "${name}"`;
  expect(shapeProblems(providedNames(), place, dir('dashboard'))).toEqual([]);
  // What the shell does not take yet.
  expect(
    against(['ui/page-head.d.ts', 'action?: ReactNode;', ''], ['base/toast.d.ts', "action?: Toast['action'];", '']),
  ).toEqual([another('ui', 'PageHead'), another('base', 'toast')]);
  // What it asks for, and nobody gives; more than is needed may be there.
  expect(
    against(
      ['ui/page-head.d.ts', 'text: ReactNode;', 'text: ReactNode; more: string;'],
      ['base/toast.d.ts', '}): void;', 'more?: string; }): string;'],
    ),
  ).toEqual([another('ui', 'PageHead')]);
  rmSync(place, { recursive: true });
}, 120_000);

it('holds the landing page to one script of 150 kB', () => {
  expect(landingProblems([{ src: 'a.js', bytes: 150_000 }])).toEqual([]);
  expect(landingProblems([{ src: 'a.js', bytes: 150_001 }])).toHaveLength(1);
  expect(
    landingProblems([
      { src: 'a.js', bytes: 1 },
      { src: 'b.js', bytes: 1 },
    ]),
  ).toHaveLength(1);
});

it('keeps the sign-in light: by what it imports, by its bytes, and by its name', () => {
  const light = { bytes: 3_000, requests: ['/web/shell/src/form/field.tsx', '@linkway/kit/base'] };
  const parts = (login) => [
    { name: 'login', ...light, ...login },
    { name: 'register', ...light },
  ];
  expect(lightPageProblems(parts({}))).toEqual([]);
  for (const request of ['@linkway/kit/ui', '@linkway/kit/ui/form', '/web/node_modules/zod/index.js']) {
    expect(lightPageProblems(parts({ requests: [request] }))).toEqual([`the page "login" is drawn without ${request}`]);
  }
  expect(lightPageProblems(parts({ bytes: 90_000 }))).toHaveLength(1);
  expect(lightPageProblems(parts({ name: 'other' }))).toHaveLength(1);
});

it('holds the charts to 240 kB, and notices when it does not find them', () => {
  expect(chartProblems([{ name: 'a.js', bytes: 240_000 }])).toEqual([]);
  expect(
    chartProblems([
      { name: 'a.js', bytes: 200_000 },
      { name: 'b.js', bytes: 40_001 },
    ]),
  ).toHaveLength(1);
  expect(chartProblems([])).toHaveLength(1);
});

it('finds tabs that the menu could not show', () => {
  const title = { en: 'Shops', vi: 'Cửa hàng' };
  const tab = { key: 'shops', group: 'sales', icon: 'shop', order: 10, title };
  expect(tabProblems({ groups: [{ key: 'sales', order: 1, title }], tabs: [tab] }, ['shops'])).toEqual([]);
  expect(
    tabProblems(
      {
        tabs: [
          { ...tab, title: { en: 'Shops' } },
          { ...tab, role: 'owner', icon: 'Shop', order: 'first', asks: ['/api/shops', '//example.com/api/'] },
          { ...tab, key: 'vault', role: 'admin', asks: ['/api/vault'] },
        ],
      },
      [],
    ),
  ).toEqual([
    'tab "shops" has no title of at most 60 characters in vi',
    'tab "shops" is there twice',
    'tab "shops" has no whole number as its order',
    'tab "shops" has no page in src/pages/index.ts',
    'tab "shops" has no icon',
    'tab "shops" is for "owner", which nobody is',
    'tab "shops" asks before it is known who opens it, and is for administrators alone',
    'tab "shops" asks for "//example.com/api/", which is no address of the API',
    'tab "shops" has no page in src/pages/index.ts',
    'tab "vault" asks before it is known who opens it, and is for administrators alone',
    'tab "vault" has no page in src/pages/index.ts',
  ]);
});

it('holds each part of a build to its budget', () => {
  const report = { 'my-links-page': { gzip: 1_001 }, palette: { gzip: 10 } };
  expect(budgetProblems(report, { 'my-links-page': 1_001, palette: 10 })).toEqual([]);
  expect(budgetProblems(report, { 'my-links-page': 1_000, gone: 5 })).toEqual([
    '"my-links-page" is 1001 bytes gzip, more than its 1000',
    '"palette" has no budget in budgets.json; it is 10 bytes gzip',
    'budgets.json has "gone", which the build has not',
  ]);
  expect(budgetProblems(report, { '*': 1_000 })).toEqual(['"my-links-page" is 1001 bytes gzip, more than its 1000']);
});
