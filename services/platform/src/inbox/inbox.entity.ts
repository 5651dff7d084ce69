import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An event whose effect, of one handler, is in this database. */
@Entity('inbox')
export class InboxRow {
  @PrimaryColumn('uuid')
  event_id: string;

  /** Empty: handled by a release that had one handler for an event. */
  @PrimaryColumn('text', { default: '' })
  handler: string;

  @CreateDateColumn({ type: 'timestamptz' })
  handled_at: Date;
}
