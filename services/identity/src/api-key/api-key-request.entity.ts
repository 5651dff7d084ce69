import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../user/user.entity.js';

/** That a request with an Idempotency-Key made an API key, and which. Of the key itself nothing is kept. */
@Entity('api_key_requests')
export class ApiKeyRequest {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'api_key_requests_pkey' })
  user_id: string;

  /** The Idempotency-Key. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'api_key_requests_pkey' })
  key: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'api_key_requests_user_id_fkey' })
  user: Relation<User>;

  /** SHA-256 of what was asked for. */
  @Column('text')
  request_hash: string;

  @Column('uuid')
  api_key_id: string;

  @Column('text')
  key_name: string;

  @Index('api_key_requests_created_at_idx')
  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
