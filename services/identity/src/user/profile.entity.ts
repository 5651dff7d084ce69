import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  OneToOne,
  PrimaryColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { User } from './user.entity.js';

/** What a user's plan allows, and what the user says about themself. */
@Entity('profiles')
@Check('profiles_subscription_type_check', "subscription_type IN ('basic', 'premium')")
@Check('profiles_monthly_links_limit_check', 'monthly_links_limit >= 0')
export class Profile {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'profiles_pkey' })
  user_id: string;

  @OneToOne(
    () => User,
    (user) => user.profile,
    { onDelete: 'CASCADE' },
  )
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'profiles_user_id_fkey' })
  user: Relation<User>;

  @Column('text', { default: 'basic' })
  subscription_type: 'basic' | 'premium';

  @Column('timestamptz', { nullable: true })
  subscription_end_date: Date | null;

  @Column('integer', { default: 50 })
  monthly_links_limit: number;

  /** Of mails: the last that was chosen, which stays when no zone is chosen any more; what is chosen now is in the settings. */
  @Column('text', { default: 'Asia/Ho_Chi_Minh' })
  timezone: string;

  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text', { nullable: true })
  avatar_url: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
