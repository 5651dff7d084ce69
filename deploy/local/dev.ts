import { spawn } from 'node:child_process';
import { existsSync, readdirSync, watch } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { freePort } from '@linkway/platform/embedded';
import { type ServiceName, serviceNames } from './environment.ts';
import { root, runSingleNode } from './single-node.ts';
import { UserError } from './user-error.ts';

/** Several files are saved at once by editors and by git: one rebuild for all of them. */
const SETTLE_MS = 100;

export async function runForWork([name, ...rest]: readonly string[]): Promise<void> {
  const frontends = readdirSync(join(root, 'frontends')).filter((folder) =>
    existsSync(join(root, 'frontends', folder, 'webpack.config.mjs')),
  );
  const service = serviceNames.find((known) => known === name);
  if (service) {
    await workOnService(service, rest);
  } else if (name !== undefined && frontends.includes(name)) {
    await workOnFrontend(name, rest);
  } else {
    throw new UserError(`npm run dev -- NAME, with one of: ${[...serviceNames, ...frontends].join(', ')}`);
  }
}

async function workOnService(service: ServiceName, args: readonly string[]): Promise<void> {
  const { services, say } = await runSingleNode(['--processes', ...args]);
  const folders = new Map([
    ['@linkway/contracts', 'contracts/src'],
    ['@linkway/platform', 'services/platform/src'],
    [`@linkway/${service}`, `services/${service}/src`],
  ]);
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();
  const rebuild = async () => {
    const projects = [...changed];
    changed.clear();
    for (const project of projects) {
      if (!(await build(project))) {
        say(`${project} does not build: ${service} runs on as it was`);
        return;
      }
    }
    await services.restart(service);
  };
  for (const [project, folder] of folders) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || file.endsWith('.spec.ts') || !file.endsWith('.ts')) {
        return;
      }
      changed.add(project);
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(rebuild).catch((error: Error) => say(error.message));
      }, SETTLE_MS);
    });
  }
  say(`watching ${[...folders.values()].join(', ')}`);
}

/** The shell gets a server with hot reload in front of the product; a remote is served into the running product. */
async function workOnFrontend(name: string, args: readonly string[]): Promise<void> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const isShell = name === 'shell';
  const { settings, say } = await runSingleNode(
    args,
    isShell ? {} : { remoteAddresses: [`${name}=${address}/mf-manifest.json`] },
  );
  const product = `http://127.0.0.1:${settings.webPort}`;
  // The page's policy lets no web socket out to another port, so a remote is reloaded by hand.
  const reload = isShell ? [] : ['--no-hot', '--no-live-reload'];
  const webpack = createRequire(join(root, 'frontends', name, 'package.json')).resolve('webpack-cli/bin/cli.js');
  const options = ['serve', '--mode', 'development', '--host', '127.0.0.1', '--port', String(port), ...reload];
  const server = spawn(process.execPath, [webpack, ...options], {
    cwd: join(root, 'frontends', name),
    env: { ...process.env, LINKWAY_URL: product },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.on('exit', () => server.kill());
  say(isShell ? `open ${address}` : `open ${product} and reload it after a change`);
}

function build(project: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', 'build', '--silent', `--workspace=${project}`], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
