import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Where root keeps what PostgreSQL's account must reach and cannot reach in its place. */
export const rootsFolder = '/var/lib/linkway';

/** The account that PostgreSQL runs under; null: the one of this process. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, so root hands it to `postgres`, or to `nobody` where there is no such user. */
export function postgresAccount(clusterDir: string): Account | null {
  if (process.getuid?.() !== 0) {
    return null;
  }
  if (existsSync(join(clusterDir, 'PG_VERSION'))) {
    const owner = statSync(clusterDir);
    if (owner.uid !== 0) {
      return { uid: owner.uid, gid: owner.gid };
    }
  }
  return lookup('postgres') ?? lookup('nobody') ?? { uid: 65_534, gid: 65_534 };
}

function lookup(user: string): Account | null {
  const id = (flag: string) => spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout?.trim();
  const [uid, gid] = [id('-u'), id('-g')];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** Whether the account can use the path: every folder above it must let it pass, which `stat` from here cannot tell. */
export function canReach(account: Account | null, path: string, access: 'x' | 'w' | 'r'): boolean {
  return spawnSync('test', [`-${access}`, path], { stdio: 'ignore', ...account }).status === 0;
}

/** Makes the folder if need be and gives it to the account, which alone may read it. */
export function makeOwned(account: Account | null, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) {
    chownSync(folder, account.uid, account.gid);
  }
}

/**
 * Where the cluster of `dataDir` lives. Usually that folder itself. Below a folder that the account may not enter (a clone
 * in root's home) it is a folder under /var/lib/linkway, and the file `location` in `dataDir` says which.
 */
export function locateCluster(dataDir: string): { clusterDir: string; account: Account | null } {
  const folder = resolve(dataDir);
  const pointer = join(folder, 'location');
  if (existsSync(pointer)) {
    const clusterDir = readFileSync(pointer, 'utf8').trim();
    return { clusterDir, account: postgresAccount(clusterDir) };
  }
  const account = postgresAccount(folder);
  if (!account) {
    return { clusterDir: folder, account };
  }
  // The parents are made here, as root, with a mode that lets others pass; only the cluster is private.
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  makeOwned(account, folder);
  if (canReach(account, folder, 'w')) {
    return { clusterDir: folder, account };
  }
  // A name of its own each time: a data folder that was deleted must not come back under a new one's passwords.
  const name = basename(dirname(folder)).replace(/^\.+/, '');
  const clusterDir = join(rootsFolder, `${name}-${randomBytes(6).toString('hex')}`);
  mkdirSync(rootsFolder, { recursive: true, mode: 0o755 });
  makeOwned(account, clusterDir);
  writeFileSync(pointer, `${clusterDir}\n`);
  return { clusterDir, account };
}
