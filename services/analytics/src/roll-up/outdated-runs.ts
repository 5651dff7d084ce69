import type { Scope } from '../query/scope.js';
import type { DayRun } from './roll-up.repository.js';

/** A question that began before a new addition may still read the one before it. */
const DROP_AFTER_MS = 60_000;

export const keyOf = (scope: Scope): string => `${scope.workspaceId}/${scope.linkId ?? '*'}`;

const dayKeyOf = ({ scope, day }: DayRun): string => `${keyOf(scope)}/${day}`;

interface Outdated extends DayRun {
  readonly dueAt: number;
}

/** Days whose additions before a run are to be dropped, each after a while. A later run of the same day takes the place of this one. */
export class OutdatedRuns {
  private readonly waiting = new Map<string, Outdated>();

  add(run: DayRun, now: number): void {
    const key = dayKeyOf(run);
    const known = this.waiting.get(key);
    if (known && BigInt(known.run) >= BigInt(run.run)) return;
    this.waiting.set(key, { ...run, dueAt: now + DROP_AFTER_MS });
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** What is due; it waits until it is `done`. */
  due(now: number): DayRun[] {
    return [...this.waiting.values()].filter(({ dueAt }) => dueAt <= now);
  }

  /** These were dropped. A later run that was added meanwhile waits on. */
  done(runs: readonly DayRun[]): void {
    for (const run of runs) if (this.waiting.get(dayKeyOf(run)) === run) this.waiting.delete(dayKeyOf(run));
  }
}
