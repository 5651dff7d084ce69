import { released } from './released';

/** A rule of a field. `check` says what is wrong with a value, in the person's language; null: nothing. */
export const fieldRule = <Value>(check: (value: Value) => string | null) => ({
  validator: async (_rule: unknown, value: Value): Promise<void> => {
    const fault = check(value);
    await released();
    if (fault !== null) throw new Error(fault);
  },
});
