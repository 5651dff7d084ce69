import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const QUERY_SECONDS = 30;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-exit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Exits while the engine is at work on a question, or once it has stopped. */
const program = (stops: boolean) => `
  import { openClickHouse } from '@linkway/platform/embedded';
  import { exitWithout } from './exit-without.ts';
  process.on('exit', () => process.stdout.write('servers are told'));
  let engine = await openClickHouse({ path: ${JSON.stringify(join(folder, 'clickhouse'))} });
  exitWithout(() => engine !== null);
  if (${stops}) {
    await engine.stop();
    engine = null;
  } else {
    const query = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1';
    const settings = { max_execution_time: ${QUERY_SECONDS}, max_threads: 1 };
    engine.connect().query({ query, clickhouse_settings: settings }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  console.error('exits');
  process.exit(7);
`;

async function run(stops: boolean) {
  const args = ['--input-type=module', '--eval', program(stops)];
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, exitedAt] = ['', 0];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    if (String(chunk).includes('exits')) exitedAt = Date.now();
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, out, took: Date.now() - exitedAt };
}

it('ends a process whose engine is at work, once its servers are told to end', async () => {
  const { took, ...ended } = await run(false);
  expect(ended).toEqual({ code: null, signal: 'SIGKILL', out: 'servers are told' });
  expect(took).toBeLessThan((QUERY_SECONDS / 2) * 1_000);
}, 90_000);

it('leaves its exit code to one whose engine has stopped', async () => {
  expect(await run(true)).toMatchObject({ code: 7, signal: null, out: 'servers are told' });
}, 60_000);
