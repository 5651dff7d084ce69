// Runs jest for the project in the current folder, with the ESM loader that Nest 12 needs, and ends it when a file hangs.
// `--together src` or `--together test` runs the test files of that part in groups, unless files are asked for.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { FileWatch } from './file-watch.mjs';
import { leaveJestResult } from './results.mjs';
import { writeGroups } from './together.mjs';

const LOOK_MS = 5_000;
const path = (file) => fileURLToPath(new URL(file, import.meta.url));
const reports = join(process.cwd(), 'test-results');
mkdirSync(reports, { recursive: true });
const [part, given] = takeOption(process.argv.slice(2), '--together');
const asked = given.filter((arg) => !arg.startsWith('-') || arg.startsWith('--testPath'));
const chosen =
  part === undefined ? given : asked.length > 0 ? given : ['--testMatch', writeGroups(process.cwd(), part), ...given];
const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    '--report-on-signal',
    `--report-directory=${reports}`,
    '--report-exclude-env',
    '--report-exclude-network',
    path('../../node_modules/jest/bin/jest.js'),
    ...(process.argv.includes('--config') ? [] : ['--config', path('./jest.config.mjs')]),
    '--passWithNoTests',
    ...chosen,
  ],
  { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
);
const watch = new FileWatch();
let ending = false;
jest.on('message', (told) => watch.take(told));
const looking = setInterval(() => {
  const hung = watch.hung();
  if (hung.length > 0) void end(hung);
}, LOOK_MS);
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => jest.kill(name));
jest.on('exit', (status) => {
  if (!ending) process.exit(status ?? 1);
});

/** @returns the option's value, undefined where it is not given, and the other arguments */
function takeOption(args, name) {
  const at = args.indexOf(name);
  return at === -1 ? [undefined, args] : [args[at + 1], args.toSpliced(at, 2)];
}

async function end(hung) {
  clearInterval(looking);
  ending = true;
  const processes = [jest.pid, ...workersOf(jest.pid)];
  process.stderr.write(`did not end: ${hung.join(', ')}\n${processes.map(threadsOf).join('\n')}\n`);
  // Where its JavaScript stands, in test-results/report.*.json; a process that hangs natively writes none.
  for (const pid of processes) signal(pid, 'SIGUSR2');
  await delay(2_000);
  for (const pid of processes) signal(pid, 'SIGKILL');
  leaveJestResult(process.cwd(), watch.resultOf(hung));
  process.exit(1);
}

/** One that has ended meanwhile need not be told. */
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** Those that jest runs files in; servers that a test started are none of them. */
function workersOf(pid) {
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.filter((child) => textOf(`/proc/${child}/cmdline`).includes('jest-worker'));
}

/** Empty where the process is gone, or there is no /proc. */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** What each thread waits for, where /proc tells it. */
function threadsOf(pid) {
  const read = (thread, what) => readFileSync(`/proc/${pid}/task/${thread}/${what}`, 'utf8').trim();
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => `  ${thread} ${read(thread, 'comm')}: ${read(thread, 'wchan')} ${read(thread, 'syscall')}`)
      .join('\n');
  } catch (error) {
    return `  (its threads are not told: ${error.message})`;
  }
}
