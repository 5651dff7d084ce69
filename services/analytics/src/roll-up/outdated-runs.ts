import type { Scope } from '../query/scope.js';
import type { DayRun } from './roll-up.repository.js';

/** A question that began before a new addition may still read the one before it. */
const DROP_AFTER_MS = 60_000;

export const keyOf = (scope: Scope): string => `${scope.workspaceId}/${scope.linkId ?? '*'}`;

interface Outdated extends DayRun {
  readonly dueAt: number;
}

/** Days whose additions before a run are to be dropped, each after a while. A later run of the same day takes the place of this one. */
export class OutdatedRuns {
  private readonly waiting = new Map<string, Outdated>();

  add(run: DayRun, now: number): void {
    const key = `${keyOf(run.scope)}/${run.day}`;
    const known = this.waiting.get(key);
    if (known && BigInt(known.run) >= BigInt(run.run)) return;
    this.waiting.set(key, { ...run, dueAt: now + DROP_AFTER_MS });
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** What is due, by scope, and no longer waiting. */
  take(now: number): { scope: Scope; runs: DayRun[] }[] {
    const due = new Map<string, { scope: Scope; runs: DayRun[] }>();
    for (const [key, run] of this.waiting) {
      if (run.dueAt > now) continue;
      this.waiting.delete(key);
      const entry = due.get(keyOf(run.scope)) ?? { scope: run.scope, runs: [] };
      entry.runs.push(run);
      due.set(keyOf(run.scope), entry);
    }
    return [...due.values()];
  }
}
