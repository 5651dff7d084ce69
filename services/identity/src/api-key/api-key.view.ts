import { API_KEY_PREFIX, type ApiKey } from '@linkway/contracts';
import type { ShownKey } from './api-key.repository.js';

export const apiKeyView = ({ expires_at, last_used_at, created_at, ...key }: ShownKey): ApiKey => ({
  ...key,
  prefix: API_KEY_PREFIX,
  expires_at: expires_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});
