import type { Locale } from '@linkway/contracts';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

export type MailPurpose = 'confirmation' | 'reset_password' | 'lockout_notice';

/**
 * That somebody is to be written to, if the address has an account. It is stored and answered without looking, so that neither text nor
 * time tells who has one; whether there is a mail to send is found out afterwards.
 */
@Entity('mail_requests')
@Index('mail_requests_attempts_idx', ['attempts', 'created_at'])
export class MailRequest {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mail_requests_pkey' })
  id: string;

  @Column('text')
  purpose: MailPurpose;

  @Column('text')
  email_lower: string;

  /** That of the page; null: the owner's. */
  @Column('text', { nullable: true })
  language: Locale | null;

  /** What the mail tells of lasts so long. */
  @Column('timestamptz', { nullable: true })
  until: Date | null;

  /** That it was asked for from, for the audit log. */
  @Column('text', { nullable: true })
  ip: string | null;

  @Column('integer', { default: 0 })
  attempts: number;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
