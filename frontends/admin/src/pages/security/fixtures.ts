import type { BlockedAddress, SecuritySettings } from '@linkway/kit/api';

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
