import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often something was tried since its window opened. Of no use to others after `expires_at`, but for how often it was full. */
@Entity('attempts')
export class Attempt {
  /** What is counted, then a digest of whom it is counted for: no address is stored. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'attempts_pkey' })
  key: string;

  @Column('integer')
  count: number;

  @Index('attempts_expires_at_idx')
  @Column('timestamptz')
  expires_at: Date;

  /** How many of its windows in a row came to their limit, where that makes the next one last longer. */
  @Column('integer', { default: 0 })
  times_full: number;

  /** Until when it stayed at its limit the last time. */
  @Column('timestamptz', { nullable: true })
  full_until: Date | null;
}
