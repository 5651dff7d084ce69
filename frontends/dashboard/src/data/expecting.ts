import { asProblem } from '@linkway/kit/api';

/**
 * Sends a change with what it expects; without that where a process of the former release answers, which knows of no `expected` and refuses the
 * field: while an upgrade is under way, whoever saves last wins, as before it.
 */
export async function expecting<Change extends { expected?: unknown }, Result>(
  change: Change,
  send: (change: Change) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(change);
  } catch (error) {
    const { errors } = asProblem(error);
    const isUnknown = errors.some(({ field, code }) => field === 'expected' && code === 'request.field_unknown');
    if (change.expected === undefined || !isUnknown) throw error;
    return send({ ...change, expected: undefined });
  }
}
