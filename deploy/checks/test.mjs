// `npm test`: everything that CI checks, in a fresh clone too. Runs on Node 18 and later with nothing installed; what
// it starts runs on the locked Node 24. The last line is `N passed, N failed, N skipped`; the logs are in test-results/.
// `npm test -- NAME ...` runs only the steps whose names begin so; what those need from the others must be there.
import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureInstalled, root } from '../local/install.mjs';
import { excerptOf } from './log-excerpt.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';
import { endAll, endLeftovers, runCommand } from './processes.mjs';
import { countsOfStep, sum } from './results.mjs';
import { playwrightReport, stages } from './steps.mjs';

const say = (line) => process.stdout.write(`${line}\n`);
const logs = join(root, 'test-results');
const wanted = process.argv.slice(2);
const total = [];
/** One line each, told once more at the end: what goes before may be long. */
const failures = [];
const secondTries = [];
/** Of the stage under way. */
let failedOnce = [];
const leftBehind = [];

const memory = makeMemoryFolder();
const forgetMemory = () => memory && rmSync(memory, { recursive: true, force: true });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    endAll();
    forgetMemory();
    process.exit(130);
  });
}

const started = Date.now();
try {
  await ensureInstalled(say);
} catch (error) {
  say(error.message);
  finish([countsOfStep(false)]);
}

const env = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  NX_ISOLATE_PLUGINS: 'false',
  FORCE_COLOR: '0',
  CI: '1',
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport(root),
};
// Given by the npm that runs this script; jest and nx would take them for their own.
for (const name of Object.keys(env)) if (/^npm_(lifecycle|package)_/.test(name)) delete env[name];

rmSync(logs, { recursive: true, force: true });
for (const stage of stages(root)) {
  total.push(...(await Promise.all(stage.map((lane) => runLane([lane].flat())))).flat());
  // Of a step that was stopped: it would disturb what comes next.
  noteLeftovers();
  for (const each of failedOnce) total.push(await tryAgain(each));
  failedOnce = [];
}
total.push(checkLeftovers());
finish(total);

async function runLane(steps) {
  const counts = [];
  for (const step of steps) {
    if (wanted.length === 0 || wanted.some((start) => step.name.startsWith(start)))
      counts.push(...(await runStep(step)));
  }
  return counts;
}

/** Empty where what failed is counted when it has been tried again. */
async function runStep(step) {
  const { name, command, args, prepare, tests, lacks } = step;
  if (lacks) {
    say(`skip ${name}: ${lacks}`);
    return [{ passed: 0, failed: 0, skipped: 1 }];
  }
  const log = logOf(name);
  const from = Date.now();
  prepare?.();
  const succeeded = await run({ command, args, cwd: root }, step, log);
  const counts = countsOfStep(succeeded, tests?.());
  const ok = succeeded && counts.failed === 0;
  const figures = tests ? `, ${counts.passed} passed${counts.failed ? `, ${counts.failed} failed` : ''}` : '';
  say(`${ok ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - from) / 1000).toFixed(1)} s${figures})`);
  if (ok) return [counts];
  const told = counts.failures ?? [];
  const lines = told.length > 0 ? told.map((failure) => `${name}: ${lineOf(failure)}`) : [name];
  say(indented(told.length > 0 ? described(told) : excerptOf(log)));
  say(`     (whole log: ${log})`);
  const commands = step.again?.(told) ?? null;
  if (commands) {
    failedOnce.push({ step, counts, lines, commands });
    return [];
  }
  failures.push(...lines);
  return [counts];
}

/** Alone, once the stage is over. */
async function tryAgain({ step, counts, lines, commands }) {
  const log = logOf(`${step.name} again`);
  const from = Date.now();
  let ok = true;
  for (const each of commands) ok = (await run(each, step, log)) && (step.passed?.(each) ?? true) && ok;
  noteLeftovers();
  say(`${ok ? 'ok  ' : 'FAIL'} ${step.name}, again (${((Date.now() - from) / 1000).toFixed(1)} s)`);
  (ok ? secondTries : failures).push(...lines);
  // What did not run as something before it failed has run now.
  const ran = commands.reduce((tests, { skipped = 0 }) => tests + skipped, 0);
  if (ok) return { passed: counts.passed + counts.failed + ran, failed: 0, skipped: counts.skipped - ran };
  say(indented(excerptOf(log)));
  return counts;
}

function run({ command, args, cwd }, { onDisk, limitSeconds }, log) {
  return runCommand(command, args, {
    cwd,
    env: memory && !onDisk ? { ...env, TMPDIR: memory } : env,
    log,
    limitMs: limitSeconds * 1_000,
  });
}

function logOf(name) {
  return join(logs, `${name.replaceAll(' ', '-')}.log`);
}

function noteLeftovers() {
  for (const { pid, command } of endLeftovers()) leftBehind.push(`${pid} ${command.slice(0, 200)}`);
}

function described(failures) {
  return failures.flatMap(({ file, name, message }) => [
    `${file.replace(root, '.')}: ${name}`,
    ...message.split('\n').slice(0, 12),
  ]);
}

/** The test and the first line of what it said. */
function lineOf({ name, message }) {
  return `${name}: ${message.split('\n')[0]}`.slice(0, 300);
}

function indented(lines) {
  return lines.map((line) => `     ${line}`).join('\n');
}

function checkLeftovers() {
  const isClean = leftBehind.length === 0;
  say(`${isClean ? 'ok  ' : 'FAIL'} no process left behind`);
  if (!isClean) failures.push('a process was left behind');
  for (const line of leftBehind) say(`     ${line}`);
  return countsOfStep(isClean);
}

function finish(counts) {
  forgetMemory();
  const { passed, failed, skipped } = sum(counts);
  if (secondTries.length > 0) say(`failed, and passed when tried once more alone:\n${indented(secondTries)}`);
  if (failures.length > 0) say(`failed:\n${indented(failures)}`);
  say(`took ${Math.round((Date.now() - started) / 1000)} s`);
  say(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(failed > 0 ? 1 : 0);
}
