import { setTimeout as delay } from 'node:timers/promises';
import { type Environment, type Neighbours, type RunningService, type Service } from '@linkway/platform';
import type { ServiceName } from './environment.ts';
import type { RunFile } from './run-file.ts';
import { type Part, waitUntil } from './services.ts';
import { LATE_AFTER_MS, mayBeLate, RETRY_MS, withoutStatistics } from './statistics.ts';
import { UserError } from './user-error.ts';

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

export interface InProcessOptions {
  readonly environment: (service: ServiceName) => Environment;
  readonly dataDir: string;
  readonly run: RunFile;
  readonly say: (line: string) => void;
  /** The other services of this process. */
  readonly neighbours?: Neighbours | undefined;
  /** Loads a service; default: its package. */
  readonly load?: (service: ServiceName) => Promise<Service>;
  /** Between two tries of a service that is late. */
  readonly retryMs?: number;
  /** How long it gets to stop. */
  readonly stopWithinMs?: number;
}

/** A service within this process. */
export class ServiceInProcess implements Part {
  readonly service: ServiceName;
  private readonly options: InProcessOptions;
  private running: RunningService | null = null;
  private starting: Promise<void> = Promise.resolve();
  private retrying: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(service: ServiceName, options: InProcessOptions) {
    this.service = service;
    this.options = options;
  }

  start(): Promise<void> {
    this.starting = mayBeLate(this.service) ? this.startLate() : this.startReady();
    return this.starting;
  }

  async stop(): Promise<boolean> {
    this.stopping.abort();
    // Half a start is finished first: parts that are still starting could not be stopped in order.
    await this.starting.catch(() => undefined);
    const ending = this.retrying.then(() => this.running?.stop());
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('it takes too long'), this.options.stopWithinMs ?? STOP_TIMEOUT_MS);
    });
    const ended = ending.then(
      () => null,
      (error: Error) => error.message,
    );
    const problem = await Promise.race([late, ended]);
    clearTimeout(timer);
    if (problem !== null) this.options.say(`${this.service} did not stop in order: ${problem}`);
    return problem === null;
  }

  private async startReady(): Promise<void> {
    await this.startOnce();
    if (await this.becomesReady(READY_TIMEOUT_MS)) return;
    throw new UserError(`${this.service} does not become ready: see its lines in the log`);
  }

  private async startLate(): Promise<void> {
    const { say, dataDir } = this.options;
    try {
      await this.startOnce();
    } catch (error) {
      say(withoutStatistics((error as Error).message, dataDir));
      this.retrying = this.retry();
      return;
    }
    if (!(await this.becomesReady(LATE_AFTER_MS))) say(withoutStatistics('it does not become ready', dataDir));
  }

  private async startOnce(): Promise<void> {
    const { environment, run, load = packageOf, neighbours } = this.options;
    try {
      const loaded = await load(this.service);
      const started = await loaded.start({ ...process.env, ...environment(this.service) }, { neighbours });
      this.running = started;
      run.update((record) => {
        record.processes[this.service] = { pid: process.pid, adminUrl: started.adminUrl, httpUrl: started.httpUrl };
      });
    } catch (error) {
      throw new Error(`${this.service} cannot start: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Or is told to stop meanwhile: nobody waits for it then. */
  private becomesReady(withinMs: number): Promise<boolean> {
    return waitUntil(async () => this.stopping.signal.aborted || (await this.running?.ready()) === true, withinMs);
  }

  private async retry(): Promise<void> {
    const { signal } = this.stopping;
    while (this.running === null) {
      await delay(this.options.retryMs ?? RETRY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.startOnce().then(
        () => this.options.say('statistics are there again'),
        () => undefined,
      );
    }
  }
}

async function packageOf(name: ServiceName): Promise<Service> {
  return ((await import(`@linkway/${name}`)) as { service: Service }).service;
}
