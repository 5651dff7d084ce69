import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** What administrators say in the security centre: one row. */
@Entity('security_settings')
@Check('security_settings_id_check', 'id = 1')
export class SecuritySettingsRow {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'security_settings_pkey', default: 1 })
  id: number;

  /** It grows with every change. */
  @Column('integer', { default: 1 })
  version: number;

  @Column('boolean', { default: true })
  rate_limit_enabled: boolean;

  @Column('integer', { default: 60 })
  requests_per_minute: number;

  @Column('integer', { default: 6 })
  min_password_length: number;

  /** Hours. */
  @Column('integer', { default: 720 })
  session_timeout: number;

  @Column('boolean', { default: false })
  admin_two_factor_required: boolean;

  @Column('boolean', { default: false })
  email_verification_required: boolean;

  @Column('boolean', { default: false })
  ip_whitelist_enabled: boolean;

  @Column('text', { array: true, default: '{}' })
  ip_whitelist: string[];

  @Column('boolean', { default: true })
  suspicious_activity_alerts: boolean;

  @Column('timestamptz', { nullable: true })
  updated_at: Date | null;

  @Column('uuid', { nullable: true })
  updated_by: string | null;
}
