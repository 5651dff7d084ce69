import { NATS_OPERATOR } from '@linkway/contracts';
import {
  type EmbeddedNats,
  type EmbeddedPostgres,
  natsPassword,
  natsUsers,
  startNats,
  startPostgres,
} from '@linkway/platform/embedded';
import type { DataFolder } from './data-folder.ts';
import { databaseOf, databaseOwners } from './environment.ts';
import type { RunFile } from './run-file.ts';
import type { Secrets } from './secrets.ts';
import { Supervised } from './supervised.ts';

/** PostgreSQL and nats-server, each brought back on its own port when it dies. */
export interface Servers {
  readonly postgres: EmbeddedPostgres;
  readonly nats: EmbeddedNats;
  stop(): Promise<void>;
}

export async function startServers(
  folder: DataFolder,
  secrets: Secrets,
  run: RunFile,
  say: (line: string) => void,
): Promise<Servers> {
  const ports = { postgres: 0, nats: 0 };
  const passwordOf = (user: string) => natsPassword(secrets.nats_password, user);
  const common = { isHeld: (name: string) => folder.isHeld(name), onChange: say };
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
  const nats = new Supervised({
    ...common,
    name: 'nats',
    start: async () => {
      const server = await startNats({
        dataDir: folder.in('nats'),
        port: ports.nats,
        users: natsUsers(passwordOf),
        logFile: folder.in('logs', 'nats.log'),
        onProgress: say,
      });
      ports.nats = server.port;
      run.update((record) => {
        record.nats = {
          pid: server.pid,
          url: server.url,
          user: NATS_OPERATOR,
          password: passwordOf(NATS_OPERATOR),
        };
        record.ports.nats = server.port;
      });
      return server;
    },
  });
  const stop = async () => {
    await nats.stop();
    await postgres.stop();
  };
  try {
    const [runningPostgres, runningNats] = await Promise.all([postgres.start(), nats.start()]);
    await runningPostgres.createDatabases(databaseOwners.map(databaseOf));
    return { postgres: runningPostgres, nats: runningNats, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
