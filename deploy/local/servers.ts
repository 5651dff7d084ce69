import { createHmac } from 'node:crypto';
import { NATS_OPERATOR } from '@linkway/contracts';
import {
  type DatabaseOwner,
  type EmbeddedNats,
  type EmbeddedPostgres,
  NatsProbe,
  natsPassword,
  natsUsers,
  ownDatabases,
  startNats,
  startPostgres,
} from '@linkway/platform/embedded';
import type { DataFolder } from './data-folder.ts';
import { databaseOf, databaseOwners } from './environment.ts';
import { freeBytesOf, JetStreamWatch } from './jetstream-watch.ts';
import type { RunFile } from './run-file.ts';
import type { Secrets } from './secrets.ts';
import { Supervised } from './supervised.ts';

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
  const passwordOf = (user: string) => natsPassword(secrets.nats_password, user);
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
        users: natsUsers(passwordOf),
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
  const probe = new NatsProbe({ user: NATS_OPERATOR, password: passwordOf(NATS_OPERATOR) });
  const watch = new JetStreamWatch(
    {
      answers: async () => nats.current && probe.answers(nats.current.url),
      freeBytes: () => freeBytesOf(folder.in('nats')),
      restart: async () => nats.current?.kill(),
    },
    say,
  );
  const stop = async () => {
    watch.stop();
    probe.close();
    await nats.stop();
    await postgres.stop();
  };
  try {
    const [runningPostgres, runningNats] = await Promise.all([postgres.start(), nats.start()]);
    watch.start();
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
