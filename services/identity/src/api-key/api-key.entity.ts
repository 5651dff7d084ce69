import type { ApiKeyPermission } from '@linkway/contracts';
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
import { User } from '../user/user.entity.js';

/** A key that programs of its owner call the API with, and how often they did so in its hour. */
@Entity('api_keys')
@Check('api_keys_permissions_check', "permissions <@ ARRAY['read', 'write']::text[]")
@Check('api_keys_domain_ids_check', 'cardinality(domain_ids) BETWEEN 1 AND 50')
export class ApiKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'api_keys_pkey' })
  id: string;

  @Index('api_keys_user_id_idx')
  @Column('uuid')
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'api_keys_user_id_fkey' })
  user: Relation<User>;

  @Column('text')
  key_name: string;

  /** SHA-256 of the key, behind a mark where the key has domains. The key itself is only with its owner. */
  @Index('api_keys_key_hash_key', { unique: true })
  @Column('bytea', { select: false })
  key_hash: Buffer;

  /** By which its owner tells it from others. */
  @Column('text')
  last_characters: string;

  @Column('text', { array: true })
  permissions: ApiKeyPermission[];

  /** That it is limited to; null: it is for all. */
  @Column('uuid', { array: true, nullable: true })
  domain_ids: string[] | null;

  @Column('boolean', { default: true })
  is_active: boolean;

  @Column('timestamptz', { nullable: true })
  expires_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  last_used_at: Date | null;

  /** The hour that requests are counted in began with the first of them; null: there was none. */
  @Column('timestamptz', { nullable: true })
  window_began_at: Date | null;

  /** Requests in it; one more than the limit, where there were more. */
  @Column('integer', { default: 0 })
  window_used: number;
}
