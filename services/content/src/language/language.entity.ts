import { Check, Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { Texts } from './texts.js';

/** A language that an administrator has added. Those that come with the product are in no table. */
@Entity('languages')
@Check('languages_texts_check', "jsonb_typeof(texts) = 'object'")
export class Language {
  /** BCP 47, in its canonical form. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'languages_pkey' })
  code: string;

  /** What it is called by those who speak it. */
  @Column('text')
  name: string;

  /** Whether it is offered. */
  @Column('boolean', { default: false })
  is_active: boolean;

  /** Those that this release does not know are among them, for the release that does. */
  @Column('jsonb', { default: {} })
  texts: Texts;

  @Column('integer', { default: 1 })
  version: number;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
