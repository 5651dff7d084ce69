import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An event whose effect is in this database. */
@Entity('inbox')
export class InboxRow {
  @PrimaryColumn('uuid')
  event_id: string;

  @CreateDateColumn({ type: 'timestamptz' })
  handled_at: Date;
}
