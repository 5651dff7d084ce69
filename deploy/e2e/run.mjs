// `npm run e2e`: every test in single-process mode, then the main flow with each service in its own process.
// With LINKWAY_E2E_MODE set, every test in that mode. Arguments go to Playwright: `npm run e2e -- tests/guest.spec.ts`.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = import.meta.dirname;
const results = join(folder, 'test-results');
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
const wanted = process.env.LINKWAY_E2E_MODE;
const given = process.argv.slice(2);
/** The look at every screen has a report of its own, and so have the containers. */
const name = given.includes('--config=look.config.ts') ? 'look' : wanted === 'containers' ? 'containers' : 'report';
const reportOf = (mode) => join(results, `${name}-${mode}.json`);

const runs = wanted
  ? [{ mode: wanted, args: given }]
  : given.length > 0
    ? [{ mode: 'single', args: given }]
    : [
        { mode: 'single', args: [] },
        { mode: 'processes', args: ['--grep', '@main|@processes'] },
      ];

function run(mode, args) {
  rmSync(reportOf(mode), { force: true });
  const child = spawn(process.execPath, [playwright, 'test', ...args], {
    cwd: folder,
    stdio: 'inherit',
    // A report of its own for each mode, wherever the caller wants the whole one.
    env: { ...process.env, LINKWAY_E2E_MODE: mode, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(mode) },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/** One report of all runs, with the counts added up. */
function merge(modes) {
  const reports = modes
    .map((mode) => reportOf(mode))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const sum = (key) => reports.reduce((total, { stats }) => total + stats[key], 0);
  return {
    suites: reports.flatMap(({ suites }) => suites),
    errors: reports.flatMap(({ errors }) => errors),
    stats: Object.fromEntries(['expected', 'unexpected', 'flaky', 'skipped', 'duration'].map((key) => [key, sum(key)])),
  };
}

mkdirSync(results, { recursive: true });
let failed = false;
for (const { mode, args } of runs) {
  process.stdout.write(`e2e: ${mode}\n`);
  failed = (await run(mode, args)) !== 0 || failed;
}
const report = merge(runs.map(({ mode }) => mode));
writeFileSync(join(results, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
const { expected, flaky, unexpected } = report.stats;
process.stdout.write(
  `${name === 'report' ? 'e2e' : name}: ${expected + flaky} passed (${flaky} at the second try), ${unexpected} failed\n`,
);
process.exitCode = failed ? 1 : 0;
