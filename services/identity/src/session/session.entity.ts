import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  VirtualColumn,
} from 'typeorm';
import { User } from '../user/user.entity.js';

/** Of the one row of the security centre. Where it were missing nobody would be shut out by that. */
export const CONFIRMATION_ASKED = 'SELECT coalesce(bool_or(email_verification_required), false) FROM security_settings';

@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sessions_pkey' })
  id: string;

  @Index('sessions_user_id_idx')
  @Index('sessions_open_idx', { where: 'ended_at IS NULL' })
  @Column('uuid')
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'sessions_user_id_fkey' })
  user: Relation<User>;

  /** SHA-256 of the token. The token itself is only in its owner's cookie. */
  @Index('sessions_token_hash_key', { unique: true })
  @Column('bytea', { select: false })
  token_hash: Buffer;

  /** That it was used from last. */
  @Column('text')
  ip: string;

  @Column('text')
  user_agent: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  /** Moves on while the session is used. */
  @Index('sessions_expires_at_idx')
  @Column('timestamptz')
  expires_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  last_seen_at: Date;

  @Index('sessions_ended_at_idx', { where: 'ended_at IS NOT NULL' })
  @Column('timestamptz', { nullable: true })
  ended_at: Date | null;

  /** Whom an administrator, whose session it is, acts as; for nobody any more once the time below has come. */
  @Index('sessions_impersonated_user_id_idx', { where: 'impersonated_user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  impersonated_user_id: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'impersonated_user_id', foreignKeyConstraintName: 'sessions_impersonated_user_id_fkey' })
  impersonated_user: Relation<User> | null;

  @Column('timestamptz', { nullable: true })
  impersonation_ends_at: Date | null;

  /** Whether confirmed addresses are asked for in this moment; read together with the session, as every call asks. */
  @VirtualColumn({ type: 'boolean', query: () => CONFIRMATION_ASKED })
  confirmation_asked: boolean;
}
