import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@linkway/platform/embedded';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = ['docker-compose.yml', 'deploy/docker/compose.embedded.yml', 'deploy/e2e/compose.yml'];
// Of this checkout alone: what a killed run of it left is taken away before the next.
const project = `linkway-e2e-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`;
const run = promisify(execFile);

/** The whole product in containers, made from the files that operators start it from, behind its edge. */
export class Containers {
  /** Holds `run.json` and `secrets.json`, as the data folder of a single node does. */
  readonly dataDir = mkdtempSync(join(tmpdir(), 'linkway-containers-'));
  private readonly environment: NodeJS.ProcessEnv;

  private constructor(
    private readonly port: number,
    private readonly redirectPort: number,
    private readonly natsPort: number,
    httpsPort: number,
  ) {
    this.environment = {
      ...process.env,
      LINKWAY_HTTP_PORT: String(port),
      LINKWAY_HTTPS_PORT: String(httpsPort),
      LINKWAY_MAIN_DOMAIN: `127.0.0.1:${port}`,
      // Of the network of the containers: the tests come from there, and say that they are of this machine.
      LINKWAY_TRUSTED_PROXIES: '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16',
      LINKWAY_E2E_REDIRECT_PORT: String(redirectPort),
      LINKWAY_E2E_NATS_PORT: String(natsPort),
    };
  }

  /** Builds the images, and answers once all is ready. */
  static async start(): Promise<Containers> {
    const containers = new Containers(await freePort(), await freePort(), await freePort(), await freePort());
    try {
      await containers.compose('down', '--volumes', '--remove-orphans');
      await containers.compose('build');
      await containers.compose('up', '--detach', '--wait', '--wait-timeout', '180');
      await containers.tellTests();
      return containers;
    } catch (error) {
      await containers.dispose();
      throw error;
    }
  }

  get web(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  redirect(): string {
    return `http://127.0.0.1:${this.redirectPort}`;
  }

  async dispose(): Promise<void> {
    await this.compose('down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '5');
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private async tellTests(): Promise<void> {
    const password = await this.compose(
      'run',
      '--rm',
      '--no-deps',
      'secrets',
      'cat',
      '/secrets/nats_operator_password',
    );
    const nats = { url: `nats://127.0.0.1:${this.natsPort}`, user: 'operator', password: password.trim() };
    this.write('run.json', { nats });
    // The redirect believes whoever comes from the network of the containers, as its edge does.
    this.write('secrets.json', { proxy_secret: '' });
  }

  private write(name: string, content: object): void {
    writeFileSync(join(this.dataDir, name), JSON.stringify(content), { mode: 0o600 });
  }

  private async compose(...args: string[]): Promise<string> {
    const named = files.flatMap((file) => ['--file', join(root, file)]);
    const all = ['compose', '--project-name', project, '--project-directory', root, ...named, ...args];
    const { stdout } = await run('docker', all, { env: this.environment, maxBuffer: 100_000_000 });
    return stdout;
  }
}
