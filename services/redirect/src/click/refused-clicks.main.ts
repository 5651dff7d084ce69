// node dist/click/refused-clicks.main.js list|replay|drop [NAME ...|all], with CLICK_LOG_DIR of the service.
import { resolve } from 'node:path';
import { env, loadConfig } from '@linkway/platform';
import { z } from 'zod';
import { disk } from './disk.js';
import { RefusedClicks } from './refused-clicks.js';

const USAGE = 'list | replay NAME ...|all | drop NAME ...|all\n';

async function run([command, ...names]: string[]): Promise<number> {
  const refused = new RefusedClicks(disk, folder());
  await refused.read();
  const all = refused.list();
  const chosen = names[0] === 'all' ? all : all.filter(({ name }) => names.includes(name));
  const clicks = chosen.reduce((sum, one) => sum + one.clicks, 0);
  if (command === 'list') return say(all.map((one) => JSON.stringify(one)));
  if (names.length > 0 && command === 'replay') {
    for (const { name } of chosen) refused.replay(name);
    return say([`replayed ${clicks} clicks in ${chosen.length} files`]);
  }
  if (names.length > 0 && command === 'drop') {
    for (const { name } of chosen) refused.drop(name);
    return say([`dropped ${clicks} clicks in ${chosen.length} files`]);
  }
  process.stderr.write(USAGE);
  return 2;
}

// oxlint-disable-next-line node/no-process-env -- a program of its own: this is where its configuration is read
const folder = () => resolve(loadConfig(z.object({ CLICK_LOG_DIR: env.string() }), process.env).CLICK_LOG_DIR);

function say(lines: string[]): number {
  for (const line of lines) process.stdout.write(`${line}\n`);
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
