import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const services = join(import.meta.dirname, '..', '..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'source-maps-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A module whose first line is the tenth of its source, and throws. */
function write(path: string, source: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(
    path,
    `export const fail = () => { throw new Error('${source}'); };\n//# sourceMappingURL=${source}.map\n`,
  );
  const map = { version: 3, sources: [source], names: [], mappings: 'AASA', sourcesContent: ['\n'.repeat(12)] };
  writeFileSync(join(path, '..', `${source}.map`), JSON.stringify(map));
}

it('stacks tell of the sources of services, and of libraries as they are', () => {
  write(join(folder, 'own.js'), 'own.ts');
  write(join(folder, 'node_modules', 'library', 'index.js'), 'library.ts');
  writeFileSync(
    join(folder, 'node_modules', 'library', 'package.json'),
    '{ "type": "module", "exports": "./index.js" }',
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'main.js'),
    `import { fail } from './own.js';
import { fail as failOf } from 'library';
for (const one of [fail, failOf]) try { one(); } catch (error) { console.log(error.stack); }`,
  );
  const preload = join(services, 'platform', 'dist', 'source-maps.js');
  const { stdout } = spawnSync(process.execPath, ['--import', preload, 'main.js'], { cwd: folder, encoding: 'utf8' });
  expect(stdout).toContain('own.ts:10:');
  expect(stdout).toMatch(/library[\\/]index\.js:1:/);
  expect(stdout).not.toContain('library.ts:10:');
});

it('each service is started so', () => {
  const started = readdirSync(services).map((name) => {
    const { scripts } = JSON.parse(readFileSync(join(services, name, 'package.json'), 'utf8')) as {
      scripts: { start?: string };
    };
    return scripts.start ?? '';
  });
  const wrong = started.filter(
    (start) => start !== '' && !start.startsWith('node --import @linkway/platform/source-maps '),
  );
  expect([started.filter((start) => start !== '').length > 5, wrong]).toEqual([true, []]);
});
