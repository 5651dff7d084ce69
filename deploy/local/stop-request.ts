import { readFileSync } from 'node:fs';
import { commandLine, isAlive } from '@linkway/platform/embedded';

/**
 * Calls back once when this run is to end: a signal, the wrapper that runs it on Node 24 is gone, or the npm that started
 * it is. npm and the shell between may die without passing on the signal.
 */
export function onStopRequest(stop: (reason: string) => void): void {
  let asked = 0;
  const request = (reason: string) => {
    const now = Date.now();
    if (asked === 0) {
      asked = now;
      stop(reason);
    } else if (now - asked > 1_000 && reason.startsWith('SIG')) {
      // A second Ctrl-C; the terminal and npm may both pass on the first one, hence the second between.
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => request(signal));
  }
  process.once('disconnect', () => request('the starting process is gone'));
  const ancestors = process.env.npm_lifecycle_event ? npmAncestors(process.ppid) : [];
  if (ancestors.length > 0) {
    const timer = setInterval(() => {
      if (process.ppid !== ancestors[0] || !ancestors.every(isAlive)) {
        clearInterval(timer);
        request('npm is gone');
      }
    }, 500);
    timer.unref();
  }
}

/** The processes from our parent up to npm; empty when npm is not above us. */
export function npmAncestors(parent: number, describe = describeProcess): number[] {
  const chain: number[] = [];
  for (let pid = parent; pid > 1 && chain.length < 4; ) {
    chain.push(pid);
    const { command, parent: above } = describe(pid);
    if (/\bnpm\b/.test(command) && !/\bsh\b.* -c /.test(command)) {
      return chain;
    }
    pid = above;
  }
  return [];
}

function describeProcess(pid: number): { command: string; parent: number } {
  return { command: commandLine(pid), parent: parentOf(pid) };
}

/** Fourth field of /proc/PID/stat, after the name in parentheses; 0 where there is no /proc. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
