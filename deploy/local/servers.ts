import { createHmac } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import {
  type DatabaseOwner,
  type EmbeddedNats,
  type EmbeddedPostgres,
  hasJetStream,
  ownDatabases,
  startNats,
  startPostgres,
} from '@linkway/platform/embedded';
import type { DataFolder } from './data-folder.ts';
import { databaseOf, databaseOwners } from './environment.ts';
import type { RunFile } from './run-file.ts';
import type { Secrets } from './secrets.ts';
import { Supervised } from './supervised.ts';

export const natsUser = 'linkway';

/** Without this much room nats-server would switch JetStream off again at once. */
const ROOM_BYTES = 1024 ** 2;
const LOOK_EVERY_MS = 1_000;

/** PostgreSQL and nats-server, each brought back on its own port when it dies. */
export interface Servers {
  readonly postgres: EmbeddedPostgres;
  readonly nats: EmbeddedNats;
  /** Address of a service's database, with the sign-in of the role that owns it and nothing else. */
  databaseUrl(database: string): string;
  stop(): Promise<void>;
}

export async function startServers(
  folder: DataFolder,
  secrets: Secrets,
  run: RunFile,
  say: (line: string) => void,
): Promise<Servers> {
  const ports = { postgres: 0, nats: 0 };
  const common = { isHeld: (name: string) => folder.isHeld(name), onChange: say };
  const owners = databaseOwners.map((service) => ownerOf(databaseOf(service), secrets));
  const postgres = new Supervised({
    ...common,
    name: 'postgres',
    start: async () => {
      const server = await startPostgres({
        dataDir: folder.in('postgres'),
        port: ports.postgres,
        password: secrets.postgres_password,
        logFile: folder.in('logs', 'postgres.log'),
      });
      ports.postgres = server.port;
      run.update((record) => {
        const databases = Object.fromEntries(databaseOwners.map((name) => [name, server.urlOf(databaseOf(name))]));
        record.postgres = { pid: server.pid, url: server.url, databases };
        record.ports.postgres = server.port;
      });
      return server;
    },
  });
  const told = new Set<string>();
  const nats = new Supervised({
    ...common,
    name: 'nats',
    start: async () => {
      const server = await startNats({
        dataDir: folder.in('nats'),
        port: ports.nats,
        credentials: { user: natsUser, password: secrets.nats_password },
        logFile: folder.in('logs', 'nats.log'),
        programs: folder.in('programs'),
        // Its advice is the same at each restart.
        onProgress: (line) => {
          if (!told.has(line)) say(line);
          told.add(line);
        },
      });
      ports.nats = server.port;
      run.update((record) => {
        record.nats = { pid: server.pid, url: server.url, user: natsUser, password: secrets.nats_password };
        record.ports.nats = server.port;
      });
      return server;
    },
  });
  const watch = keepJetStream(nats, folder, say);
  const stop = async () => {
    clearInterval(watch);
    await nats.stop();
    await postgres.stop();
  };
  try {
    const [runningPostgres, runningNats] = await Promise.all([postgres.start(), nats.start()]);
    await runningPostgres.createDatabases(owners.map(({ database }) => database));
    await ownDatabases((database) => runningPostgres.urlOf(database), owners);
    const databaseUrl = (database: string) => {
      const { role: name, password } = ownerOf(database, secrets);
      return runningPostgres.urlOf(database, { name, password });
    };
    return { postgres: runningPostgres, nats: runningNats, databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A role named like its database. Its password follows from the superuser's, which it does not tell. */
function ownerOf(database: string, secrets: Secrets): DatabaseOwner {
  const password = createHmac('sha256', secrets.postgres_password).update(database).digest('base64url');
  return { database, role: database, password };
}

/** nats-server goes on without JetStream once its disk was full. It is started anew as soon as there is room again. */
function keepJetStream(
  nats: Supervised<EmbeddedNats>,
  folder: DataFolder,
  say: (line: string) => void,
): NodeJS.Timeout {
  let looking = false;
  const look = async () => {
    const server = nats.current;
    if (!server || (await hasJetStream(server.port)) !== false || !hasRoom(folder)) return;
    say('nats-server gave up its streams when the disk was full: starting it anew');
    await nats.restart();
  };
  return setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, LOOK_EVERY_MS).unref();
}

function hasRoom(folder: DataFolder): boolean {
  const probe = folder.in('nats', '.room');
  try {
    writeFileSync(probe, Buffer.alloc(ROOM_BYTES));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { force: true });
  }
}
