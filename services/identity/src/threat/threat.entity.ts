import type { ThreatStatus, ThreatType } from '@linkway/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../user/user.entity.js';

/** Something that a rule has found: one row for as long as it goes on. */
@Entity('threats')
@Check('threats_status_check', "status IN ('active', 'investigating', 'resolved')")
@Check('threats_alerted_by_check', "alerted_by IN ('mail', 'summary')")
@Index('threats_open_idx', ['type', 'subject'], { where: "status <> 'resolved'" })
@Index('threats_status_idx', ['status', 'type'])
@Index('threats_alert_due_idx', ['detected_at'], { where: 'alerted_at IS NULL' })
export class ThreatRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'threats_pkey' })
  id: string;

  @Column('text')
  type: ThreatType;

  /** Whom its acts are counted for: a network, or the id of an account. */
  @Column('text')
  subject: string;

  @Column('text', { nullable: true })
  ip_address: string | null;

  @Index('threats_user_id_idx', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  user_id: string | null;

  /** Its address is read from there, so that nothing of it is left with the account gone. */
  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'threats_user_id_fkey' })
  user: Relation<User> | null;

  @Column('text', { default: 'active' })
  status: ThreatStatus;

  @Column('integer')
  count: number;

  @Column('timestamptz')
  first_seen: Date;

  @Index('threats_last_seen_idx')
  @Column('timestamptz', { default: () => 'now()' })
  last_seen: Date;

  @Index('threats_detected_at_idx')
  @Column('timestamptz', { default: () => 'now()' })
  detected_at: Date;

  /** When administrators were told, or it was decided that they are not; null: not yet. */
  @Index('threats_alerted_at_idx', { where: 'alerted_by IS NOT NULL' })
  @Column('timestamptz', { nullable: true })
  alerted_at: Date | null;

  /** null: nobody was told. */
  @Column('text', { nullable: true })
  alerted_by: 'mail' | 'summary' | null;
}
