import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

const extraFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/local/bin'];
const WAYS =
  'Debian or Ubuntu: apt-get install nats-server; macOS: brew install nats-server; Alpine: apk add nats-server; ' +
  'Fedora: dnf install nats-server; any system: https://github.com/nats-io/nats-server/releases, put into PATH';

/**
 * The one place that names versions of nats-server: below `least` nothing was ever tried and it is refused; below
 * `maintained` its makers send no more security releases. Raised with the releases of Linkway.
 */
export const natsVersions = { least: '2.9.10', maintained: '2.12.0' } as const;

/** What we took out of a package is looked at again after so many days, and each day while no newer one is to be had. */
const REFRESH_AFTER_DAYS = 14;
const RETRY_AFTER_DAYS = 1;
const DAY_MS = 86_400_000;

/** The nats-server of this machine, or null. */
export function findNatsServer(cacheDir = programCache(), folders = systemFolders()): string | null {
  return [...folders, cacheDir].map((folder) => join(folder, 'nats-server')).find(isExecutable) ?? null;
}

/**
 * Finds nats-server or gets it through the system's package manager; what was got before is refreshed now and then.
 * `onProgress` is told before anything slow.
 */
export function requireNatsServer(
  onProgress: (line: string) => void = () => {},
  cacheDir = programCache(),
  folders = systemFolders(),
): string {
  const found = findNatsServer(cacheDir, folders);
  if (found) {
    if (dirname(found) === cacheDir) refresh(cacheDir, onProgress);
    return found;
  }
  onProgress('nats-server is not on this machine: getting it from the system package manager');
  for (const attempt of [fromDebianArchive, fromPackageManager]) {
    attempt(cacheDir);
    const installed = findNatsServer(cacheDir, folders);
    if (installed) {
      return installed;
    }
  }
  throw new Error(`nats-server is missing and could not be installed. ${WAYS}`);
}

function systemFolders(): string[] {
  return [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...extraFolders];
}

/** The version of a nats-server as `2.9.10`. Throws, saying what to do, where it is none or too old to run on. */
export function checkNatsServer(binary: string): string {
  const text = spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  const version = /v?(\d+\.\d+\.\d+)/.exec(text)?.[1];
  if (version === undefined) {
    throw new Error(`${binary} does not answer like nats-server: reinstall it`);
  }
  if (isOlder(version, natsVersions.least)) {
    throw new Error(`${binary} is nats-server ${version}, and ${natsVersions.least} is the oldest to run on. ${WAYS}`);
  }
  return version;
}

/** A line for whoever runs it, where the version works but gets no more security releases; else null. */
export function adviceOnNats(version: string): string | null {
  return isOlder(version, natsVersions.maintained)
    ? `nats-server ${version} works, but gets no security releases any more: put ${natsVersions.maintained} or later ` +
        'into PATH (https://github.com/nats-io/nats-server/releases)'
    : null;
}

/** Compares `2.9.10` with `2.12.0` number by number. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2].find((index) => left?.[index] !== right?.[index]);
  return at !== undefined && (left?.[at] ?? 0) < (right?.[at] ?? 0);
}

/** The age that counts is that of our last look, not the one that the package gives its files. */
function refresh(cacheDir: string, onProgress: (line: string) => void): void {
  const program = join(cacheDir, 'nats-server');
  const ageDays = (Date.now() - statSync(program).mtimeMs) / DAY_MS;
  if (ageDays < REFRESH_AFTER_DAYS) return;
  onProgress('looking whether the system package manager has a newer nats-server');
  const before = statSync(program).ino;
  fromDebianArchive(cacheDir);
  // Where it could not be looked, the next try is tomorrow.
  if (statSync(program).ino === before) setAge(program, REFRESH_AFTER_DAYS - RETRY_AFTER_DAYS);
}

function setAge(program: string, days: number): void {
  const time = new Date(Date.now() - days * DAY_MS);
  try {
    utimesSync(program, time, time);
  } catch {
    // Not ours to touch: then it is looked at again at the next start.
  }
}

/** Takes the program out of the package without installing it: no rights needed, and no system service starts on 4222. */
function fromDebianArchive(cacheDir: string): void {
  if (!isOnPath('apt-get') || !isOnPath('dpkg-deb')) {
    return;
  }
  const work = workFolder(cacheDir);
  try {
    const download = () => run(['apt-get', 'download', 'nats-server'], work);
    if (!download() && !(asRoot(['apt-get', 'update']) && download())) {
      return;
    }
    const archive = readdirSync(work).find((name) => name.endsWith('.deb'));
    if (archive && run(['dpkg-deb', '-x', archive, 'unpacked'], work)) {
      const program = ['usr/sbin', 'usr/bin']
        .map((folder) => join(work, 'unpacked', folder, 'nats-server'))
        .find(existsSync);
      if (program) {
        setAge(program, 0);
        renameSync(program, join(cacheDir, 'nats-server'));
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function fromPackageManager(): void {
  // Whether each needs root.
  const commands: [string, boolean][] = [
    ['brew install nats-server', false],
    ['apk add nats-server', true],
    ['dnf install -y nats-server', true],
  ];
  const command = commands.find(([line]) => isOnPath(line.split(' ')[0] ?? ''));
  if (command) {
    const words = command[0].split(' ');
    (command[1] ? asRoot : run)(words);
  }
}

/** Runs as root, with sudo only where that asks for no password. */
function asRoot(words: string[]): boolean {
  return process.getuid?.() === 0 ? run(words) : isOnPath('sudo') && run(['sudo', '-n', ...words]);
}

function run([command = '', ...args]: string[], cwd?: string): boolean {
  return spawnSync(command, args, { cwd, env: process.env, stdio: 'ignore', timeout: 180_000 }).status === 0;
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function workFolder(cacheDir: string): string {
  try {
    makeFolder(cacheDir);
    return mkdtempSync(join(cacheDir, 'package-'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `nats-server cannot be kept in ${cacheDir} (${code}): set HOME to a folder that can be written, or install it. ${WAYS}`,
      { cause: error },
    );
  }
}

/**
 * Where programs that were fetched are kept: the user's own cache, shared by all clones; `fallback` (such as a part of the
 * data folder) where there is no home or it cannot be written.
 */
export function programCache(
  fallback = join(tmpdir(), `linkway-${process.getuid?.() ?? 0}`),
  home = homedir(),
): string {
  const cache = join(home, '.cache', 'linkway');
  if (!isAbsolute(home)) return fallback;
  if (isExecutable(join(cache, 'nats-server'))) return cache;
  try {
    makeFolder(cache);
    accessSync(cache, constants.W_OK);
    return cache;
  } catch {
    return fallback;
  }
}

/** Step by step: `recursive` never returns on file systems such as /proc, which refuse with ENOENT. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
