import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { groups } from './typecheck.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-typecheck-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function project(path: string, config: object): void {
  const file = join(folder, path, 'tsconfig.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(config));
}

const base = '../../tsconfig.base.json';

it('takes projects with the same options together, each with all that it includes', () => {
  project('services/a', { extends: base, include: ['src', 'test'] });
  project('services/b', { extends: base, include: ['src'] });
  project('deploy/c', { extends: base, compilerOptions: { allowJs: true }, include: ['*.ts'] });
  const at = (path: string) => join(folder, path);
  const extended = at('tsconfig.base.json');
  expect(groups(folder)).toEqual([
    { extends: extended, compilerOptions: { allowJs: true }, include: [at('deploy/c/*.ts')] },
    {
      extends: extended,
      compilerOptions: {},
      include: [at('services/a/src'), at('services/a/test'), at('services/b/src')],
    },
  ]);
  expect(groups(folder, ['services/b']).map(({ include }) => include)).toEqual([[at('services/b/src')]]);
});

it('passes over nothing: a form that it does not know, or a project that is not there, is an error', () => {
  project('services/a', { extends: base, include: ['src'], exclude: ['src/old'] });
  expect(() => groups(folder)).toThrow('services/a/tsconfig.json');
  expect(() => groups(folder, ['services/none'])).toThrow('services/none');
});
