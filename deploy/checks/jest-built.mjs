// Before the test files of a project: some start a process of its own, which runs what is built. Once for all of them, and only
// where something is older than its sources, as files that run side by side would read what is being written.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entries = ['dist/main.js', 'dist/index.js'];

export default function build(_globalConfig, { rootDir }) {
  if (!existsSync(join(rootDir, 'test'))) return;
  for (const project of new Set([join(root, 'contracts'), join(root, 'services', 'platform'), rootDir])) {
    if (isOld(project)) run(project);
  }
}

/** @returns whether a source is newer than what was built from it; false where nothing is built */
function isOld(project) {
  const entry = entries.map((file) => join(project, file)).find((file) => existsSync(file));
  const sources = globSync('src/**/*.ts', { cwd: project, exclude: ['**/*.spec.ts'] });
  if (!entry) return sources.length > 0;
  const built = statSync(entry).mtimeMs;
  return sources.some((file) => statSync(join(project, file)).mtimeMs > built);
}

function run(project) {
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${project} is not built: ${stderr}`);
}
