import type { Envelope } from '@linkway/contracts';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event that was decided on but not yet published. `id` is the envelope's and the message's. */
@Entity('outbox')
@Index('outbox_aggregate', ['aggregate', 'position'], { where: 'aggregate IS NOT NULL' })
export class OutboxRow {
  @PrimaryColumn('uuid') id: string;
  @Column('jsonb') envelope: Envelope;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  /** The order in which rows were stored: within an aggregate the order of its changes. A bigint, so text. */
  @Index('outbox_position')
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'BY DEFAULT' })
  position: string;
  /** What the event is about: its events leave in order. null: of no order. */
  @Column('text', { nullable: true }) aggregate: string | null;
  /** How often it was refused; an outage does not count. */
  @Column('integer', { default: 0 }) attempts: number;
  /** Not before; null: at once. */
  @Index('outbox_waiting', { where: 'next_attempt_at IS NOT NULL' })
  @Column('timestamptz', { nullable: true })
  next_attempt_at: Date | null;
  @Column('text', { nullable: true }) last_error: string | null;
}

/** An event that was refused too often. It waits for an operator: see set-aside.ts. */
@Entity('outbox_set_aside')
export class SetAsideRow {
  @PrimaryColumn('uuid') id: string;
  @Column('jsonb') envelope: Envelope;
  @Column('text', { nullable: true }) aggregate: string | null;
  @Column('integer') attempts: number;
  @Column('text') last_error: string;
  @Column('timestamptz') created_at: Date;
  @CreateDateColumn({ type: 'timestamptz' }) set_aside_at: Date;
}
