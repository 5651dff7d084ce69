import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Where a customer is told of what happens to their links. */
@Entity('webhooks')
export class Webhook {
  @PrimaryColumn('uuid')
  workspace_id: string;

  @PrimaryColumn('uuid')
  id: string;

  /** Who made it, and is told when it is turned off. */
  @Column('uuid')
  user_id: string;

  @Column('text')
  url: string;

  @Column('text')
  description: string;

  @Column('text', { array: true })
  events: string[];

  /** Of bots as well, where it is told of clicks. */
  @Column('boolean', { default: false })
  bot_clicks: boolean;

  /** Sealed. */
  @Column('bytea', { select: false })
  secret: Buffer;

  /** Sealed; null: there was none, or its time is over. */
  @Column('bytea', { nullable: true, select: false })
  former_secret: Buffer | null;

  @Column('timestamptz', { nullable: true })
  former_secret_until: Date | null;

  /** Sealed: the one before the former, where both were replaced within a day. */
  @Column('bytea', { nullable: true, select: false })
  earlier_secret: Buffer | null;

  @Column('timestamptz', { nullable: true })
  earlier_secret_until: Date | null;

  @Column('boolean', { default: true })
  is_active: boolean;

  /** `owner`, `gone`, `failing`; null: it is on. */
  @Column('text', { nullable: true })
  disabled_reason: string | null;

  @Column('timestamptz', { nullable: true })
  disabled_at: Date | null;

  /** Its owner is to be told by mail that it was turned off. */
  @Column('boolean', { default: false })
  notice_due: boolean;

  /** Since when nothing went well; null: the last one did. */
  @Column('timestamptz', { nullable: true })
  failing_since: Date | null;

  /** Deliveries that went unsent since there were too many. */
  @Column('integer', { default: 0 })
  dropped_count: number;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
