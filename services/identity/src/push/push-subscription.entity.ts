import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Session } from '../session/session.entity.js';
import { User } from '../user/user.entity.js';

/** A browser that takes pushes of an account, for as long as the session lasts that it was asked in. */
@Entity('push_subscriptions')
export class PushSubscription {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'push_subscriptions_pkey' })
  id: string;

  @Index('push_subscriptions_user_id_idx')
  @Column('uuid')
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'push_subscriptions_user_id_fkey' })
  user: Relation<User>;

  @Index('push_subscriptions_session_id_idx')
  @Column('uuid')
  session_id: string;

  @ManyToOne(() => Session, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'push_subscriptions_session_id_fkey' })
  session: Relation<Session>;

  /** Where the browser's push service takes them: whoever knows it and the keys may write to the browser. */
  @Column('text')
  endpoint: string;

  /** SHA-256 of it: a browser is there once. */
  @Index('push_subscriptions_endpoint_hash_key', { unique: true })
  @Column('bytea')
  endpoint_hash: Buffer;

  /** Base64url, as the browser gave them: what is sent is encrypted for it alone. */
  @Column('text')
  p256dh: string;

  @Column('text')
  auth: string;

  @Column('text')
  user_agent: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  /** When its push service last took something; null: not yet. */
  @Column('timestamptz', { nullable: true })
  last_success_at: Date | null;
}
