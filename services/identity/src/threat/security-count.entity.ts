import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often something happened within an hour: the sum of its parts, which are several so that no two transactions wait for one row. */
@Entity('security_counts')
export class SecurityCount {
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'security_counts_pkey' })
  hour: Date;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'security_counts_pkey' })
  act: CountedAct;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'security_counts_pkey' })
  part: number;

  @Column('integer')
  count: number;
}

export type CountedAct = 'failed_sign_ins' | 'lock_outs' | 'registrations';
