import { setTimeout as delay } from 'node:timers/promises';
import { type Environment, type RunningService, type Service } from '@linkway/platform';
import { type ServiceName, serviceNames } from './environment.ts';
import type { RunFile } from './run-file.ts';
import { type Services, stopOrder, waitUntil } from './services.ts';
import { LATE_AFTER_MS, mayBeLate, RETRY_MS, withoutStatistics } from './statistics.ts';
import { UserError } from './user-error.ts';

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

export interface InProcessOptions {
  readonly environment: (service: ServiceName) => Environment;
  readonly dataDir: string;
  readonly run: RunFile;
  readonly say: (line: string) => void;
  /** Loads a service; default: its package. */
  readonly load?: (service: ServiceName) => Promise<Service>;
  /** Between two tries of a service that is late. */
  readonly retryMs?: number;
  /** How long each service gets to stop. */
  readonly stopWithinMs?: number;
}

/** Starts every service in this process. */
export async function startInProcess(options: InProcessOptions): Promise<Services> {
  const { say, dataDir } = options;
  const running = new Map<ServiceName, RunningService>();
  const stopping = new AbortController();
  const retries: Promise<void>[] = [];
  const services: Services = {
    stop: async () => {
      stopping.abort();
      let inOrder = await stopped('analytics', Promise.all(retries), options);
      for (const name of stopOrder) {
        inOrder = (await stopped(name, running.get(name)?.stop(), options)) && inOrder;
      }
      return inOrder;
    },
  };
  const startLate = async (name: ServiceName) => {
    try {
      await startOne(name, options, running);
    } catch (error) {
      say(withoutStatistics((error as Error).message, dataDir));
      retries.push(retry(name, options, running, stopping.signal));
    }
  };
  const start = (name: ServiceName) => (mayBeLate(name) ? startLate(name) : startOne(name, options, running));
  // Visits that came through the gateway before would be told that the redirect is away.
  const redirect = start('redirect');
  const others = serviceNames.filter((name) => name !== 'redirect' && name !== 'gateway').map(start);
  const starts = await Promise.allSettled([redirect, ...others, redirect.then(() => start('gateway'))]);
  const failure = starts.find((result) => result.status === 'rejected');
  if (failure) {
    await services.stop();
    throw failure.reason;
  }
  for (const [name, service] of running) {
    const late = mayBeLate(name);
    if (await waitUntil(() => service.ready(), late ? LATE_AFTER_MS : READY_TIMEOUT_MS)) continue;
    if (late) {
      say(withoutStatistics('it does not become ready', dataDir));
      continue;
    }
    await services.stop();
    throw new UserError(`${name} does not become ready: see its lines in the log`);
  }
  return services;
}

async function startOne(
  name: ServiceName,
  { environment, run, load = packageOf }: InProcessOptions,
  running: Map<ServiceName, RunningService>,
): Promise<void> {
  try {
    const service = await load(name);
    const started = await service.start({ ...process.env, ...environment(name) });
    running.set(name, started);
    run.update((record) => {
      record.processes[name] = { pid: process.pid, adminUrl: started.adminUrl, httpUrl: started.httpUrl };
    });
  } catch (error) {
    throw new Error(`${name} cannot start: ${(error as Error).message}`, { cause: error });
  }
}

async function packageOf(name: ServiceName): Promise<Service> {
  return ((await import(`@linkway/${name}`)) as { service: Service }).service;
}

async function retry(
  name: ServiceName,
  options: InProcessOptions,
  running: Map<ServiceName, RunningService>,
  signal: AbortSignal,
): Promise<void> {
  while (!running.has(name)) {
    await delay(options.retryMs ?? RETRY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await startOne(name, options, running).then(
      () => options.say('statistics are there again'),
      () => undefined,
    );
  }
}

/** Whether it ended in time and without an error, which is told. */
async function stopped(
  name: ServiceName,
  stopping: Promise<unknown> | undefined,
  { say, stopWithinMs = STOP_TIMEOUT_MS }: InProcessOptions,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('it takes too long'), stopWithinMs);
  });
  const ended = Promise.resolve(stopping).then(
    () => null,
    (error: Error) => error.message,
  );
  const problem = await Promise.race([late, ended]);
  clearTimeout(timer);
  if (problem !== null) say(`${name} did not stop in order: ${problem}`);
  return problem === null;
}
