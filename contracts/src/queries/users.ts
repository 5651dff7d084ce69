import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { accountStateSchema } from '../events/identity/user-changed.v1.js';
import { pagesSchema } from '../http/pages.js';
import { listUsersQuerySchema, userAccountSchema } from '../http/users.js';
import { defineRange, defineVersions } from './ranges.js';

/** Most workspaces in one question: those of a page of users. */
const MOST_WORKSPACES = 100;
const workspaceIds = z.array(z.uuid()).max(MOST_WORKSPACES);

export const listUsersRpc = defineRpc('qry.identity.users.v1', {
  summary: 'A page of the accounts',
  permission: 'admin:users',
  request: listUsersQuerySchema,
  reply: z.object({ data: z.array(userAccountSchema), pagination: pagesSchema }),
});

export const getUserRpc = defineRpc('qry.identity.user.v1', {
  summary: 'An account; throws users.not_found',
  permission: 'admin:users',
  request: z.object({ id: z.uuid() }),
  reply: userAccountSchema,
});

export const workspaceLinksRpc = defineRpc('qry.links.workspace-counts.v1', {
  summary: 'Links of some workspaces: in all, and made this month; one that never had any is absent',
  permission: 'admin:users',
  request: z.object({ workspace_ids: workspaceIds }),
  reply: z.object({
    data: z.array(z.object({ workspace_id: z.uuid(), total_links: z.int(), monthly_links_used: z.int() })),
  }),
  timeoutMs: 2_000,
});

export const workspaceTotalsRpc = defineRpc('qry.analytics.workspace-totals.v1', {
  summary: 'Clicks of people of all time of all links of some workspaces; one without clicks is absent',
  permission: 'admin:users',
  request: z.object({ workspace_ids: workspaceIds }),
  reply: z.object({ data: z.array(z.object({ workspace_id: z.uuid(), clicks: z.int() })) }),
  timeoutMs: 2_000,
});

export const accountStandingRangeRpc = defineRange(
  'qry.identity.account-standing-range.v1',
  'A range of the accounts that are disabled or suspended, or whose own visits are not counted, by id, which is their workspace too; of others that ever changed the version alone. For comparing a copy',
);

export const accountStandingVersionsRpc = defineVersions(
  'qry.identity.account-standing-versions.v1',
  'The same among the given ids, of those that have another version or content than the copy of the one who asks',
  accountStateSchema,
);

/** Asked by the former release, as the next one. */
export const shutAccountRangeRpc = defineRange(
  'qry.identity.shut-account-range.v1',
  'A range of the accounts that are disabled or suspended, by id, which is their workspace too; of others that an administrator ever changed the version alone. For comparing a copy',
);

export const shutAccountVersionsRpc = defineVersions(
  'qry.identity.shut-account-versions.v1',
  'The same among the given ids, of those that have another version or content than the copy of the one who asks',
  accountStateSchema,
);
