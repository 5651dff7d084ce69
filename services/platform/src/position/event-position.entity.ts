import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far this database came in a stream: the effects of all messages up to `sequence` are in it. */
@Entity('event_positions')
export class EventPositionRow {
  @PrimaryColumn('text')
  stream: string;

  /** When the stream was made: another one may have its name. */
  @Column('timestamptz')
  created: Date;

  @Column('bigint')
  sequence: string;

  @Column('timestamptz')
  at: Date;

  /** When a consumer was set back to `sequence` last. */
  @Column('timestamptz', { nullable: true })
  rewound_at: Date | null;
}
