import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** The fields of /proc/PID/stat after the name, which may have spaces. */
const statOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

/** CPU seconds that a process has used, user and system, of all its threads. Linux only. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/**
 * CPU seconds of processes and all that descend from them, with those that ended meanwhile and that their parent has waited
 * for: PostgreSQL's come and go.
 */
export function familySeconds(pids: readonly number[]): number {
  const members = new Set(pids.flatMap((pid) => family(pid)));
  let ticks = 0;
  for (const pid of members) ticks += ticksOf(pid);
  return ticks / TICKS_PER_SECOND;
}

/** Of its own and of the children that it has waited for; 0 when it has just ended. */
function ticksOf(pid: number): number {
  try {
    const fields = statOf(pid);
    return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
  } catch {
    return 0;
  }
}

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib ?? 0) / 1024;
}

/** Memory in MiB, of pages that processes share the part that falls to this one; 0 for one that has ended. */
export function sharedMiB(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** A process and all its descendants. */
export function family(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = parentOf(Number(entry));
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const all = [pid];
  for (const member of all) all.push(...(children.get(member) ?? []));
  return all;
}

function parentOf(pid: number): number | null {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return null;
  }
}

/** Binds a process, with all its threads, to one core; false where that cannot be done. */
export function pin(pid: number, core: number): boolean {
  try {
    execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
