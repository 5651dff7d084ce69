import type { EventData, User as UserView, userRegistered } from '@linkway/contracts';
import type { User } from './user.entity.js';

export const userView = (user: User): UserView => ({
  id: user.id,
  email: user.email,
  full_name: user.fullName,
  role: user.role,
  workspace_id: user.workspaceId,
  subscription_type: user.profile.subscriptionType,
  created_at: user.createdAt.toISOString(),
});

export const userRegisteredData = (user: User): EventData<typeof userRegistered> => ({
  user_id: user.id,
  workspace_id: user.workspaceId,
  role: user.role,
  subscription_type: user.profile.subscriptionType,
  monthly_links_limit: user.profile.monthlyLinksLimit,
  version: user.version,
});
