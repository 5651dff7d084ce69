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

export type AccountLinkPurpose = 'confirm_email' | 'reset_password';

/** A link that was sent to the address of an account: whoever has it, has that address. */
@Entity('account_links')
@Check('account_links_purpose_check', "purpose IN ('confirm_email', 'reset_password')")
@Index('account_links_user_id_idx', ['user_id', 'purpose'])
export class AccountLink {
  /** SHA-256 of the token, which is in the mail alone. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'account_links_pkey' })
  token_hash: Buffer;

  @Column('text')
  purpose: AccountLinkPurpose;

  @Column('uuid')
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'account_links_user_id_fkey' })
  user: Relation<User>;

  /** That it was sent to. */
  @Column('text')
  email_lower: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @Index('account_links_expires_at_idx')
  @Column('timestamptz')
  expires_at: Date;

  @Column('timestamptz', { nullable: true })
  used_at: Date | null;
}
