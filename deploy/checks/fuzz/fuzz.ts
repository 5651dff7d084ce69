import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Harness } from '@linkway/local/harness';
import { type Caller, callers } from './callers.ts';
import { settings } from './settings.ts';

const PROGRAM = 'schemathesis';
const REQUESTS = 20_000;
const REQUESTS_SHORT = 2_000;
/** What a deviation from the document is. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
const UNLIMITED = {
  RATE_LIMIT_PER_MINUTE: '10000000',
  CHANGES_PER_HOUR: '1000000000',
  API_KEY_REQUESTS_PER_HOUR: '1000000000',
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Sends requests to a fresh node until there were enough of them; each answer has to be one that the document tells of. */
export async function fuzz(short: boolean): Promise<void> {
  if (spawnSync(PROGRAM, ['--version']).status !== 0)
    throw new Error('Schemathesis is missing: pip install schemathesis');
  const least = short ? REQUESTS_SHORT : REQUESTS;
  const folder = mkdtempSync(join(tmpdir(), 'linkway-fuzz-'));
  const node = await Harness.start({ environment: UNLIMITED });
  try {
    await node.liftRateLimit();
    const who = await callers(node.web);
    let requests = 0;
    let failed = 0;
    for (let seed = 1; requests < least && failed === 0; seed += 1) {
      for (const caller of who) {
        const run = await ask(node.web, caller, { seed, folder, short });
        requests += run.requests;
        if (!run.passed || run.requests === 0) failed += 1;
        say(
          `${caller.name}, seed ${seed}: ${run.requests} requests, ${run.passed ? 'all answered as documented' : 'not all answered as documented'}`,
        );
      }
    }
    say(
      JSON.stringify({
        name: 'fuzz',
        value: requests,
        unit: 'requests',
        target: `>= ${least}, each answered as documented`,
        pass: failed === 0,
      }),
    );
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    await node.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Run {
  seed: number;
  folder: string;
  short: boolean;
}

async function ask(web: string, { name, headers, without, links }: Caller, { seed, folder, short }: Run) {
  const file = join(folder, `${name}.toml`);
  writeFileSync(file, settings(links));
  const child = spawn(
    PROGRAM,
    [
      `--config-file=${file}`,
      'run',
      `${web}/api/openapi.json`,
      `--checks=${CHECKS.join(',')}`,
      // The others send the same each time.
      `--phases=${seed === 1 ? 'examples,coverage,fuzzing,stateful' : 'fuzzing,stateful'}`,
      `--seed=${seed}`,
      `--max-examples=${short ? 5 : 60}`,
      '--continue-on-failure',
      '--no-color',
      '--warnings=off',
      // Else it would sign in as nobody.
      '--generation-with-security-parameters=false',
      ...without.map((operation) => `--exclude-operation-id=${operation}`),
      ...Object.entries(headers).map(([header, value]) => `--header=${header}: ${value}`),
    ],
    // It leaves files where it is run.
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) say(told);
  return {
    passed: code === 0,
    requests: Number(/Test cases:\s+(\d[\d,]*) generated/.exec(told)?.[1]?.replaceAll(',', '') ?? 0),
  };
}
