import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A report that was counted, so that it is not counted again. */
@Entity('flood_reports')
export class FloodReport {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'flood_reports_pkey' })
  id: string;

  @Index('flood_reports_received_at_idx')
  @Column('timestamptz', { default: () => 'now()' })
  received_at: Date;
}
