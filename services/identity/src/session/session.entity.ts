import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../user/user.entity.js';

@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sessions_pkey' })
  id: string;

  @Index('sessions_user_id_idx')
  @Column('uuid', { name: 'user_id' })
  userId: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'sessions_user_id_fkey' })
  user: Relation<User>;

  /** SHA-256 of the token. The token itself is only in its owner's cookie. */
  @Index('sessions_token_hash_key', { unique: true })
  @Column('bytea', { name: 'token_hash', select: false })
  tokenHash: Buffer;

  @Column('text')
  ip: string;

  @Column('text', { name: 'user_agent' })
  userAgent: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** Moves on while the session is used. */
  @Index('sessions_expires_at_idx')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'last_seen_at', default: () => 'now()' })
  lastSeenAt: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt: Date | null;
}
