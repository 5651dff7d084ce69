import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A report of another service that was counted, so that it is not counted again. The table has the name of what was reported first. */
@Entity('flood_reports')
export class CountedReport {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'flood_reports_pkey' })
  id: string;

  @Index('flood_reports_received_at_idx')
  @Column('timestamptz', { default: () => 'now()' })
  received_at: Date;
}
