import type { Locale } from '@linkway/contracts';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  OneToOne,
  PrimaryColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { UserSettings } from '../settings/user-settings.entity.js';
import { Profile } from './profile.entity.js';

@Entity('users')
@Check('users_role_check', "role IN ('user', 'admin')")
@Check('users_status_check', "status IN ('active', 'disabled', 'suspended')")
export class User {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'users_pkey' })
  id: string;

  /** As its owner wrote it; compared by `email_lower`. */
  @Column('text')
  email: string;

  @Index('users_email_lower_key', { unique: true })
  @Column('text')
  email_lower: string;

  @Column('text')
  full_name: string;

  /** In small letters and without marks, as it is searched for; the database writes it. */
  @Column({ type: 'text', nullable: true, select: false, insert: false, update: false })
  folded_name: string | null;

  /** Loaded only where a password is checked. null: its owner signs in with Google, and has set none. */
  @Column('text', { select: false, nullable: true })
  password_hash: string | null;

  /** How often its owner has chosen another one; not when the same was hashed anew. */
  @Column('integer', { default: 0 })
  password_changes: number;

  /** A machine made its password up: nothing else is done before its owner has chosen one. */
  @Column('boolean', { default: false })
  must_change_password: boolean;

  @Index('users_admin_idx', { where: "role = 'admin'" })
  @Column('text', { default: 'user' })
  role: 'user' | 'admin';

  @Column('text', { default: 'active' })
  status: 'active' | 'disabled' | 'suspended';

  /** When its owner showed that the address is theirs; null: not yet. */
  @Column('timestamptz', { nullable: true })
  email_verified_at: Date | null;

  /**
   * null: whoever holds the account is known to read the mail of its address, once that is confirmed. Else in which browsers the mailed
   * link was opened (SHA-256 as of a known device), until the account is entered with one of them: its password may be a stranger's.
   */
  @Column('bytea', { array: true, nullable: true })
  confirmed_devices: Buffer[] | null;

  /** In which they are written to; null: not known. */
  @Column('text', { nullable: true })
  language: Locale | null;

  /** When it is to be deleted, as its owner has asked; null: it stays. */
  @Index('users_deletion_at_idx', { where: 'deletion_at IS NOT NULL' })
  @Column('timestamptz', { nullable: true })
  deletion_at: Date | null;

  @Column('uuid')
  workspace_id: string;

  @Column('integer', { default: 1 })
  version: number;

  @OneToOne(
    () => Profile,
    (profile) => profile.user,
  )
  profile: Relation<Profile>;

  @OneToOne(
    () => UserSettings,
    (settings) => settings.user,
  )
  settings: Relation<UserSettings> | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
