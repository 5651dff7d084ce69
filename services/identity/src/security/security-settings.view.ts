import type { SecurityPolicy, SecuritySettings } from '@linkway/contracts';
import type { BlockedAddressRow } from './blocked-address.entity.js';
import type { SecuritySettingsRow } from './security-settings.entity.js';

/** Of the one policy of an installation. */
const POLICY_ID = '01995000-0000-7000-8000-000000000001';

type Settings = Required<Omit<SecuritySettings, 'updated_at'>>;

const settingsOf = (row: SecuritySettingsRow): Settings => ({
  rate_limit_enabled: row.rate_limit_enabled,
  requests_per_minute: row.requests_per_minute,
  min_password_length: row.min_password_length,
  session_timeout: row.session_timeout,
  admin_two_factor_required: row.admin_two_factor_required,
  email_verification_required: row.email_verification_required,
  ip_whitelist_enabled: row.ip_whitelist_enabled,
  ip_whitelist: row.ip_whitelist,
  suspicious_activity_alerts: row.suspicious_activity_alerts,
});

export const securitySettings = (row: SecuritySettingsRow): SecuritySettings => ({
  ...settingsOf(row),
  updated_at: row.updated_at?.toISOString() ?? null,
});

export function securityPolicy(row: SecuritySettingsRow, blocked: readonly BlockedAddressRow[]): SecurityPolicy {
  // Identity alone sends mails.
  const { suspicious_activity_alerts: _, ...held } = settingsOf(row);
  return {
    policy_id: POLICY_ID,
    version: row.version,
    ...held,
    blocked: blocked.map(({ address, expires_at }) => ({ address, expires_at: expires_at?.toISOString() ?? null })),
  };
}

export interface SettingChange {
  readonly changed: keyof Settings;
  readonly from: string | number | boolean;
  readonly to: string | number | boolean;
}

/** What became otherwise, field by field; a list is told as a line. */
export function settingChanges(former: SecuritySettingsRow, next: SecuritySettingsRow): SettingChange[] {
  const [before, after] = [settingsOf(former), settingsOf(next)];
  return (Object.keys(before) as (keyof Settings)[])
    .map((changed) => ({ changed, from: told(before[changed]), to: told(after[changed]) }))
    .filter(({ from, to }) => from !== to);
}

const told = (value: Settings[keyof Settings]): string | number | boolean =>
  Array.isArray(value) ? value.join(' ') : value;
