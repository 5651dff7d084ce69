import { ApiProblem } from '../api/problem';

/** A query that is answered again and again is tried twice more at once, after 1 and 2 s; then it goes on from here. */
const FIRST_MS = 4_000;
const MOST_MS = 60_000;

/** A refusal stays a refusal; only what may pass by itself is asked again. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.status < 400 || error.status >= 500 || error.status === 429;

/** In ms, after so many failures in a row, from 1. */
export const waitAfter = (failures: number): number => Math.min(MOST_MS, FIRST_MS * 2 ** (failures - 1));

/** A query, whatever it asks for. */
interface AnyQuery {
  state: { dataUpdateCount: number; errorUpdateCount: number; status: string; error: unknown };
}

/** The counts of a query when it was last answered. */
const answered = new WeakMap<AnyQuery, { answers: number; failures: number }>();

/** How often it failed since it was last answered. */
export function failuresOf(query: AnyQuery): number {
  const { dataUpdateCount: answers, errorUpdateCount: failures, status } = query.state;
  let last = answered.get(query);
  if (last?.answers !== answers) {
    last = { answers, failures: status === 'error' ? failures - 1 : failures };
    answered.set(query, last);
  }
  return failures - last.failures;
}

/** How long one waits before it is asked for again, in ms; `usual` while it does not fail. */
export function pauseOf(query: AnyQuery, usual: number | false = false): number | false {
  const failures = failuresOf(query);
  if (failures === 0) return usual;
  if (!mayPass(query.state.error)) return usual && Math.max(usual, MOST_MS);
  return waitAfter(failures);
}
