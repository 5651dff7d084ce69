import { describeMachine, isDisturbed, watchMachine } from './machine.ts';
import { say } from './result.ts';

/** A machine may be busy for as long as it likes: then what was measured is told, and counts. */
const MOST_REPEATS = 6;

interface Rounds<T> {
  readonly count: number;
  readonly name: string;
  /** Processes that are measured or measure, with all their descendants. */
  roots(): readonly number[];
  /** `number`: of those that count, from 0. */
  measure(number: number): Promise<T>;
  describe(measured: T): string;
}

/** Measures rounds, telling each with what else the machine did; a disturbed one is done again, some times in all. */
export async function quietRounds<T>({ count, name, roots, measure, describe }: Rounds<T>): Promise<T[]> {
  const rounds: T[] = [];
  for (let repeats = 0; rounds.length < count; ) {
    const machine = watchMachine(roots());
    const measured = await measure(rounds.length);
    const state = machine();
    const again = isDisturbed(state) && repeats < MOST_REPEATS;
    say(
      `${again ? `${name}, disturbed, once more` : `${name} ${rounds.length + 1}`}: ${describe(measured)}; ${describeMachine(state)}`,
    );
    if (again) repeats += 1;
    else rounds.push(measured);
  }
  return rounds;
}
