import type { AdminUser } from '@linkway/kit/api';

// What the API answers in the specs of the page.

const id = (n: number): string => `01a1f8b9-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const aUser = (n: number, more: Partial<AdminUser> = {}): AdminUser => ({
  id: id(n),
  email: `person-${n}@example.com`,
  full_name: `Person ${n}`,
  role: 'user',
  status: 'active',
  workspace_id: id(n),
  subscription_type: 'basic',
  subscription_end_date: null,
  monthly_links_limit: 50,
  phone: null,
  avatar_url: null,
  email_verified_at: '2026-11-05T08:00:00.000Z',
  two_factor_enabled: false,
  last_sign_in_at: '2026-11-06T08:00:00.000Z',
  created_at: '2026-11-05T08:00:00.000Z',
  links_count: 12,
  monthly_links_used: 3,
  clicks_count: 1234,
  ...more,
});

/** Who looks at the list. */
export const own = aUser(900, { email: 'admin@example.com', full_name: 'Ann Admin', role: 'admin' });

export const me = {
  id: own.id,
  email: own.email,
  full_name: own.full_name,
  role: 'admin',
  workspace_id: own.id,
  email_verified: true,
  avatar_url: null,
  created_at: own.created_at,
  chosen: {},
  must_change_password: false,
};
