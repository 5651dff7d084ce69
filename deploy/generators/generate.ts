// npm run generate -- service NAME [--noun NOUN] | remote NAME | page REMOTE NAME [--kind list|form] | event OWNER NAME | endpoint AREA NAME [--method METHOD]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateEndpoint } from './endpoint.ts';
import { generateEvent } from './event.ts';
import { generatePage } from './page.ts';
import { generateRemote } from './remote.ts';
import { generateService } from './service.ts';
import { Workspace } from './workspace.ts';

const USAGE = `npm run generate --
  service NAME [--noun NOUN]              a service with its database, and its first feature by its noun
  remote NAME                             a part of the web app with a page of its own
  page REMOTE NAME [--kind KIND]          a page of it with its tab: KIND is list (with a filter) or form
  event OWNER NAME                        an event that the service OWNER tells others
  endpoint AREA NAME [--method METHOD]    an operation of the HTTP API
Names are lower-case words with hyphens. Nothing is overwritten.`;

const workspace = new Workspace(fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, ''));
try {
  run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function run(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      noun: { type: 'string' },
      method: { type: 'string' },
      kind: { type: 'string' },
      'skip-install': { type: 'boolean', default: false },
    },
  });
  const [kind, first, second] = positionals;
  const isContract = kind === 'event' || kind === 'endpoint';
  if (!first || ((isContract || kind === 'page') && !second)) throw new Error(USAGE);
  if (kind === 'service') generateService(workspace, first, values.noun);
  else if (kind === 'remote') generateRemote(workspace, first);
  else if (kind === 'page' && second) generatePage(workspace, first, second, values.kind);
  else if (kind === 'event' && second) generateEvent(workspace, first, second);
  else if (kind === 'endpoint' && second) generateEndpoint(workspace, first, second, values.method);
  else throw new Error(USAGE);

  execute('node_modules/.bin/biome', ['check', '--write', ...workspace.written]);
  if (isContract) execute('npm', ['run', '--silent', 'generate', '-w', '@linkway/contracts']);
  else if (!values['skip-install'] && kind !== 'page') execute('npm', ['install', '--no-audit', '--no-fund']);
  process.stdout.write(`written:\n${lines(workspace.written)}\nnext:\n${lines(workspace.next)}\n`);
}

function execute(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: workspace.root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`failed: ${command} ${args.join(' ')}`);
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `  ${text}`).join('\n');
}
