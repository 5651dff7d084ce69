import type { Outbox } from '@linkway/platform';

/** The transaction that a change, its events and its counters share. */
export type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>[0];
