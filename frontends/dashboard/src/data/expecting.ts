import { asProblem } from '@linkway/kit/api';

/**
 * Sends a change that says what it expects. While an update is rolled out, a process of the former release may answer, which knows of no
 * `expected` and refuses it: that is sent the change without, as the page of its own release would.
 */
export async function expecting<Sent extends { expected?: object }, Answer>(
  change: Sent,
  send: (change: Sent) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(change);
  } catch (error) {
    const isOfFormer = asProblem(error).errors.some(
      // A gateway of this release before a service of the former one names it within what is forwarded.
      ({ field, code }) => /(^|\.)expected$/.test(field) && code === 'request.field_unknown',
    );
    if (change.expected === undefined || !isOfFormer) throw error;
    return send({ ...change, expected: undefined });
  }
}

/**
 * As `change` answers. Where somebody else has changed it meanwhile, `takeOver` is done before that is told, and what that fails by is told
 * instead: it may be deleted by now.
 */
export async function orTakeOver<Answer>(change: Promise<Answer>, takeOver: () => Promise<void>): Promise<Answer> {
  try {
    return await change;
  } catch (error) {
    if (asProblem(error).code === 'request.changed_meanwhile') await takeOver();
    throw error;
  }
}
