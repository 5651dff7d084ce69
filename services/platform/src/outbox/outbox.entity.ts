import type { Envelope } from '@linkway/contracts';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An event that was decided on but not yet published. `id` is the envelope's, a UUIDv7, so rows sort by time. */
@Entity('outbox')
export class OutboxRow {
  @PrimaryColumn('uuid')
  id: string;

  @Column('jsonb')
  envelope: Envelope;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
