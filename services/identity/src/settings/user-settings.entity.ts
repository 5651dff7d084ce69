import type { DisplayMode, Locale } from '@linkway/contracts';
import { Check, Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation, UpdateDateColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** What somebody has chosen; there is no row where that is nothing. */
@Entity('user_settings')
@Check('user_settings_language_check', "language IN ('en', 'vi')")
@Check('user_settings_display_mode_check', "display_mode IN ('light', 'dark', 'system')")
export class UserSettings {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_settings_pkey' })
  user_id: string;

  @OneToOne(
    () => User,
    (user) => user.settings,
    { onDelete: 'CASCADE' },
  )
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'user_settings_user_id_fkey' })
  user: Relation<User>;

  /** Of pages; a user's own, for mails, may be known without. */
  @Column('text', { nullable: true })
  language: Locale | null;

  /** A choice that is told later, as a browser had no network, does not undo one that was made after it. */
  @Column('timestamptz', { nullable: true })
  language_chosen_at: Date | null;

  /** Of pages, while it is offered; what it lacks, and mails, are in `language`. It is one choice with that. */
  @Column('text', { nullable: true })
  added_language: string | null;

  @Column('text', { nullable: true })
  display_mode: DisplayMode | null;

  @Column('timestamptz', { nullable: true })
  display_mode_chosen_at: Date | null;

  /** Of pages, as profile and settings show it; null: each browser's own. `profiles` keeps one for mails in any case. */
  @Column('text', { nullable: true })
  timezone: string | null;

  /** Of links that are made without a domain; null: the main one. */
  @Column('uuid', { nullable: true })
  default_domain: string | null;

  /** Since when links are deleted that have expired; null: they stay. */
  @Column('timestamptz', { nullable: true })
  auto_delete_links_since: Date | null;

  /** Whether what the account is told of goes to its address, too. */
  @Column('boolean', { default: true })
  email_notifications: boolean;

  /** Whether it is pushed to its browsers that take that. */
  @Column('boolean', { default: false })
  push_notifications: boolean;

  /** Privacy mode: by this the owner's browsers are known, whose visits are not counted. It opens nothing. null: it is off. */
  @Column('text', { nullable: true })
  own_visits_token: string | null;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
