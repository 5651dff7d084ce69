import type { EventContract } from '@linkway/contracts';

/** What an event is about, by the `key` of its contract: the id of a link, a user, a domain. null: of no order. */
export function aggregateOf(contract: EventContract, data: unknown): string | null {
  if (contract.key === undefined) return null;
  const value = contract.key
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], data);
  if (typeof value !== 'string') throw new Error(`${contract.subject} has no ${contract.key}`);
  return value;
}
