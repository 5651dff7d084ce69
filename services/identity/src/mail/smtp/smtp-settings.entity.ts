import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The server that mails leave by: one row, or none. */
@Entity('smtp_settings')
@Check('smtp_settings_id_check', 'id = 1')
export class SmtpSettings {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'smtp_settings_pkey', default: 1 })
  id: number;

  @Column('text')
  host: string;

  @Column('integer')
  port: number;

  @Column('boolean')
  secure: boolean;

  @Column('text')
  username: string;

  /** Sealed. */
  @Column('bytea', { nullable: true })
  password: Buffer | null;

  @Column('text')
  from_email: string;

  @Column('text')
  from_name: string;

  @Column('boolean')
  enabled: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;

  @Column('uuid', { nullable: true })
  updated_by: string | null;
}
