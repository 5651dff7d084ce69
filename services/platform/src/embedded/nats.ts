import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { authorization, type NatsUser } from './nats-authorization.js';
import { adviceOnNats, checkNatsServer, isOlder, programCache, requireNatsServer } from './nats-binary.js';
import { becomesFree, freePort } from './ports.js';
import { commandLine, isAlive, lastLines, type RunningServer, ServerProcess } from './server-process.js';

export interface NatsOptions {
  /** Folder of the streams, of the configuration and of the process id. */
  readonly dataDir: string;
  /** 0: any free port. */
  readonly port?: number;
  /** All streams together, in bytes. The streams' own limits decide; this one is a ceiling. */
  readonly maxStore?: number;
  /** The largest message with its headers, in bytes; 1 MiB. */
  readonly maxPayload?: number;
  readonly logFile?: string;
  /** Who may sign in, and what each may do; without it, every program of this machine may do everything. */
  readonly users?: readonly NatsUser[];
  /** Whom those are taken for who do not sign in; without it they are refused where there are users. */
  readonly anonymous?: string;
  /** Path of nats-server; default: looked up, or installed. */
  readonly binary?: string;
  /** Where a fetched nats-server is kept when there is no home folder for it. */
  readonly programs?: string;
  readonly onProgress?: (line: string) => void;
}

export type EmbeddedNats = RunningServer;

const START_TIMEOUT_MS = 15_000;
/** Far above what the streams may take together: NATS 2.9 counts a stream twice when a service asks for it again. */
const DEFAULT_MAX_STORE = 1024 ** 4;

/**
 * Starts nats-server with JetStream on 127.0.0.1. A server that an earlier run left on the same folder is ended first: two
 * on one store would spoil it.
 */
export async function startNats(options: NatsOptions): Promise<EmbeddedNats> {
  const dataDir = resolve(options.dataDir);
  const binary = options.binary ?? requireNatsServer(options.onProgress, programCache(options.programs));
  const version = checkNatsServer(binary);
  const advice = adviceOnNats(version);
  if (advice) options.onProgress?.(advice);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const files = {
    config: join(dataDir, 'nats.conf'),
    pid: join(dataDir, 'nats.pid'),
    log: options.logFile ?? `${dataDir}.log`,
  };
  await endLeftover(files.pid, files.config);
  const port = options.port || (await freePort());
  if (!(await becomesFree(port))) {
    throw new Error(`port ${port} for NATS is taken`);
  }
  writeFileSync(files.config, configuration(dataDir, port, version, options), { mode: 0o600 });
  const server = await ServerProcess.spawn(binary, {
    args: ['-c', files.config],
    logFile: files.log,
    stopSignal: 'SIGTERM',
  });
  try {
    writeFileSync(files.pid, `${server.pid}\n`);
  } catch (error) {
    // A full disk: without its id the next start would not know of it.
    await server.kill();
    throw error;
  }
  server.onExit(() => rmSync(files.pid, { force: true }));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(port))) {
    if (!server.isRunning || Date.now() > deadline) {
      await server.kill();
      throw new Error(`nats-server does not start: ${lastLines(files.log)}`);
    }
    await delay(20);
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    pid: server.pid,
    stop: () => server.stop(),
    kill: () => server.kill(),
    onExit: (listener) => server.onExit(listener),
  };
}

/**
 * The store writes each message before its acknowledgement, so that kill -9 of the server loses nothing; `sync_interval`
 * bounds what a power cut can take. Servers before 2.10 have a fixed interval and refuse the setting.
 */
function configuration(dataDir: string, port: number, version: string, options: NatsOptions): string {
  const sync = !isOlder(version, '2.10.0') ? '  sync_interval: "5s"\n' : '';
  return `listen: "127.0.0.1:${port}"
server_name: "linkway-local"
max_payload: ${options.maxPayload ?? 1024 ** 2}
lame_duck_grace_period: "1s"
lame_duck_duration: "30s"
jetstream {
  store_dir: ${JSON.stringify(dataDir)}
  max_memory_store: 67108864
  max_file_store: ${options.maxStore ?? DEFAULT_MAX_STORE}
${sync}}
${authorization(options.users, options.anonymous)}`;
}

async function endLeftover(pidFile: string, configFile: string): Promise<void> {
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return;
  }
  if (pid > 1 && isAlive(pid) && commandLine(pid).includes(configFile)) {
    await ServerProcess.adopt(pid, 'SIGTERM').stop();
  }
  rmSync(pidFile, { force: true });
}

/** True once the server greets: it does so only after its streams are recovered. */
function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const finish = (result: boolean) => {
      socket.destroy();
      done(result);
    };
    socket.setTimeout(1_000, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('data', (chunk) => finish(chunk.toString().startsWith('INFO')));
  });
}
