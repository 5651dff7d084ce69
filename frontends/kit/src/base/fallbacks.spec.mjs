import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { expect, it } from '@jest/globals';

const { resolve } = createRequire(import.meta.url);
const read = (name) => readFileSync(join(import.meta.dirname, name), 'utf8');
const [fonts, fallbacks] = [read('fonts.css'), read('fallbacks.css')];

it('fonts of systems are as wide as the typeface that is there: another one is measured anew', () => {
  const files = [...fonts.matchAll(/url\("([^"]+)"\)/g)].map(([, file]) => resolve(file));
  expect(files).toHaveLength(2);
  const measured = Object.fromEntries(
    [...fallbacks.matchAll(/(\S+\.woff2) (\w{64})/g)].map(([, name, hash]) => [name, hash]),
  );
  const now = files.map((file) => [basename(file), createHash('sha256').update(readFileSync(file)).digest('hex')]);
  expect(measured).toEqual(Object.fromEntries(now));
});

it('stand behind the typeface, each in both weights', () => {
  const families = [...fallbacks.matchAll(/font-family: ("[^"]+")/g)].map(([, family]) => family);
  const order = /--lw-font:\s*([^;]+);/.exec(fonts)?.[1] ?? '';
  expect(order).toMatch(/^"Inter Variable", .*, system-ui, sans-serif$/);
  for (const family of new Set(families)) {
    expect(order).toContain(family);
    expect(families.filter((one) => one === family)).toHaveLength(2);
  }
});
