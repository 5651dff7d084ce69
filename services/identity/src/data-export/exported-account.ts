import type { ExportedAccount, TwoFactor } from '@linkway/contracts';
import type { User } from '../user/user.entity.js';
import { chosenOf, linkSettingsOf } from '../user/user.view.js';

/** Of a user who was loaded with the hash of the password, which is only said to be there. */
export function exportedAccount(user: User, two_factor: TwoFactor, avatar: Buffer | null): ExportedAccount {
  const { profile } = user;
  const { language, added_language, display_mode, timezone } = chosenOf(user);
  const { default_domain, auto_delete_links_since } = linkSettingsOf(user);
  return {
    profile: {
      id: user.id,
      workspace_id: user.workspace_id,
      email: user.email,
      email_verified_at: user.email_verified_at?.toISOString() ?? null,
      full_name: user.full_name,
      phone: profile.phone,
      timezone: profile.timezone,
      avatar_url: profile.avatar_url,
      role: user.role,
      status: user.status,
      subscription_type: profile.subscription_type,
      subscription_end_date: profile.subscription_end_date?.toISOString() ?? null,
      monthly_links_limit: profile.monthly_links_limit,
      has_password: user.password_hash !== null,
      deletion_at: user.deletion_at?.toISOString() ?? null,
      created_at: user.created_at.toISOString(),
      updated_at: user.updated_at.toISOString(),
    },
    settings: {
      language: language ?? user.language,
      added_language: added_language ?? null,
      display_mode,
      timezone,
      default_domain,
      auto_delete_links: auto_delete_links_since !== null,
      auto_delete_links_since,
      email_notifications: user.settings?.email_notifications ?? true,
      push_notifications: user.settings?.push_notifications ?? false,
      privacy_mode: !!user.settings?.own_visits_token,
      two_factor,
    },
    avatar: avatar?.toString('base64') ?? null,
  };
}
