import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const restricted = 'eslint(no-restricted-imports)';
const environment = 'node(no-process-env)';

const imports = (name: string) => `import { thing } from '${name}';\nexport const used = thing;\n`;
const readsEnvironment = 'export const home = process.env.HOME;\n';

// Where the code is, what it says, and the rule that must refuse it; null where it must pass.
const cases: [string, string, string | null][] = [
  ['services/links/src/link/a.service.ts', imports('@linkway/contracts'), null],
  ['services/links/src/link/b.service.ts', imports('@linkway/platform'), null],
  ['services/links/src/link/c.service.ts', imports('../code/code.service.js'), null],
  ['services/links/test/a.spec.ts', imports('@linkway/platform/testkit'), null],
  ['services/links/test/b.spec.ts', imports('../src/link/link.service.js'), null],
  ['services/links/src/link/d.service.ts', imports('@linkway/identity'), restricted],
  ['services/links/src/link/e.service.ts', imports('@linkway/kit'), restricted],
  ['services/links/src/link/f.service.ts', imports('@linkway/contracts/client'), restricted],
  ['services/links/src/link/g.service.ts', imports('../../../identity/src/user/user.service.js'), restricted],
  ['services/links/src/link/h.service.ts', imports('../../../../contracts/src/index.js'), restricted],
  ['services/links/src/link/i.service.ts', imports('react'), restricted],
  ['services/links/src/link/j.service.ts', `export type { Repository } from 'typeorm';\n`, restricted],
  ['services/links/src/link/k.service.ts', imports('@nestjs/typeorm'), restricted],
  ['services/links/src/link/l.controller.ts', imports('typeorm'), restricted],
  ['services/links/src/link/link.repository.ts', imports('typeorm'), null],
  ['services/links/src/link/link.entity.ts', imports('typeorm'), null],
  ['services/links/src/migrations/1-create.ts', imports('typeorm'), null],
  ['services/links/src/link/link.module.ts', imports('@nestjs/typeorm'), null],
  ['services/links/src/link/other.module.ts', imports('typeorm'), restricted],
  ['services/links/src/link/other.repository.ts', imports('@linkway/identity'), restricted],
  ['services/platform/src/outbox/outbox.ts', imports('typeorm'), null],
  ['services/platform/src/rpc/rpc.ts', imports('typeorm'), restricted],
  ['services/platform/src/rpc/a.ts', imports('@linkway/links'), restricted],
  ['frontends/dashboard/src/a.tsx', imports('@linkway/kit/ui'), null],
  ['frontends/dashboard/src/b.tsx', imports('@linkway/contracts/client'), null],
  ['frontends/dashboard/src/c.tsx', imports('@linkway/contracts/errors'), null],
  ['frontends/dashboard/src/d.tsx', `export type { Link } from '@linkway/contracts';\n`, null],
  ['frontends/dashboard/src/e.tsx', imports('@linkway/contracts'), restricted],
  ['frontends/dashboard/src/f.tsx', imports('@linkway/admin'), restricted],
  ['frontends/dashboard/src/g.tsx', imports('@linkway/shell'), restricted],
  ['frontends/dashboard/src/h.tsx', imports('@linkway/platform'), restricted],
  ['frontends/dashboard/src/i.tsx', imports('@nestjs/common'), restricted],
  ['frontends/dashboard/src/j.tsx', imports('../../kit/src/ui/index.js'), restricted],
  ['frontends/dashboard/src/l.tsx', `export { useState } from 'react';\n`, null],
  ['frontends/dashboard/src/m.tsx', `export { lazy } from 'react';\n`, restricted],
  ['frontends/kit/src/a.ts', imports('@linkway/contracts/errors'), null],
  ['frontends/kit/src/b.ts', imports('@linkway/dashboard'), restricted],
  ['frontends/kit/src/c.ts', `export { lazy } from 'react';\n`, restricted],
  ['contracts/src/a.ts', imports('zod'), null],
  ['contracts/src/b.ts', imports('@linkway/platform'), restricted],
  ['contracts/src/c.ts', imports('@nestjs/common'), restricted],
  ['contracts/src/d.ts', imports('typeorm'), restricted],
  ['contracts/src/e.ts', imports('react'), restricted],
  ['contracts/src/f.ts', imports('../../services/links/src/main.js'), restricted],
  ['deploy/local/a.ts', imports('@linkway/links'), null],
  ['deploy/local/b.ts', imports('../../services/links/src/main.js'), restricted],
  ['services/links/src/config.ts', readsEnvironment, null],
  ['services/links/src/link/m.service.ts', readsEnvironment, environment],
  ['frontends/dashboard/src/k.tsx', readsEnvironment, environment],
];

describe('the boundaries between projects', () => {
  let folder: string;
  let refusals: Map<string, string[]>;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'linkway-boundaries-'));
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const [path, text] of cases) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    refusals = lint(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(cases)('%s', (path, _text, rule) => {
    expect(refusals.get(path) ?? []).toEqual(rule ? [rule] : []);
  });
});

/** The rules that refuse something, by file. */
function lint(cwd: string): Map<string, string[]> {
  const result = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'json', '.'], {
    cwd,
    encoding: 'utf8',
  });
  const { diagnostics, number_of_files: files } = JSON.parse(result.stdout) as {
    diagnostics: { code: string; filename: string }[];
    number_of_files: number;
  };
  expect(files).toBe(cases.length);
  expect(result.status).toBe(1);
  const found = new Map<string, string[]>();
  for (const { filename, code } of diagnostics) found.set(filename, [...(found.get(filename) ?? []), code]);
  return found;
}
