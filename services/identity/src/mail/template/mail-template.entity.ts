import type { Locale } from '@linkway/contracts';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The text that an administrator has given a mail, in place of the registry's. */
@Entity('mail_templates')
@Check('mail_templates_language_check', "language IN ('en', 'vi')")
export class EditedMailText {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'mail_templates_pkey' })
  mail: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'mail_templates_pkey' })
  language: Locale;

  @Column('text')
  subject: string;

  @Column('text')
  html_content: string;

  @Column('text')
  text_content: string;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;

  @Column('uuid', { nullable: true })
  updated_by: string | null;
}
