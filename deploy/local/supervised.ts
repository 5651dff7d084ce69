import { setTimeout as delay } from 'node:timers/promises';

/** A process as the supervisor sees it. */
export interface Supervisable {
  readonly pid: number;
  stop(): Promise<void>;
  onExit(listener: () => void): void;
}

export interface SupervisedOptions<P extends Supervisable> {
  readonly name: string;
  readonly start: () => Promise<P>;
  /** While true, an ended process is left ended. */
  readonly isHeld: (name: string) => boolean;
  readonly onChange: (line: string) => void;
  /** The longest wait between two starts; default 5 s. */
  readonly longestDelayMs?: number;
}

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 5_000;
/** Up for that long: the next death counts as a first one. */
const STEADY_MS = 30_000;

/** How long to wait before the next start of a process that was up for `upMs`. */
export function backOff(previousMs: number, upMs: number, longestMs = LONGEST_DELAY_MS): number {
  return upMs >= STEADY_MS || previousMs === 0 ? FIRST_DELAY_MS : Math.min(previousMs * 2, longestMs);
}

/** Keeps one process running until `stop`. */
export class Supervised<P extends Supervisable> {
  private readonly options: SupervisedOptions<P>;
  private process: P | null = null;
  private startedAt = 0;
  private waitMs = 0;
  private stopping = false;
  private silent = false;
  private restarting: Promise<void> = Promise.resolve();

  constructor(options: SupervisedOptions<P>) {
    this.options = options;
  }

  get name(): string {
    return this.options.name;
  }

  /** The process of now; null while it is down. */
  get current(): P | null {
    return this.process;
  }

  /** The first start: fails as the process does. */
  async start(): Promise<P> {
    const started = await this.options.start();
    this.follow(started);
    // Told to stop meanwhile, or before, as where another one failed: nobody would end it.
    if (this.stopping) await started.stop();
    return started;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.process?.stop();
    await this.restarting;
    // A restart may have been under way.
    await this.process?.stop();
  }

  /** Ends the process in order; the supervisor then starts it anew. */
  async restart(): Promise<void> {
    this.waitMs = 0;
    await this.process?.stop();
  }

  private follow(started: P): void {
    this.process = started;
    this.startedAt = Date.now();
    started.onExit(() => {
      this.process = null;
      if (!this.stopping) {
        this.restarting = this.bringBack();
      }
    });
  }

  private async bringBack(): Promise<void> {
    const { name, isHeld, start, longestDelayMs } = this.options;
    let upMs = Date.now() - this.startedAt;
    let reason = 'ended: starting it again';
    while (!this.stopping) {
      this.waitMs = backOff(this.waitMs, upMs, longestDelayMs);
      this.tellTrouble(`${name} ${reason}`, longestDelayMs);
      upMs = 0;
      await delay(this.waitMs);
      while (isHeld(name) && !this.stopping) {
        await delay(100);
      }
      if (this.stopping) {
        return;
      }
      try {
        this.follow(await start());
        this.tellRunning(longestDelayMs);
        return;
      } catch (error) {
        reason = `did not start: ${(error as Error).message}`;
      }
    }
  }

  private tellRunning(longestMs?: number): void {
    const line = `${this.options.name} runs again (process ${this.process?.pid})`;
    const running = this.process;
    if (!this.silent) this.tellTrouble(line, longestMs);
    else setTimeout(() => running === this.process && this.options.onChange(line), STEADY_MS).unref();
  }

  /** One that ends again and again is told of until the waits are at their longest, then no more. */
  private tellTrouble(line: string, longestMs = LONGEST_DELAY_MS): void {
    const { name, onChange } = this.options;
    if (this.waitMs < longestMs) {
      this.silent = false;
      onChange(line);
    } else if (!this.silent) {
      this.silent = true;
      onChange(`${line}; ${name} is tried every ${longestMs / 1_000} s from now on`);
    }
  }
}
