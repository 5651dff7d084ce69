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
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'profiles_pkey' })
  userId: string;

  @OneToOne(
    () => User,
    (user) => user.profile,
    { onDelete: 'CASCADE' },
  )
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'profiles_user_id_fkey' })
  user: Relation<User>;

  @Column('text', { name: 'subscription_type', default: 'basic' })
  subscriptionType: 'basic' | 'premium';

  @Column('timestamptz', { name: 'subscription_end_date', nullable: true })
  subscriptionEndDate: Date | null;

  @Column('integer', { name: 'monthly_links_limit', default: 50 })
  monthlyLinksLimit: number;

  @Column('text', { default: 'Asia/Ho_Chi_Minh' })
  timezone: string;

  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text', { name: 'avatar_url', nullable: true })
  avatarUrl: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
