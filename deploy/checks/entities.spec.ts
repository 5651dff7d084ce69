import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => join(folder, path));
const entities = [
  ...filesBelow('services', '.entity.ts'),
  ...filesBelow('deploy/generators/templates', '.entity.ts.tpl'),
];

const COLUMN = /@(?:PrimaryColumn|Column|CreateDateColumn|UpdateDateColumn)\(([^\n]*)\)\s+(\w+)[?!]?:/g;

describe('a property of an entity has the name of its column', () => {
  it.each(entities)('in %s', (path) => {
    const columns = [...readFileSync(join(root, path), 'utf8').matchAll(COLUMN)];
    expect(columns).not.toHaveLength(0);
    for (const [, options, name] of columns) {
      expect(name).toMatch(/^[a-z0-9_]+$/);
      expect(options).not.toMatch(/\bname:/);
    }
  });
});
