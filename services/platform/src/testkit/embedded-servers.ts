import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type RunningServer, startClickHouseServer, startNats, startPostgres } from '../embedded/index.js';
import { natsAccess } from './nats-access.js';
import type { DisposableServer } from './test-server.js';

const PASSWORD = 'linkway';

/** A folder that other accounts may enter: root's PostgreSQL runs as somebody else. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `linkway-test-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}

export async function embeddedPostgres(): Promise<DisposableServer> {
  const folder = temporaryFolder('postgres');
  const port = await freePort();
  const template = await postgresTemplate();
  return disposable(folder, () =>
    startPostgres({ dataDir: join(folder, 'data'), port, password: PASSWORD, durability: 'throwaway', template }),
  );
}

export async function embeddedNats(): Promise<DisposableServer> {
  const folder = temporaryFolder('nats');
  const port = await freePort();
  return disposable(folder, () => startNats({ dataDir: join(folder, 'data'), port, ...natsAccess }));
}

/** The embedded engine behind ClickHouse's HTTP interface, in a process of its own. */
export async function embeddedClickHouse(): Promise<DisposableServer> {
  const folder = temporaryFolder('clickhouse-server');
  const port = await freePort();
  return disposable(folder, () => startClickHouseServer({ dataDir: join(folder, 'data'), port }));
}

/** initdb takes more than a second and a copy of its result a tenth: one is kept for all test files of this account. */
async function postgresTemplate(): Promise<string> {
  const account = process.getuid?.() ?? 0;
  const template = join(tmpdir(), `linkway-test-postgres-template-18-${account}`, 'data');
  if (existsSync(join(template, 'PG_VERSION'))) {
    return template;
  }
  const folder = temporaryFolder('template');
  const server = await startPostgres({ dataDir: join(folder, 'data'), password: PASSWORD, durability: 'throwaway' });
  await server.stop();
  // Another test file may have been quicker: its template serves as well.
  await rename(folder, join(template, '..')).catch(() => rm(folder, { recursive: true, force: true }));
  return template;
}

async function disposable(folder: string, startServer: () => Promise<RunningServer>): Promise<DisposableServer> {
  let server = await startServer();
  let guard = guardAgainstLeftovers(server.pid, folder);
  const start = async () => {
    server = await startServer();
    guard();
    guard = guardAgainstLeftovers(server.pid, folder);
  };
  const stop = () => server.stop();
  return {
    url: server.url,
    stop,
    kill: () => server.kill(),
    start,
    restart: async () => {
      await stop();
      await start();
    },
    dispose: async () => {
      await server.stop();
      guard();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * When the test run itself is killed, nobody is left to stop the server: a shell that sees its input end does it. The
 * function that it answers calls the guard off.
 */
function guardAgainstLeftovers(pid: number, folder: string): () => void {
  const script = 'read -r word; [ "$word" = done ] || { kill -9 "$0"; sleep 1; rm -rf "$1"; }';
  const shell = spawn('sh', ['-c', script, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  return () => shell.stdin.end('done\n');
}
