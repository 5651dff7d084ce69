import type { Caller } from '@linkway/contracts';

/** Who changes something; null: a service, which is nobody. */
export const userOf = (caller: Caller): string | null => (caller.kind === 'service' ? null : caller.user_id);
