import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { outliveConnection } from '../database/lost-connection.js';
import { becomesFree, freePort } from './ports.js';
import { type Account, locateCluster, makeOwned } from './postgres-account.js';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.js';
import {
  commandLine,
  isAlive,
  lastLines,
  type RunningServer,
  ServerProcess,
  serverEnvironment,
} from './server-process.js';

export interface PostgresOptions {
  /** Folder of the cluster; made at the first start. */
  readonly dataDir: string;
  /** 0: any free port. A cluster that is found running keeps the port that it has. */
  readonly port?: number;
  /** Of the superuser `linkway`; it is set when the cluster is made. */
  readonly password?: string;
  /** Where the server's own log goes; default: `<dataDir>.log`. */
  readonly logFile?: string;
  /** `throwaway` leaves out fsync: for tests, where only the process dies, never the machine. */
  readonly durability?: 'full' | 'throwaway';
  /** A cluster folder to copy instead of running initdb. */
  readonly template?: string;
  readonly maxConnections?: number;
}

export interface EmbeddedPostgres extends RunningServer {
  /** Where the cluster really is: `dataDir`, unless PostgreSQL's account cannot enter it. */
  readonly clusterDir: string;
  /** Address of one database, with the superuser's sign-in or another role's. */
  urlOf(database: string, role?: { readonly name: string; readonly password: string }): string;
  /** Makes those databases that do not exist yet. */
  createDatabases(names: readonly string[]): Promise<void>;
}

export const postgresUser = 'linkway';
const START_TIMEOUT_MS = 30_000;

/** Starts PostgreSQL on 127.0.0.1, or takes over the one that still runs on the same data folder. */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { clusterDir, account } = locateCluster(options.dataDir);
  const password = options.password ?? 'linkway';
  const logFile = options.logFile ?? `${resolve(options.dataDir)}.log`;
  const adopted = await adopt(clusterDir);
  if (adopted) {
    return describe(adopted.server, adopted.port, clusterDir, password);
  }
  const binaries = findPostgres(account, clusterMajor(clusterDir));
  if (clusterMajor(clusterDir) === null) {
    makeCluster(binaries, account, clusterDir, password, options.template);
  }
  const port = options.port || (await freePort());
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    removeStaleLock(clusterDir);
    const server = await ServerProcess.spawn(binaries.postgres, {
      args: serverArguments(clusterDir, port, options),
      logFile,
      cwd: clusterDir,
      stopSignal: 'SIGINT',
      ...account,
    });
    if (await becomesReady(server, clusterDir, deadline)) {
      return describe(server, port, clusterDir, password);
    }
    if (!(await becomesFree(port))) {
      throw new Error(`port ${port} for PostgreSQL is taken`);
    }
    // After kill -9 the old server's workers hold its shared memory for a moment.
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL does not start: ${lastLines(logFile)}`);
    }
    await delay(200);
  }
}

function serverArguments(clusterDir: string, port: number, options: PostgresOptions): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    // No socket file: the folder for it may not be there, and its path has a length limit.
    unix_socket_directories: '',
    max_connections: options.maxConnections ?? 200,
    log_timezone: 'UTC',
    timezone: 'UTC',
    // Without DETAIL lines, which hold values such as addresses of accounts.
    log_error_verbosity: 'terse',
    ...(options.durability === 'throwaway' ? { fsync: 'off', full_page_writes: 'off' } : {}),
  };
  return ['-D', clusterDir, '-p', String(port), ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])];
}

function clusterMajor(clusterDir: string): number | null {
  const file = join(clusterDir, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

/** Makes the cluster beside its place and moves it there whole, so that an interrupted first start leaves no half of one. */
function makeCluster(
  binaries: PostgresBinaries,
  account: Account | null,
  clusterDir: string,
  password: string,
  template?: string,
): void {
  const staging = `${clusterDir}.new`;
  rmSync(staging, { recursive: true, force: true });
  makeOwned(account, staging);
  const copied =
    template !== undefined &&
    clusterMajor(template) === binaries.major &&
    spawnSync('cp', ['-Rp', `${template}/.`, staging]).status === 0;
  if (!copied) {
    runInitdb(binaries, account, staging, password);
  }
  try {
    if (existsSync(clusterDir)) {
      rmdirSync(clusterDir);
    }
    renameSync(staging, clusterDir);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw new Error(`${clusterDir} holds files that are not PostgreSQL's`, { cause: error });
  }
}

function runInitdb(binaries: PostgresBinaries, account: Account | null, folder: string, password: string): void {
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) {
    chownSync(passwordFile, account.uid, account.gid);
  }
  const result = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${folder}`,
      `--username=${postgresUser}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      ...(binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
      '--locale=C',
    ],
    { cwd: '/', encoding: 'utf8', env: serverEnvironment(), ...account },
  );
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    const reason = result.error?.message ?? result.stderr.trim().split('\n').at(-1);
    throw new Error(`PostgreSQL's data folder cannot be made: ${reason}`);
  }
}

interface LockFile {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** postmaster.pid: process id, data folder, start time, port, socket folder, address, shared memory, status. */
function readLock(clusterDir: string): LockFile | null {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

function isPostmaster(lock: LockFile | null, clusterDir: string): lock is LockFile {
  return lock !== null && lock.pid > 1 && isAlive(lock.pid) && commandLine(lock.pid).includes(clusterDir);
}

async function adopt(clusterDir: string): Promise<{ server: ServerProcess; port: number } | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const lock = readLock(clusterDir);
    if (!isPostmaster(lock, clusterDir)) {
      return null;
    }
    if (lock.ready) {
      return { server: ServerProcess.adopt(lock.pid, 'SIGINT'), port: lock.port };
    }
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (process ${lock.pid}) holds ${clusterDir} and does not become ready`);
    }
    await delay(100);
  }
}

/** PostgreSQL refuses to start while the id in its lock file belongs to any process, even to one that is not PostgreSQL. */
function removeStaleLock(clusterDir: string): void {
  const lock = readLock(clusterDir);
  if (lock && !isPostmaster(lock, clusterDir)) {
    rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
  }
}

async function becomesReady(server: ServerProcess, clusterDir: string, deadline: number): Promise<boolean> {
  while (server.isRunning && Date.now() < deadline) {
    const lock = readLock(clusterDir);
    if (lock?.pid === server.pid && lock.ready) {
      return true;
    }
    await delay(15);
  }
  await server.kill();
  return false;
}

function describe(server: ServerProcess, port: number, clusterDir: string, password: string): EmbeddedPostgres {
  const superuser = { name: postgresUser, password };
  const urlOf = (database: string, role = superuser) =>
    `postgres://${role.name}:${encodeURIComponent(role.password)}@127.0.0.1:${port}/${database}`;
  return {
    url: urlOf('postgres'),
    port,
    pid: server.pid,
    clusterDir,
    urlOf,
    createDatabases: (names) => createDatabases(urlOf('postgres'), names),
    stop: () => server.stop(),
    kill: () => server.kill(),
    onExit: (listener) => server.onExit(listener),
  };
}

/** Makes those databases that do not exist yet, through an address of a role that may. */
export async function createDatabases(adminUrl: string, names: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  outliveConnection(client);
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    const existing = new Set(rows.map((row) => row.datname));
    for (const name of names.filter((candidate) => !existing.has(candidate))) {
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
    }
  } finally {
    await client.end();
  }
}
