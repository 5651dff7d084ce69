import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const left = new Set(['node_modules', 'dist', '.git', '.nx', '.data', 'test-results', 'playwright-report']);

/** A copy of the workspace whose packages are this one's and whose projects are its own. */
export function copyWorkspace(): string {
  const copy = mkdtempSync(join(tmpdir(), 'linkway-generators-'));
  // PostgreSQL of root's tests runs as another account and starts from here.
  chmodSync(copy, 0o755);
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@linkway'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@linkway') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const own of globSync('{contracts,services/*,frontends/*,deploy/*}/node_modules', { cwd: root })) {
    if (existsSync(join(copy, dirname(own)))) symlinkSync(join(root, own), join(copy, own));
  }
  return copy;
}

/** What npm install does for the projects of a workspace. */
export function linkProjects(copy: string): void {
  for (const manifest of globSync('{contracts,services/*,frontends/*,deploy/*}/package.json', { cwd: copy })) {
    const folder = dirname(manifest);
    const link = join(copy, 'node_modules', '@linkway', basename(folder));
    if (!existsSync(link)) symlinkSync(join(copy, folder), link);
  }
}

/** What npm does not hoist lies in the project that asks for it; a new remote asks for what the dashboard does. */
export function linkLikeDashboard(copy: string, remote: string): void {
  const own = join(root, 'frontends', 'dashboard', 'node_modules');
  if (existsSync(own)) symlinkSync(own, join(copy, 'frontends', remote, 'node_modules'));
}

/** Runs a program of the copy; gives its output, or throws it. */
export function run(cwd: string, command: string, ...args: string[]): string {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  };
  // jest's own settings are for this process.
  delete env.NODE_OPTIONS;
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8', timeout: 180_000 });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} in ${cwd} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}
