import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Notification } from '../notification/notification.entity.js';
import { PushSubscription } from './push-subscription.entity.js';

/** A notification on its way to a browser; the row goes with the end of its way. */
@Entity('pushes')
export class Push {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pushes_pkey' })
  notification_id: string;

  @ManyToOne(() => Notification, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'notification_id', foreignKeyConstraintName: 'pushes_notification_id_fkey' })
  notification: Relation<Notification>;

  @Index('pushes_subscription_id_idx')
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pushes_pkey' })
  subscription_id: string;

  @ManyToOne(() => PushSubscription, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'subscription_id', foreignKeyConstraintName: 'pushes_subscription_id_fkey' })
  subscription: Relation<PushSubscription>;

  /** Of the account: one at a time of each is in the hands of a process. */
  @Column('uuid')
  user_id: string;

  @Column('integer', { default: 0 })
  attempts: number;

  @Index('pushes_due_idx')
  @Column('timestamptz', { default: () => 'now()' })
  next_attempt_at: Date;

  /** Until then it is in the hands of the process that took it. */
  @Column('timestamptz', { nullable: true })
  leased_until: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
