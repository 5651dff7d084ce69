import type { Route } from '@linkway/contracts';

/** A link as its events tell of it, for tests. */
export const route = (more: Partial<Route> = {}): Route => ({
  link_id: '0197a000-0000-7000-8000-000000000001',
  workspace_id: null,
  host: 'go.test',
  domain_name: 'go.test',
  code: 'abc',
  original_url: 'https://example.com/1',
  is_active: true,
  password_hash: null,
  expires_at: null,
  max_clicks: null,
  device_targeting: null,
  version: 1,
  ...more,
});
