import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Neighbours } from '@linkway/platform';
import { freePort, isPortTaken, LogFile } from '@linkway/platform/embedded';
import { DataFolder } from './data-folder.ts';
import { environmentOf, type Facts, type ServiceName, serviceNames } from './environment.ts';
import { exitWithout } from './exit-without.ts';
import { endLeftovers } from './leftovers.ts';
import { RunFile } from './run-file.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { ServerLogs } from './server-logs.ts';
import { type Servers, startServers } from './servers.ts';
import { ServiceInProcess } from './service-in-process.ts';
import { ServiceProcesses } from './service-processes.ts';
import { type Part, type Services, startAll } from './services.ts';
import { readSettings, type Settings } from './settings.ts';
import { onStopRequest } from './stop-request.ts';
import { UserError } from './user-error.ts';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface RunningNode {
  readonly settings: Settings;
  readonly services: Services;
  readonly say: (line: string) => void;
}

export interface NodeOptions {
  /** Remotes that something else serves: name=address of the manifest. */
  readonly remoteAddresses?: readonly string[];
}

/** Runs the product until it is told to stop, then ends this process. Throws when it cannot start. */
export async function runSingleNode(args: readonly string[], options: NodeOptions = {}): Promise<RunningNode> {
  const settings = await withPorts(readSettings(args, process.env, root));
  const folder = await DataFolder.take(settings.dataDir);
  // A terminal that is closed, or whose file is on a full disk, must not take the product with it.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const log = new LogFile(folder.logFile, settings.logs);
  const serverLogs = new ServerLogs(folder.logs, settings.logs);
  const say = (line: string) => tell(line, log);
  const parts: { servers?: Servers; services?: Services } = {};
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= (async () => {
      if (await parts.services?.stop()) delete parts.services;
      await parts.servers?.stop();
      serverLogs.stop();
      run?.remove();
      folder.release();
    })();
    return stopping;
  };
  let run: RunFile | null = null;
  let started: Promise<Services> | null = null;
  onStopRequest((reason) => {
    say(`stopping (${reason})`);
    // Half a start is finished first: parts that are still starting could not be stopped in order.
    const finished = started?.catch(() => undefined) ?? Promise.resolve();
    void finished.then(stop).then(
      () => {
        say('stopped');
        process.exit(0);
      },
      (error: Error) => fail(error, folder, log),
    );
  });
  process.on('uncaughtException', (error) => {
    fail(error, folder, log);
  });
  // With a process per service nothing else here is open: the children are not waited for.
  setInterval(() => {}, 60_000);
  try {
    await endLeftovers(RunFile.read(folder.runFile));
    await refuseTakenPorts(settings);
    const secrets = loadSecrets(folder.secretsFile, settings);
    run = new RunFile(folder.runFile, emptyRecord(settings));
    started = startEverything(settings, folder, secrets, run, say, parts, options);
    const services = await started;
    run.update((record) => {
      record.ready = true;
    });
    announce(settings, secrets, folder);
    return { settings, services, say };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startEverything(
  settings: Settings,
  folder: DataFolder,
  secrets: Secrets,
  run: RunFile,
  say: (line: string) => void,
  parts: { servers?: Servers; services?: Services },
  options: NodeOptions,
): Promise<Services> {
  const servers = await startServers(folder, secrets, run, say);
  parts.servers = servers;
  const facts: Facts = {
    root,
    dataDir: folder.path,
    logFile: folder.logFile,
    webPort: settings.webPort,
    appHosts: settings.appHosts,
    webhooksToPrivate: settings.webhooksToPrivate,
    destinationFetch: settings.destinationFetch,
    destinationsToPrivate: settings.destinationsToPrivate,
    guestLinkDays: settings.guestLinkDays,
    morePorts: await freePorts(settings.copies - 1),
    redirectPorts: redirectPorts(settings),
    natsUrl: servers.nats.url,
    databaseUrl: (database) => servers.databaseUrl(database),
    secrets,
    adminPassword: settings.adminPassword ?? secrets.admin_password,
    remotes: builtRemotes(),
    remoteAddresses: [...settings.remotes, ...(options.remoteAddresses ?? [])],
  };
  const neighbours = settings.mode === 'single' ? new (await import('@linkway/platform')).Neighbours() : undefined;
  const services = await startAll(
    serviceNames.map((service) => partOf(service, settings, { folder, run, facts, say, neighbours })),
  );
  parts.services = services;
  if (settings.mode === 'single') exitWithout(() => parts.services !== undefined);
  return services;
}

interface Surroundings {
  readonly folder: DataFolder;
  readonly run: RunFile;
  readonly facts: Facts;
  readonly say: (line: string) => void;
  readonly neighbours: Neighbours | undefined;
}

/** The redirect never shares its process: nothing that the others do may hold up a visit (ADR 32). */
function partOf(service: ServiceName, settings: Settings, { folder, run, facts, say, neighbours }: Surroundings): Part {
  if (settings.mode === 'single' && service !== 'redirect') {
    return new ServiceInProcess(service, {
      environment: (name) => environmentOf(name, facts),
      dataDir: folder.path,
      run,
      say,
      neighbours,
    });
  }
  return new ServiceProcesses(service, {
    root,
    folder,
    run,
    count: service === 'redirect' ? settings.redirects : settings.copies,
    environment: (name, instance) => environmentOf(name, facts, instance),
    say,
  });
}

/** Fixed before anything starts: the main domain carries the port. */
async function withPorts(settings: Settings): Promise<Settings> {
  return {
    ...settings,
    webPort: settings.webPort || (await freePort()),
    redirectPort: settings.redirectPort || (await freePort(settings.redirects)),
  };
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

function redirectPorts({ redirectPort, redirects }: Settings): number[] {
  return Array.from({ length: redirects }, (_, index) => redirectPort + index);
}

async function refuseTakenPorts(settings: Settings): Promise<void> {
  const wanted = new Map([[settings.webPort, 'LINKWAY_PORT']]);
  for (const port of redirectPorts(settings)) {
    if (wanted.has(port)) {
      throw new UserError(`LINKWAY_PORT and LINKWAY_REDIRECT_PORT are both ${port}: they must differ`);
    }
    wanted.set(port, 'LINKWAY_REDIRECT_PORT');
  }
  for (const [port, variable] of wanted) {
    if (await isPortTaken(port)) {
      throw new UserError(`port ${port} is taken by another program: stop that, or set ${variable}`);
    }
  }
}

function builtRemotes(): { name: string; folder: string }[] {
  return readdirSync(join(root, 'frontends'))
    .map((name) => ({ name, folder: join(root, 'frontends', name, 'dist') }))
    .filter(({ name, folder }) => name !== 'shell' && existsSync(join(folder, 'mf-manifest.json')));
}

function emptyRecord(settings: Settings) {
  const web = `http://127.0.0.1:${settings.webPort}`;
  const ports = redirectPorts(settings);
  return {
    pid: process.pid,
    mode: settings.mode,
    ready: false,
    data: settings.dataDir,
    ports: { web: settings.webPort, redirect: ports, postgres: 0, nats: 0 },
    urls: { web, api: `${web}/api`, redirect: ports.map((port) => `http://127.0.0.1:${port}`) },
    processes: {},
    nats: null,
    postgres: null,
  };
}

function announce(settings: Settings, secrets: Secrets, folder: DataFolder): void {
  const password = settings.adminPassword
    ? '(the one in LINKWAY_ADMIN_PASSWORD)'
    : secrets.admin_password
      ? `${secrets.admin_password}  (until you have chosen your own)`
      : '(the one that LINKWAY_ADMIN_PASSWORD held at the first start)';
  const below = relative(process.cwd(), folder.path);
  const shown = below.startsWith('..') ? folder.path : `./${below}`;
  process.stdout.write(
    [
      `ready http://127.0.0.1:${settings.webPort}`,
      `  admin     ${secrets.admin_email}`,
      `  password  ${password}`,
      `  data      ${shown}`,
      `  log       ${shown}/logs/linkway.log`,
      '',
    ].join('\n'),
  );
}

/** A line for the person at the terminal, and in the log beside what the services say. Never throws. */
function tell(line: string, log: LogFile): void {
  print(process.stdout, line);
  const entry = { level: 'info', time: new Date().toISOString(), service: 'local', message: line };
  log.write(`${JSON.stringify(entry)}\n`);
}

/** The servers are children: they get their stop signal as this process exits. */
function fail(error: Error, folder: DataFolder, log: LogFile): void {
  const entry = {
    level: 'fatal',
    time: new Date().toISOString(),
    service: 'local',
    message: error.message,
    stack: error.stack,
  };
  log.write(`${JSON.stringify(entry)}\n`);
  print(process.stderr, `Linkway stopped: ${error.message}`);
  folder.release();
  process.exit(1);
}

/** Into a file it is written at once, and may throw at once. */
function print(stream: NodeJS.WriteStream, line: string): void {
  try {
    stream.write(`${line}\n`);
  } catch {
    // Nobody can be told; the log has it too.
  }
}
