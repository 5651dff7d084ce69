import type { EventData, userRegistered } from '@linkway/contracts';
import type { Workspace } from './quota.entity.js';

/** What links keeps of an account. */
export type Told = Pick<
  EventData<typeof userRegistered>,
  | 'workspace_id'
  | 'subscription_type'
  | 'monthly_links_limit'
  | 'default_domain'
  | 'auto_delete_links_since'
  | 'version'
>;

/** Where a former release tells, nothing was chosen. */
export const workspaceOf = (told: Told): Workspace => ({
  workspace_id: told.workspace_id,
  subscription_type: told.subscription_type,
  monthly_links_limit: told.monthly_links_limit,
  default_domain: told.default_domain ?? null,
  auto_delete_links_since: told.auto_delete_links_since ? new Date(told.auto_delete_links_since) : null,
  version: told.version,
});
