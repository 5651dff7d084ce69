// Before the test files of a project: some start a process of its own, which runs what is built. Once for all of them, and only
// where the sources are others than the last build saw, as files that run side by side would read what is being written.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { noteBuilt, outdated } from '../local/build.mjs';
import { root } from '../local/install.mjs';

export default function build(_globalConfig, { rootDir }) {
  if (!existsSync(join(rootDir, 'test'))) return;
  const needed = ['contracts', join('services', 'platform'), relative(root, rootDir)];
  const stale = outdated();
  for (const folder of new Set(needed)) {
    for (const project of stale.filter((one) => one.folder === folder)) {
      run(join(root, folder));
      noteBuilt([project]);
    }
  }
}

function run(project) {
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${project} is not built: ${stderr}`);
}
