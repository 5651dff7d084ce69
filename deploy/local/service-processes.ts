import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, lastLines, ServerProcess } from '@linkway/platform/embedded';
import type { DataFolder } from './data-folder.ts';
import type { ServiceName } from './environment.ts';
import type { RunFile } from './run-file.ts';
import { type Part, waitUntil } from './services.ts';
import { LATE_AFTER_MS, mayBeLate, RETRY_MS, withoutStatistics } from './statistics.ts';
import { Supervised } from './supervised.ts';
import { UserError } from './user-error.ts';

const READY_TIMEOUT_MS = 90_000;

export interface ProcessesOptions {
  readonly root: string;
  readonly folder: DataFolder;
  readonly run: RunFile;
  /** How many of them. */
  readonly count: number;
  readonly environment: (service: ServiceName, instance: number) => Record<string, string>;
  readonly say: (line: string) => void;
}

interface Instance {
  readonly service: ServiceName;
  readonly adminUrl: string;
  readonly supervised: Supervised<ServerProcess>;
}

/** A service in processes of its own, as in production; each one that dies is brought back. */
export class ServiceProcesses implements Part {
  readonly service: ServiceName;
  private readonly options: ProcessesOptions;
  private instances: Promise<Instance[]> = Promise.resolve([]);

  constructor(service: ServiceName, options: ProcessesOptions) {
    this.service = service;
    this.options = options;
  }

  async start(): Promise<void> {
    const { service, options } = this;
    this.instances = Promise.all(
      Array.from({ length: options.count }, (_, number) => describeInstance(service, number, options)),
    );
    await Promise.all((await this.instances).map((instance) => firstStart(instance, options)));
  }

  async stop(): Promise<boolean> {
    const instances = await this.instances.catch(() => []);
    await Promise.all(instances.map(({ supervised }) => supervised.stop()));
    // Whatever they do still, they do not do it here.
    return true;
  }

  async restart(): Promise<void> {
    await Promise.all((await this.instances).map(({ supervised }) => supervised.restart()));
  }
}

async function describeInstance(service: ServiceName, number: number, options: ProcessesOptions): Promise<Instance> {
  const { root, folder, run, say } = options;
  const name = number === 0 ? service : `${service}-${number + 1}`;
  const adminPort = await freePort();
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  const environment: Record<string, string> = {
    ...options.environment(service, number),
    ADMIN_PORT: String(adminPort),
  };
  const hasHttp = environment.PORT !== '0';
  const args = startArguments(join(root, 'services', service));
  const program = args.at(-1) ?? '';
  if (!existsSync(program)) {
    throw new UserError(`${service} is not built: ${program} is missing`);
  }
  const start = async () => {
    const server = await ServerProcess.spawn(process.execPath, {
      args,
      logFile: errorLog(folder, name),
      cwd: root,
      env: { ...settingsOfUser(), ...environment },
      stopSignal: 'SIGTERM',
    });
    run.update((record) => {
      const httpUrl = hasHttp ? `http://127.0.0.1:${environment.PORT}` : null;
      record.processes[name] = { pid: server.pid, adminUrl, httpUrl };
    });
    return server;
  };
  const isHeld = (held: string) => folder.isHeld(held);
  const longestDelayMs = mayBeLate(service) ? RETRY_MS : undefined;
  return { service, adminUrl, supervised: new Supervised({ name, start, isHeld, onChange: say, longestDelayMs }) };
}

/** What the service's own `npm start` gives to node: options, and the program by its whole path. */
function startArguments(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const [, ...args] = scripts.start.split(' ');
  return [...args.slice(0, -1), join(folder, args.at(-1) ?? '')];
}

/** Services are configured by the environment too, but the admin's password is identity's alone. */
function settingsOfUser(): NodeJS.ProcessEnv {
  const { LINKWAY_ADMIN_PASSWORD: _, ...rest } = process.env;
  return rest;
}

/** The first start must succeed, but for one that may be late; later deaths are the supervisor's. */
async function firstStart(
  { service, supervised, adminUrl }: Instance,
  { folder, say }: ProcessesOptions,
): Promise<void> {
  const late = mayBeLate(service);
  rmSync(errorLog(folder, supervised.name), { force: true });
  const { pid } = await supervised.start();
  let died = false;
  const ready = await waitUntil(
    async () => {
      died = supervised.current?.pid !== pid;
      return died || (await answersReady(adminUrl));
    },
    late ? LATE_AFTER_MS : READY_TIMEOUT_MS,
  );
  if (!died && ready) return;
  const reason = died ? reasonIn(errorLog(folder, supervised.name)) : 'it does not become ready';
  if (late) say(withoutStatistics(reason, folder.path));
  else throw new UserError(reason.includes('cannot start') ? reason : `${supervised.name} cannot start: ${reason}`);
}

/** The line that says why, which a stack may follow; else the last one. */
function reasonIn(logFile: string): string {
  const lines = lastLines(logFile, 50).split(' | ');
  return lines.findLast((line) => line.includes('cannot start')) ?? lines.at(-1) ?? '';
}

function errorLog(folder: DataFolder, name: string): string {
  return join(folder.logs, `${name}.stderr.log`);
}

async function answersReady(adminUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
