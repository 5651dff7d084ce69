import type { WebhookDeliveryState } from '@linkway/contracts';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A message to one webhook, and how far it has come. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  webhook_id: string;

  @Column('uuid')
  workspace_id: string;

  @Column('text')
  event: string;

  /** Of what it tells of: a webhook is told of that once. */
  @Column('uuid')
  event_id: string;

  @Column('timestamptz')
  occurred_at: Date;

  /** The data of that event, which the body is made of. */
  @Column('jsonb')
  source: unknown;

  @Column('text', { default: 'pending' })
  state: WebhookDeliveryState;

  /** Its webhook is off or its plan has ended: nobody looks at it until that is over. */
  @Column('boolean', { default: false })
  is_held: boolean;

  /** All that were ever begun: tells an attempt from a later one. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** How many pauses there were since it was asked for. */
  @Column('integer', { default: 0 })
  step: number;

  /** Whoever sends it puts it off meanwhile: of one that is killed another takes it then. */
  @Column('timestamptz', { default: () => 'now()' })
  next_attempt_at: Date;

  @Column('timestamptz', { nullable: true })
  last_attempt_at: Date | null;

  @Column('integer', { nullable: true })
  response_status: number | null;

  @Column('integer', { nullable: true })
  response_ms: number | null;

  @Column('text', { nullable: true })
  response_excerpt: string | null;

  @Column('text', { nullable: true })
  error: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
