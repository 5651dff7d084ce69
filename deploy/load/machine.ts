import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { familySeconds } from './process-stat.ts';

const TICKS_PER_SECOND = 100;

/** CPU seconds of the whole machine since it was started: all cores together. */
export interface MachineTimes {
  readonly all: number;
  readonly busy: number;
  /** What the host gave to others instead. */
  readonly steal: number;
}

/** What happened on the machine meanwhile, as shares of all its cores. */
interface Surroundings {
  readonly steal: number;
  /** Busy with other things than what is measured and what measures it. */
  readonly others: number;
}

/** A round with more than that on the machine is said to be disturbed. */
const MOST_STEAL = 0.05;
const MOST_OTHERS = 0.15;

export function machineTimes(): MachineTimes {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '';
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND);
  const busy = user + nice + system + irq + softIrq;
  return { all: busy + idle + wait + steal, busy, steal };
}

/** `own`: CPU seconds of what was measured and of what measured it. */
function surroundings(before: MachineTimes, after: MachineTimes, own: number): Surroundings {
  const all = Math.max(after.all - before.all, 1 / TICKS_PER_SECOND);
  return {
    steal: (after.steal - before.steal) / all,
    others: Math.max(after.busy - before.busy - own, 0) / all,
  };
}

export const isDisturbed = ({ steal, others }: Surroundings): boolean => steal > MOST_STEAL || others > MOST_OTHERS;

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

export const describeMachine = ({ steal, others }: Surroundings): string =>
  `steal ${percent(steal)}, others ${percent(others)}, load ${loadavg()[0]?.toFixed(1)}`;

/** Watches the machine for as long as a round takes; `roots`: processes that are ours, with all their descendants. */
export function watchMachine(roots: readonly number[]): () => Surroundings {
  const before = { times: machineTimes(), own: familySeconds(roots) };
  return () => surroundings(before.times, machineTimes(), familySeconds(roots) - before.own);
}
