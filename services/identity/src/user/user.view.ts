import type { EventData, User as UserView, userRegistered } from '@linkway/contracts';
import type { User } from './user.entity.js';

export const userView = (user: User): UserView => ({
  id: user.id,
  email: user.email,
  full_name: user.full_name,
  role: user.role,
  workspace_id: user.workspace_id,
  subscription_type: user.profile.subscription_type,
  created_at: user.created_at.toISOString(),
});

export const userRegisteredData = (user: User): EventData<typeof userRegistered> => ({
  user_id: user.id,
  workspace_id: user.workspace_id,
  role: user.role,
  subscription_type: user.profile.subscription_type,
  monthly_links_limit: user.profile.monthly_links_limit,
  version: user.version,
});
