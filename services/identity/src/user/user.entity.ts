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
import { Profile } from './profile.entity.js';

@Entity('users')
@Check('users_role_check', "role IN ('user', 'admin')")
@Check('users_status_check', "status IN ('active', 'disabled')")
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

  /** Loaded only where a password is checked. */
  @Column('text', { select: false })
  password_hash: string;

  @Index('users_admin_idx', { where: "role = 'admin'" })
  @Column('text', { default: 'user' })
  role: 'user' | 'admin';

  @Column('text', { default: 'active' })
  status: 'active' | 'disabled';

  @Column('uuid')
  workspace_id: string;

  @Column('integer', { default: 1 })
  version: number;

  @OneToOne(
    () => Profile,
    (profile) => profile.user,
  )
  profile: Relation<Profile>;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
