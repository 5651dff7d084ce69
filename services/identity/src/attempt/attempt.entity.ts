import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often something was tried since its window opened. Of no use to others after `expires_at`. */
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
}
