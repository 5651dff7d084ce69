import type { BlockedAddress, SecuritySettings, SecurityStatistics, Threat } from '@linkway/kit/api';

// What the API answers in the specs of the page.

export const settings: SecuritySettings = {
  rate_limit_enabled: true,
  requests_per_minute: 60,
  min_password_length: 6,
  session_timeout: 720,
  admin_two_factor_required: false,
  email_verification_required: false,
  ip_whitelist_enabled: false,
  ip_whitelist: ['203.0.113.7'],
  suspicious_activity_alerts: true,
  updated_at: null,
};

export const blockedAddress: BlockedAddress = {
  id: '01a1f8b9-0000-7000-8000-000000000009',
  address: '203.0.113.0/24',
  reason: 'Floods the API',
  expires_at: '2026-12-05T08:00:00.000Z',
  created_at: '2026-11-05T08:00:00.000Z',
};

export const threat: Threat = {
  id: '01a1f8b9-0000-7000-8000-000000000011',
  type: 'brute_force',
  severity: 'high',
  status: 'active',
  ip_address: '198.51.100.9',
  user_email: null,
  count: 1_204,
  first_seen: '2026-11-05T07:00:00.000Z',
  last_seen: '2026-11-05T08:00:00.000Z',
  detected_at: '2026-11-05T07:01:00.000Z',
};

export const threatPage = (data: Threat[]) => ({
  data,
  pagination: { page: 1, limit: 10, total: data.length, total_pages: 1 },
});

export const statistics: SecurityStatistics = {
  period: '24h',
  failed_sign_ins: 1_234,
  lock_outs: 2,
  registrations: 31,
  detected_threats: 3,
  active_threats: 1,
  blocked_addresses: 4,
  series: [
    { start: '2026-11-05T07:00:00.000Z', failed_sign_ins: 1_200, lock_outs: 2, registrations: 1 },
    { start: '2026-11-05T08:00:00.000Z', failed_sign_ins: 34, lock_outs: 0, registrations: 30 },
  ],
};
