import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const extraFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/local/bin'];
const WAYS =
  'Debian or Ubuntu: apt-get install nats-server; macOS: brew install nats-server; Alpine: apk add nats-server; ' +
  'Fedora: dnf install nats-server; any system: https://github.com/nats-io/nats-server/releases, put into PATH';

/** The nats-server of this machine, or null. */
export function findNatsServer(cacheDir = defaultCache()): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...extraFolders, cacheDir];
  return folders.map((folder) => join(folder, 'nats-server')).find(isExecutable) ?? null;
}

/** Finds nats-server or gets it through the system's package manager. `onProgress` is told before anything slow. */
export function requireNatsServer(onProgress: (line: string) => void = () => {}, cacheDir = defaultCache()): string {
  const found = findNatsServer(cacheDir);
  if (found) {
    return found;
  }
  onProgress('nats-server is not on this machine: getting it from the system package manager');
  for (const attempt of [fromDebianArchive, fromPackageManager]) {
    attempt(cacheDir);
    const installed = findNatsServer(cacheDir);
    if (installed) {
      return installed;
    }
  }
  throw new Error(`nats-server is missing and could not be installed. ${WAYS}`);
}

/** Takes the program out of the package without installing it: no rights needed, and no system service starts on 4222. */
function fromDebianArchive(cacheDir: string): void {
  if (!isOnPath('apt-get') || !isOnPath('dpkg-deb')) {
    return;
  }
  mkdirSync(cacheDir, { recursive: true });
  const work = mkdtempSync(join(cacheDir, 'package-'));
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
  return spawnSync(command, args, { cwd, stdio: 'ignore', timeout: 180_000 }).status === 0;
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

function defaultCache(): string {
  return join(homedir(), '.cache', 'linkway');
}
