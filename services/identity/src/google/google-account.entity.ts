import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../user/user.entity.js';

/** That a Google account opens an account here. Google's accounts are told apart by their subject: addresses pass from one to another. */
@Entity('google_accounts')
export class GoogleAccount {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'google_accounts_pkey' })
  issuer: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'google_accounts_pkey' })
  subject: string;

  @Index('google_accounts_user_id_idx')
  @Column('uuid')
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'google_accounts_user_id_fkey' })
  user: Relation<User>;

  @CreateDateColumn({ type: 'timestamptz' })
  linked_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  last_used_at: Date;
}
