import type { AccountState } from '@linkway/contracts';
import { AppError, keyDigest } from '@linkway/platform';
import type { User } from './user.entity.js';
import { linkSettingsOf } from './user.view.js';

/** Of a user with the profile and the settings: what other services keep of an account. */
export const accountState = (user: User): AccountState => ({
  workspace_id: user.workspace_id,
  role: user.role,
  status: user.status,
  subscription_type: user.profile.subscription_type,
  monthly_links_limit: user.profile.monthly_links_limit,
  ...linkSettingsOf(user),
  own_visits: ownVisitsOf(user),
  version: user.version,
});

/** Of a user whose settings were loaded, where there are any. */
function ownVisitsOf({ settings }: User): string | null {
  const token = settings?.own_visits_token;
  return token ? keyDigest(token) : null;
}

const SHUT = { disabled: 'auth.account_disabled', suspended: 'auth.account_suspended' } as const;

/** Throws `auth.account_disabled` or `auth.account_suspended`. */
export function requireActive({ status }: User): void {
  if (status !== 'active') throw new AppError(SHUT[status]);
}
