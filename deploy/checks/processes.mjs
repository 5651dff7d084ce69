// Starting the steps of a test run, and ending all that they leave behind.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Everything that a run starts inherits this; it is how what was left behind is told from the machine's other work. */
export const runMark = `LINKWAY_TEST_RUN=${randomUUID()}`;
const running = new Set();

/** Runs a command with its output in `log`; resolves to true when it ended well within `limitMs`. */
export function runCommand(command, args, { cwd, env, log, limitMs }) {
  mkdirSync(dirname(log), { recursive: true });
  const output = createWriteStream(log, { flags: 'a' });
  output.write(`$ ${[command, ...args].join(' ')}\n`);
  return new Promise((resolve) => {
    const [name, value] = runMark.split('=');
    const child = spawn(command, args, {
      cwd,
      env: { ...env, [name]: value },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child.pid);
    child.stdout.pipe(output, { end: false });
    child.stderr.pipe(output, { end: false });
    const timer = setTimeout(() => {
      output.write(`\nstopped: took longer than ${limitMs / 1000} s\n`);
      endGroup(child.pid);
    }, limitMs);
    const done = (succeeded) => {
      clearTimeout(timer);
      endGroup(child.pid);
      running.delete(child.pid);
      output.end(() => resolve(succeeded));
    };
    child.once('error', (error) => {
      output.write(`${error.message}\n`);
      done(false);
    });
    child.once('exit', (code) => done(code === 0));
  });
}

/** What an earlier step started is not to disturb a later one. */
function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error;
  }
}

export function endAll() {
  for (const pid of running) endGroup(pid);
  endLeftovers();
}

/** Processes of this run that are still there, as `pid command`; only where /proc tells it. */
export function leftovers() {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(runMark)) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return command ? [{ pid: Number(pid), command }] : [];
      } catch {
        return []; // gone meanwhile, or another account's
      }
    });
}

export function endLeftovers() {
  const left = leftovers();
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
  return left;
}
