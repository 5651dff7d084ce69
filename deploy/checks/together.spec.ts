import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { groupsOf, writeGroups } from './together.mjs';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'linkway-together-'));
});
afterEach(() => rmSync(project, { recursive: true }));

function file(name: string, text = ''): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
}

function groups(part: 'all' | 'src' | 'test'): string[] {
  const folder = dirname(writeGroups(project, part));
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
}

const filesIn = (texts: string[]) => texts.flatMap((text) => text.match(/[\w/-]+\.spec\.tsx?(?=")/g) ?? []).sort();

describe('test files together', () => {
  it('are of about the same number in each group, each in one', () => {
    expect(groupsOf(['a', 'b', 'c', 'd', 'e'], 2)).toEqual([['a', 'd'], ['b', 'e'], ['c']]);
    expect(groupsOf(['a', 'b'], 9)).toEqual([['a', 'b']]);
    expect(groupsOf([], 9)).toEqual([]);
  });

  it('are all of a part, whether they need servers or not, and none that was built or belongs to a package', () => {
    for (const name of ['src/a.spec.ts', 'src/b/c.spec.tsx', 'test/d.spec.ts', 'test/support/e.spec.ts']) file(name);
    for (const name of ['src/a.ts', 'test/d.ts', 'dist/a.spec.ts', 'node_modules/x/a.spec.ts']) file(name);
    expect(filesIn(groups('src'))).toEqual(['src/a.spec.ts', 'src/b/c.spec.tsx']);
    expect(filesIn(groups('test'))).toEqual(['test/d.spec.ts', 'test/support/e.spec.ts']);
    expect(filesIn(groups('all'))).toHaveLength(4);
  });

  it('are written anew each time', () => {
    file('src/a.spec.ts');
    groups('src');
    rmSync(join(project, 'src'), { recursive: true });
    file('src/b.spec.ts');
    expect(filesIn(groups('src'))).toEqual(['src/b.spec.ts']);
  });

  it('have their servers kept, and the hooks of a module that they share stand outside of any of them', () => {
    file('test/a.spec.ts', "import { useServers } from '@linkway/platform/testkit';");
    file('test/harness.ts', 'afterEach(() => {});');
    file('test/rows.ts', 'export const afterwards = 1;');
    const [text = ''] = groups('test');
    expect(text).toContain('keepPostgres();');
    expect(text).toContain(`import '${project}/test/harness.ts';`);
    expect(text).not.toContain('rows.ts');
    file('test/a.spec.ts', '');
    expect(groups('test').join()).not.toContain('keepPostgres');
  });
});
