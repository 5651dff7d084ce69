import type { SecuritySettings } from '@linkway/kit/api';

// What the API answers in the specs of the page.

export const settings: SecuritySettings = {
  rate_limit_enabled: true,
  requests_per_minute: 60,
  min_password_length: 6,
  session_timeout: 720,
  admin_two_factor_required: false,
  ip_whitelist_enabled: false,
  ip_whitelist: ['203.0.113.7'],
  updated_at: null,
};
