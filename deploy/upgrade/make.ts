import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Harness } from '@linkway/local/harness';
import { say } from '../load/result.ts';
import { root } from '../local/install.mjs';
import { pack } from './archive.ts';
import { fill } from './fill.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

/** Runs a release, fills a data folder through its API and keeps that folder beside what it must hold. */
export async function makeFixture(commit: string): Promise<void> {
  const release = git('rev-parse', '--short=7', commit);
  const repository = mkdtempSync(join(tmpdir(), 'linkway-release-'));
  try {
    checkOut(release, repository);
    say(`starting release ${release}`);
    const node = await Harness.start({ repository });
    try {
      const contents = await fill(node.web, release);
      await node.stop();
      const archive = join(fixtures, `${release}.tar.br`);
      await pack(node.dataDir, archive);
      writeFileSync(join(fixtures, `${release}.json`), `${JSON.stringify(contents, null, 2)}\n`);
      say(`${archive}: ${(statSync(archive).size / 1024 ** 2).toFixed(1)} MiB`);
    } finally {
      await node.dispose();
    }
  } finally {
    rmSync(repository, { recursive: true, force: true });
  }
}

/** The files of a commit, with this checkout's packages where the lock file is the same; else it installs its own. */
function checkOut(release: string, folder: string): void {
  const archive = execFileSync('git', ['archive', release], { cwd: root, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: archive });
  const lockOf = (base: string) => readFileSync(join(base, 'package-lock.json'), 'utf8');
  if (lockOf(root) !== lockOf(folder)) return;
  // Those of single workspaces as well: packages that another version of stands at the top.
  for (const modules of globSync(['node_modules', '*/*/node_modules', '*/node_modules'], { cwd: root })) {
    if (!modules.startsWith('node_modules/')) spawnSync('cp', ['-al', join(root, modules), join(folder, modules)]);
  }
  // What was built and installed here is no news of that folder.
  rmSync(join(folder, 'node_modules', '.linkway'), { recursive: true, force: true });
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
