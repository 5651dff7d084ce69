import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { becomesFree, freePort } from './ports.js';
import { lastLines, type RunningServer, ServerProcess } from './server-process.js';

export interface ClickHouseServerOptions {
  /** Folder of the engine: one process at a time may have it open. */
  readonly dataDir: string;
  /** 0: any free port. */
  readonly port?: number;
  readonly logFile?: string;
}

const START_TIMEOUT_MS = 60_000;

/**
 * Starts a process that has the embedded engine open and answers like a ClickHouse server over HTTP, on 127.0.0.1: for tests and
 * trials with several analytics processes. It is no replacement for ClickHouse: no users, no cluster, no Keeper.
 */
export async function startClickHouseServer(options: ClickHouseServerOptions): Promise<RunningServer> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dirname(dataDir), { recursive: true });
  const logFile = options.logFile ?? `${dataDir}.log`;
  const port = options.port || (await freePort());
  if (!(await becomesFree(port))) throw new Error(`port ${port} for ClickHouse is taken`);
  const server = await ServerProcess.spawn(process.execPath, {
    args: [program(), dataDir, String(port)],
    logFile,
    stopSignal: 'SIGTERM',
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (!server.isRunning || Date.now() > deadline) {
      await server.kill();
      throw new Error(`the ClickHouse engine does not start: ${lastLines(logFile)}`);
    }
    await delay(20);
  }
  return {
    url,
    port,
    pid: server.pid,
    stop: () => server.stop(),
    kill: () => server.kill(),
    onExit: (listener) => server.onExit(listener),
  };
}

/** What is built: a process of its own cannot run the sources that a test has loaded. */
const program = (): string => fileURLToPath(new URL('../../dist/embedded/clickhouse-server-main.js', import.meta.url));

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/ping`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
