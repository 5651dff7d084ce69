// Writes contracts/generated from the sources. `--check` writes nothing and fails when it would have to;
// `--replace NAME` accepts a breaking change of a contract that no release carries yet;
// `--against REF` also compares with the snapshots of a git commit.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildArtifacts, currentSnapshots } from './artifacts.js';
import { breakingChanges, publishedSnapshots, staleFiles } from './check.js';
import type { Snapshot } from './snapshots.js';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    replace: { type: 'string', multiple: true, default: [] },
    against: { type: 'string' },
  },
});
const generated = fileURLToPath(new URL('../generated', import.meta.url));

const published = [...publishedSnapshots(generated), ...(values.against ? snapshotsAt(values.against) : [])];
const breaking = [...new Set(breakingChanges(published, currentSnapshots(), values.replace))];
if (breaking.length > 0) {
  fail(
    `A published contract changed in a way that breaks those who use it:\n${list(breaking)}\n` +
      'Make a new version beside it (.v2), or, if no release carries it yet, run with --replace NAME.',
  );
}
const files = await buildArtifacts();
const stale = staleFiles(generated, files);
if (values.check) {
  if (stale.length > 0)
    fail(`Stale in contracts/generated:\n${list(stale)}\nRun: npm run generate -w @linkway/contracts`);
  process.stdout.write(`contracts/generated is fresh and compatible: ${files.size} files\n`);
} else {
  for (const path of stale) {
    const file = join(generated, path);
    const text = files.get(path);
    mkdirSync(dirname(file), { recursive: true });
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
  process.stdout.write(stale.length > 0 ? `written:\n${list(stale)}\n` : 'nothing changed\n');
}

function snapshotsAt(ref: string): Snapshot[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: generated, encoding: 'utf8' });
  return git('ls-tree', '--name-only', ref, 'schemas/')
    .split('\n')
    .filter(Boolean)
    .map((path) => JSON.parse(git('show', `${ref}:./${path}`)) as Snapshot);
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
