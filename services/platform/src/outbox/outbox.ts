import type { EventContract, EventData } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { EventPublisher } from '../events/event-publisher.js';
import { OutboxRow } from './outbox.entity.js';
import { OutboxRelay } from './outbox.relay.js';

export type Emit = <C extends EventContract>(contract: C, data: EventData<C>) => void;

/** The only way for an event to leave a service that owns data: written with the change, published after it. */
@Injectable()
export class Outbox {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly publisher: EventPublisher,
    private readonly relay: OutboxRelay,
  ) {}

  /** Runs `work` in a transaction; what it emits is stored in the same one and published soon after the commit. */
  async transaction<T>(work: (manager: EntityManager, emit: Emit) => Promise<T>): Promise<T> {
    const rows: Pick<OutboxRow, 'id' | 'envelope'>[] = [];
    const emit: Emit = (contract, data) => {
      const envelope = this.publisher.envelope(contract, data);
      rows.push({ id: envelope.id, envelope });
    };
    const result = await this.database.transaction(async (manager) => {
      rows.length = 0;
      const value = await work(manager, emit);
      for (const row of rows) {
        await manager.query('INSERT INTO outbox (id, envelope) VALUES ($1, $2)', [
          row.id,
          JSON.stringify(row.envelope),
        ]);
      }
      return value;
    });
    if (rows.length > 0) this.relay.kick();
    return result;
  }
}
