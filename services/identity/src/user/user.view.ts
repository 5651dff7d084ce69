import type { Chosen, EventData, LinkSettings, User as UserView, userRegistered } from '@linkway/contracts';
import type { User } from './user.entity.js';

/** Of a user whose settings were loaded, where there are any. */
export const chosenOf = ({ settings }: User): Chosen => ({
  language: settings?.language ?? null,
  ...(settings?.added_language && { added_language: settings.added_language }),
  display_mode: settings?.display_mode ?? null,
  timezone: settings?.timezone ?? null,
  default_domain: settings?.default_domain ?? null,
});

/** Of a user whose settings were loaded, where there are any. */
export const linkSettingsOf = ({ settings }: User): LinkSettings => ({
  default_domain: settings?.default_domain ?? null,
  auto_delete_links_since: settings?.auto_delete_links_since?.toISOString() ?? null,
});

/** `must_confirm_email`: hangs on the settings of the security centre, too. */
export const userView = (user: User, asked: { must_confirm_email: boolean }): UserView => ({
  id: user.id,
  email: user.email,
  full_name: user.full_name,
  role: user.role,
  workspace_id: user.workspace_id,
  subscription_type: user.profile.subscription_type,
  created_at: user.created_at.toISOString(),
  avatar_url: user.profile.avatar_url,
  timezone: user.profile.timezone,
  chosen: chosenOf(user),
  deletion_at: user.deletion_at?.toISOString() ?? null,
  email_verified: user.email_verified_at !== null,
  must_change_password: user.must_change_password,
  ...asked,
});

export const userRegisteredData = (user: User): EventData<typeof userRegistered> => ({
  user_id: user.id,
  workspace_id: user.workspace_id,
  role: user.role,
  subscription_type: user.profile.subscription_type,
  monthly_links_limit: user.profile.monthly_links_limit,
  ...linkSettingsOf(user),
  version: user.version,
});
