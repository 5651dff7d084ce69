import type { ThreatType } from '@linkway/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Acts that a rule counts before they are a threat. Of no use after `expires_at`. */
@Entity('threat_tallies')
export class ThreatTally {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'threat_tallies_pkey' })
  type: ThreatType;

  /** A digest of whom it is counted for. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'threat_tallies_pkey' })
  subject: string;

  @Column('integer')
  count: number;

  @Column('timestamptz', { default: () => 'now()' })
  first_at: Date;

  @Index('threat_tallies_expires_at_idx')
  @Column('timestamptz')
  expires_at: Date;
}
