import type { EventContract, EventData } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { runStatement, type Statement } from '../database/statement.js';
import { EventPublisher } from '../events/event-publisher.js';
import { refuseLate } from '../rpc/patience.js';
import { aggregateOf } from './aggregate.js';
import { OutboxRelay } from './outbox.relay.js';
import { type NewRow, OutboxRepository } from './outbox.repository.js';

export interface EmitOptions {
  /** Events of one aggregate leave in the order of their changes; by default what the contract's `key` names. */
  aggregate?: string | null;
}

/** With so many events waiting to be published, those of today's changes go first. */
const MANY = 1_000;

/** Id, envelope and aggregate of an event, as parameters of a statement. */
export type OutboxValues = readonly [id: string, envelope: string, aggregate: string | null];

/** As `storedIn`, of the rows of `from`, which have the columns `event_id`, `envelope` (jsonb) and `aggregate`, and in the order of `by`. */
export const eachStoredIn = (from: string, by: string): string =>
  `INSERT INTO outbox (id, envelope, aggregate) SELECT event_id, envelope, aggregate FROM ${from} ORDER BY ${by} RETURNING 1`;

/**
 * The part of a statement that stores an event with the change that it tells of: once for each row of `from`, with
 * `OutboxValues` as its parameters from number `first` on.
 */
export const storedIn = (from: string, first: number): string =>
  `INSERT INTO outbox (id, envelope, aggregate) SELECT $${first}::uuid, $${first + 1}::jsonb, $${first + 2}::text FROM ${from}`;

export type Emit = <C extends EventContract>(contract: C, data: EventData<C>, options?: EmitOptions) => void;

/** The only way for an event to leave a service that owns data: written with the change, published after it. */
@Injectable()
export class Outbox {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly publisher: EventPublisher,
    private readonly repository: OutboxRepository,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Runs `work` in a transaction; what it emits is stored in the same one and published soon after the commit. Throws
   * `service.timeout`, and nothing has changed, where the request that it is done for has no caller left.
   */
  async transaction<T>(work: (manager: EntityManager, emit: Emit) => Promise<T>): Promise<T> {
    const rows: NewRow[] = [];
    const emit: Emit = (contract, data, { aggregate = aggregateOf(contract, data) } = {}) => {
      rows.push({ envelope: this.publisher.envelope(contract, data), aggregate });
    };
    const result = await this.database.transaction(async (manager) => {
      rows.length = 0;
      // There was a connection to wait for, and locks: what nobody waits for any more is not begun, and not kept.
      refuseLate();
      const value = await work(manager, emit);
      if (rows.length > 0) await this.repository.store(manager, rows);
      refuseLate();
      return value;
    });
    if (rows.length > 0) this.relay.stored();
    return result;
  }

  /** An event as the outbox keeps it. */
  eventOf<C extends EventContract>(contract: C, data: EventData<C>): NewRow & { id: string } {
    const envelope = this.publisher.envelope(contract, data);
    return { id: envelope.id, envelope, aggregate: aggregateOf(contract, data) };
  }

  /** What `storedIn` takes for an event. */
  valuesOf<C extends EventContract>(contract: C, data: EventData<C>): OutboxValues {
    const { id, envelope, aggregate } = this.eventOf(contract, data);
    return [id, JSON.stringify(envelope), aggregate];
  }

  /**
   * Does a change in one statement that stores its event as well (`storedIn`); without rows in its answer nothing was changed. Throws `service.timeout`, and
   * nothing has changed, where nobody waits any more by the time that there is a connection. `hasStored`: of a statement that answers rows
   * without having stored an event, too.
   */
  async statement<R>(
    statement: Statement,
    values: () => readonly unknown[],
    hasStored: (rows: readonly R[]) => boolean = (rows) => rows.length > 0,
  ): Promise<R[]> {
    const rows = await runStatement<R>(this.database, statement, values, refuseLate);
    if (hasStored(rows)) this.relay.stored();
    return rows;
  }

  /** Whether whoever tells of many rows has to wait: a change that somebody makes now would leave after all of them. */
  isFull(): Promise<boolean> {
    return this.repository.hasAtLeast(MANY);
  }
}
