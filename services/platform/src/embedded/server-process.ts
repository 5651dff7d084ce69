import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fchmodSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A server that this process started, or found running on the same data folder. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Ends it in order; nothing acknowledged is lost. Does nothing when it is gone already. */
  stop(): Promise<void>;
  /** kill -9: for tests and for chaos runs. */
  kill(): Promise<void>;
  /** Calls back once, when the process has ended for whatever reason. */
  onExit(listener: () => void): void;
}

export interface SpawnOptions {
  readonly args: readonly string[];
  readonly logFile: string;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** Default: what any program needs, and none of our secrets. */
  readonly env?: NodeJS.ProcessEnv;
  /** The signal that asks the server for an orderly end. */
  readonly stopSignal: NodeJS.Signals;
}

const running = new Map<ServerProcess, NodeJS.Signals>();

function stopAllOnExit(): void {
  for (const [server, signal] of running) {
    signalIfAlive(server.pid, signal);
  }
}

/** A process followed by its id: a child, or one left behind by an earlier run. */
export class ServerProcess {
  private ended = false;
  private readonly listeners: (() => void)[] = [];

  private constructor(
    readonly pid: number,
    private readonly stopSignal: NodeJS.Signals,
  ) {
    if (!process.listeners('exit').includes(stopAllOnExit)) {
      process.on('exit', stopAllOnExit);
    }
    running.set(this, stopSignal);
  }

  /**
   * Starts a server in a process group of its own, so that Ctrl-C in a terminal does not reach it before the services
   * above it have stopped. It writes to a file, not to a pipe: a pipe would break when this process is killed.
   */
  static async spawn(binary: string, options: SpawnOptions): Promise<ServerProcess> {
    const log = openLog(options.logFile);
    try {
      const child = spawn(binary, options.args, {
        cwd: options.cwd,
        detached: true,
        stdio: ['ignore', log, log],
        env: options.env ?? serverEnvironment(),
        ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
      });
      if (child.pid === undefined) {
        const [error] = await once(child, 'error');
        throw new Error(`${binary} cannot be started: ${(error as Error).message}`);
      }
      const server = new ServerProcess(child.pid, options.stopSignal);
      child.once('exit', () => server.end());
      child.unref();
      return server;
    } finally {
      if (typeof log === 'number') closeSync(log);
    }
  }

  /** Follows a process that somebody else started. */
  static adopt(pid: number, stopSignal: NodeJS.Signals): ServerProcess {
    const server = new ServerProcess(pid, stopSignal);
    const timer = setInterval(() => {
      if (!isAlive(pid)) {
        server.end();
      }
      if (server.ended) {
        clearInterval(timer);
      }
    }, 250);
    timer.unref();
    return server;
  }

  get isRunning(): boolean {
    return !this.ended && isAlive(this.pid);
  }

  onExit(listener: () => void): void {
    if (this.ended) {
      listener();
    } else {
      this.listeners.push(listener);
    }
  }

  async stop(timeoutMs = 20_000): Promise<void> {
    if (this.isRunning) {
      signalIfAlive(this.pid, this.stopSignal);
    }
    if (!(await this.waitForEnd(timeoutMs))) {
      await this.kill();
    }
  }

  async kill(): Promise<void> {
    if (this.isRunning) {
      signalIfAlive(this.pid, 'SIGKILL');
    }
    await this.waitForEnd(5_000);
  }

  private async waitForEnd(timeoutMs: number): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    while (this.isRunning && Date.now() < deadline) {
      await delay(10);
    }
    if (!this.isRunning) {
      this.end();
    }
    return this.ended;
  }

  private end(): void {
    if (this.ended) {
      return;
    }
    this.ended = true;
    running.delete(this);
    for (const listener of this.listeners) {
      listener();
    }
  }
}

/** For its owner alone: servers write addresses and names into their logs. On a full disk a server starts without one. */
function openLog(file: string): number | 'ignore' {
  try {
    const log = openSync(file, 'a', 0o600);
    // Made by a release that let everybody read it.
    fchmodSync(log, 0o600);
    return log;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'ignore';
    throw error;
  }
}

/** LINKWAY_TEST_RUN marks what a test run started; without it what is left behind could not be found. */
const PASSED_ON = /^(PATH|HOME|TMPDIR|TZ|LD_LIBRARY_PATH|DYLD_\w+|LINKWAY_TEST_RUN)$/;

/** The environment of a server that is not ours: no secrets of the product, no PG* variables meant for another server. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
}

export function signalIfAlive(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // EPERM means that it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** False for a zombie too: it has ended and only waits for its parent to ask. */
export function isAlive(pid: number): boolean {
  if (!signalIfAlive(pid, 0)) {
    return false;
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

/** The command line of a process; empty when there is no such process. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
  }
}

/** The last lines that a server wrote, for an error message that says why. */
export function lastLines(logFile: string, count = 3): string {
  try {
    return readFileSync(logFile, 'utf8').trim().split('\n').slice(-count).join(' | ');
  } catch {
    return 'it wrote no log';
  }
}
