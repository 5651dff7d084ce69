import type { ClickKind } from '@linkway/contracts';
import { NO_ID } from '../store/click.row.js';

/** Whose clicks: of one link of a workspace, or of the whole workspace. Nothing is ever read without a workspace. */
export interface Scope {
  readonly workspaceId: string;
  readonly linkId: string | null;
}

/** Condition on `clicks`, to go with `scopeParams`. */
export const inClicks = (scope: Scope): string =>
  `workspace_id = {workspace:UUID}${scope.linkId === null ? '' : ' AND link_id = {link:UUID}'}`;

/** Condition on the tables of added-up days, where a whole workspace has NO_ID in place of a link. */
export const IN_DAYS = 'workspace_id = {workspace:UUID} AND link_id = {link:UUID}';

/** Condition on added-up days: the row of all clicks of the day, which every addition has. */
export const IS_TOTAL = "kind = '' AND dimension = 'total'";

export const scopeParams = (scope: Scope): Record<string, unknown> => ({
  workspace: scope.workspaceId,
  link: scope.linkId ?? NO_ID,
});

export const ofKind = (kind: ClickKind | undefined): string => (kind === undefined ? '' : ' AND kind = {kind:String}');
