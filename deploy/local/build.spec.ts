import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { noteBuilt, outdated } from './build.mjs';

let base = '';
const notes = () => join(base, 'built.json');
const names = () => outdated(base, notes()).map(({ name }: { name: string }) => name);

function write(path: string, text: string): void {
  const file = join(base, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'linkway-build-'));
  for (const [folder, name] of [
    ['contracts', '@linkway/contracts'],
    ['services/links', '@linkway/links'],
    ['frontends/shell', '@linkway/shell'],
  ] as const) {
    write(`${folder}/package.json`, JSON.stringify({ name, scripts: { build: 'x' } }));
    write(`${folder}/src/main.ts`, 'export {}');
    write(`${folder}/dist/main.js`, '');
  }
  write('frontends/kit/package.json', JSON.stringify({ name: '@linkway/kit' }));
  write('frontends/kit/src/index.ts', 'export {}');
  noteBuilt(outdated(base, notes()), notes());
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('outdated', () => {
  it('is empty after a build', () => {
    expect(names()).toEqual([]);
  });

  it('names a project whose source changed, by size or by time', () => {
    write('services/links/src/main.ts', 'export const a = 1');
    expect(names()).toEqual(['@linkway/links']);
    noteBuilt(outdated(base, notes()), notes());
    utimesSync(join(base, 'services/links/src/main.ts'), 1, 1);
    expect(names()).toEqual(['@linkway/links']);
  });

  it('names a project whose output is gone', () => {
    rmSync(join(base, 'services/links/dist'), { recursive: true });
    expect(names()).toEqual(['@linkway/links']);
  });

  it('builds the web app anew when a library in its bundle changed', () => {
    write('frontends/kit/src/index.ts', 'export const kit = 1');
    expect(names()).toEqual(['@linkway/shell']);
    write('contracts/src/main.ts', 'export const contract = 1');
    expect(names()).toEqual(['@linkway/contracts', '@linkway/shell']);
  });

  it('does not build for a test', () => {
    write('services/links/src/main.spec.ts', 'export {}');
    write('services/links/test/links.spec.ts', 'export {}');
    write('services/links/test-results/test.json', '{}');
    expect(names()).toEqual([]);
  });

  it('builds everything when a shared input changed', () => {
    write('.swcrc', '{}');
    expect(names()).toHaveLength(3);
  });
});
