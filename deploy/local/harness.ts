import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '@linkway/platform/embedded';
import { ApiSession } from './api-session.ts';
import { root } from './install.mjs';
import { RunFile, type RunRecord } from './run-file.ts';

export interface HarnessOptions {
  /** One process per service, as in production; else all in one. */
  readonly processes?: boolean;
  readonly redirects?: number;
  /** Processes of every service; needs CLICKHOUSE_URL in the environment. */
  readonly copies?: number;
  readonly environment?: Record<string, string>;
  /** Fills the data folder before the first start. */
  readonly prepare?: (dataDir: string) => Promise<void>;
  /** The repository to run, where it is not this one: another release. */
  readonly repository?: string;
}

/** The first administrator of each. */
export const ADMINISTRATOR = { email: 'admin@example.com', password: 'admin-password-1' };

/** A whole Linkway of its own, on free ports and with a fresh data folder: for benches, chaos runs and browser tests. */
export class Harness {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'linkway-run-'));
  private child: ChildProcess | null = null;
  private readonly options: HarnessOptions;
  private readonly environment: Record<string, string> = {
    LINKWAY_PORT: '0',
    LINKWAY_REDIRECT_PORT: '0',
    // No test or bench asks the sites that its links lead to, but those of that.
    LINKWAY_DESTINATION_FETCH: 'off',
    LINKWAY_ADMIN_EMAIL: ADMINISTRATOR.email,
    LINKWAY_ADMIN_PASSWORD: ADMINISTRATOR.password,
  };

  private constructor(options: HarnessOptions) {
    // PostgreSQL runs as another user when this one is root.
    chmodSync(this.dataDir, 0o755);
    this.options = options;
    Object.assign(this.environment, options.environment);
  }

  static async start(options: HarnessOptions = {}): Promise<Harness> {
    const harness = new Harness(options);
    try {
      await options.prepare?.(harness.dataDir);
      await harness.start();
    } catch (error) {
      await harness.dispose();
      throw error;
    }
    return harness;
  }

  /** Starts it, or starts it again on the same data and ports after `stop` or a kill. */
  async start(): Promise<void> {
    const { processes = false, copies = 1, redirects = copies, repository = root } = this.options;
    const several = [`--redirects=${redirects}`, ...(copies > 1 ? [`--copies=${copies}`] : [])];
    const args = processes ? ['--processes', ...several] : [];
    const output = openSync(this.outputFile, 'a');
    const child = spawn(process.execPath, [join(repository, 'deploy', 'local', 'start.mjs'), ...args], {
      env: { ...process.env, ...this.environment, LINKWAY_DATA: this.dataDir },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    this.child = child;
    await this.until(
      () => child.exitCode !== null || (this.maybeRecord()?.ready && this.maybeRecord()?.pid === child.pid),
      120_000,
    );
    if (child.exitCode !== null) throw new Error(`Linkway did not start:\n${this.output()}`);
    const { ports } = this.record();
    this.environment.LINKWAY_PORT = String(ports.web);
    this.environment.LINKWAY_REDIRECT_PORT = String(ports.redirect[0]);
  }

  /** What runs right now; changes when a process is restarted. */
  record(): RunRecord {
    const record = this.maybeRecord();
    if (!record) throw new Error(`Linkway does not run:\n${this.output()}`);
    return record;
  }

  get web(): string {
    return this.record().urls.web;
  }

  /** Address of the n-th redirect process, from 0. */
  redirect(number = 0): string {
    return this.record().urls.redirect[number] ?? '';
  }

  /** The headers of a visit that the node's own proxy passes on from that address. */
  proxied(ip: string): Record<string, string> {
    const secrets = JSON.parse(readFileSync(join(this.dataDir, 'secrets.json'), 'utf8')) as { proxy_secret: string };
    return { 'x-forwarded-for': ip, 'x-linkway-proxy': secrets.proxy_secret };
  }

  /** Lets an account change things as often as it likes, as the administrator can in the security centre. */
  async liftRateLimit(): Promise<void> {
    const admin = await ApiSession.signIn(this.web, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await admin.send('PATCH', '/api/admin/security', { rate_limit_enabled: false });
  }

  pidOf(name: string): number {
    const { processes, nats, postgres } = this.record();
    const pid = name === 'nats' ? nats?.pid : name === 'postgres' ? postgres?.pid : processes[name]?.pid;
    if (!pid) throw new Error(`there is no process ${name}`);
    return pid;
  }

  kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): void {
    process.kill(this.pidOf(name), signal);
  }

  /** Keeps a server or service from being restarted, until `release`. */
  hold(name: string): void {
    mkdirSync(join(this.dataDir, 'hold', name), { recursive: true });
  }

  release(name: string): void {
    rmSync(join(this.dataDir, 'hold', name), { recursive: true, force: true });
  }

  /** Stops a server or service in order, or with `SIGKILL` at once, and keeps it so until `release`. */
  async takeAway(name: string, signal: NodeJS.Signals = name === 'postgres' ? 'SIGINT' : 'SIGTERM'): Promise<void> {
    const pid = this.pidOf(name);
    this.hold(name);
    process.kill(pid, signal);
    await this.until(() => !isAlive(pid), 60_000);
  }

  /** The text of a service's /metrics; empty while it does not answer. */
  async metrics(name: string): Promise<string> {
    const url = `${this.record().processes[name]?.adminUrl}/metrics`;
    return fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
      (response) => response.text(),
      () => '',
    );
  }

  /** The sum of all series of a counter or gauge of a service, or of those with a label such as `outcome="done"`. */
  async metric(name: string, metric: string, label = ''): Promise<number> {
    const lines = (await this.metrics(name)).split('\n');
    return lines
      .filter((line) => (line.startsWith(`${metric}{`) || line.startsWith(`${metric} `)) && line.includes(label))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }

  /** True when every service says that it is ready. */
  async ready(): Promise<boolean> {
    const answers = await Promise.all(
      Object.values(this.record().processes).map(({ adminUrl }) =>
        fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
          (response) => response.ok,
          () => false,
        ),
      ),
    );
    return answers.every(Boolean);
  }

  async until(condition: () => boolean | null | undefined | Promise<boolean>, timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!(await condition())) {
      if (Date.now() > deadline) throw new Error(`not so within ${timeoutMs / 1000} s:\n${this.output()}`);
      await delay(50);
    }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** Stops it and removes its data. */
  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  output(): string {
    return readFileSync(this.outputFile, 'utf8').split('\n').slice(-30).join('\n');
  }

  private get outputFile(): string {
    return join(this.dataDir, 'output.log');
  }

  private maybeRecord(): RunRecord | null {
    return RunFile.read(join(this.dataDir, 'run.json'));
  }
}
