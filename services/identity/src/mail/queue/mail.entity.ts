import type { Locale } from '@linkway/contracts';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { User } from '../../user/user.entity.js';

export type MailState = 'waiting' | 'sent' | 'kept' | 'failed';

/** A mail on its way. What it is filled in with, and its content, are there for as long as they are needed, and sealed. */
@Entity('mails')
@Check('mails_language_check', "language IN ('en', 'vi')")
@Check('mails_state_check', "state IN ('waiting', 'sent', 'kept', 'failed')")
@Index('mails_user_id_idx', ['user_id', 'mail', 'created_at'])
@Index('mails_kept_idx', ['created_at', 'id'], { where: "state = 'kept'" })
export class Mail {
  /** In its Message-ID, too: whoever gets it twice can tell. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mails_pkey' })
  id: string;

  /** By which it was asked for. */
  @Index('mails_key_key', { unique: true })
  @Column('text')
  key: string;

  /** Its name in the registry. */
  @Column('text')
  mail: string;

  @Column('text')
  language: Locale;

  @Column('uuid', { nullable: true })
  user_id: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'mails_user_id_fkey' })
  user: Relation<User> | null;

  @Column('text')
  recipient: string;

  /** In which times are said. */
  @Column('text', { nullable: true })
  time_zone: string | null;

  @Column('text', { default: 'waiting' })
  state: MailState;

  @Column('bytea', { nullable: true })
  variables: Buffer | null;

  /** Of a mail that is kept: subject, HTML and text. */
  @Column('bytea', { nullable: true })
  content: Buffer | null;

  @Column('integer', { default: 0 })
  attempts: number;

  @Index('mails_waiting_idx', { where: "state = 'waiting'" })
  @Column('timestamptz', { default: () => 'now()' })
  next_attempt_at: Date;

  /** Until then it is in the hands of the process that took it; a process that was killed gives it back by that. */
  @Column('timestamptz', { nullable: true })
  leased_until: Date | null;

  @Column('timestamptz')
  send_before: Date;

  /** The code of what went wrong last. */
  @Column('text', { nullable: true })
  error: string | null;

  @Index('mails_created_at_idx')
  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
