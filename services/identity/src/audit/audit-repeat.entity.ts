import type { AuditRecord } from '@linkway/contracts';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** An act that is told once for all times that it happens within a while, as the first of them was told. */
@Entity('audit_repeats')
export class AuditRepeat {
  /** What was done, then a digest of whom and where. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'audit_repeats_pkey' })
  key: string;

  @Column('jsonb')
  record: AuditRecord;

  @Column('integer')
  count: number;

  @CreateDateColumn({ type: 'timestamptz' })
  first_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  last_at: Date;

  @Index('audit_repeats_expires_at_idx')
  @Column('timestamptz')
  expires_at: Date;
}
