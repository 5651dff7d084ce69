import { type Environment, type RunningService, type Service } from '@linkway/platform';
import { type ServiceName, serviceNames } from './environment.ts';
import type { RunFile } from './run-file.ts';
import { type Services, stopOrder, waitUntil } from './services.ts';
import { UserError } from './user-error.ts';

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

/** Starts every service in this process. */
export async function startInProcess(
  environment: (service: ServiceName) => Environment,
  run: RunFile,
  say: (line: string) => void,
): Promise<Services> {
  const running = new Map<ServiceName, RunningService>();
  const services: Services = {
    stop: async () => {
      for (const name of stopOrder) {
        await stopOne(name, running.get(name), say);
      }
    },
  };
  const starts = await Promise.allSettled(serviceNames.map((name) => startOne(name, environment(name), running, run)));
  const failure = starts.find((result) => result.status === 'rejected');
  if (failure) {
    await services.stop();
    throw failure.reason;
  }
  for (const [name, service] of running) {
    if (!(await waitUntil(() => service.ready(), READY_TIMEOUT_MS))) {
      await services.stop();
      throw new UserError(`${name} does not become ready: see its lines in the log`);
    }
  }
  return services;
}

async function startOne(
  name: ServiceName,
  environment: Environment,
  running: Map<ServiceName, RunningService>,
  run: RunFile,
): Promise<void> {
  try {
    const { service } = (await import(`@linkway/${name}`)) as { service: Service };
    const started = await service.start({ ...process.env, ...environment });
    running.set(name, started);
    run.update((record) => {
      record.processes[name] = { pid: process.pid, adminUrl: started.adminUrl, httpUrl: started.httpUrl };
    });
  } catch (error) {
    throw new Error(`${name} cannot start: ${(error as Error).message}`, { cause: error });
  }
}

async function stopOne(name: ServiceName, service: RunningService | undefined, say: (line: string) => void) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('it takes too long'), STOP_TIMEOUT_MS);
  });
  const problem = await Promise.race([late, service?.stop().catch((error: Error) => error.message)]);
  clearTimeout(timer);
  if (problem !== undefined) {
    say(`${name} did not stop in order: ${problem}`);
  }
}
