/** SQL: the webhook `w` is on, and its account has the plan. */
export const SENDS = `w.is_active AND EXISTS (
  SELECT FROM workspaces WHERE workspaces.workspace_id = w.workspace_id AND subscription_type = 'premium')`;

/** SQL: it is told of clicks, besides. */
export const LISTENS = `${SENDS} AND w.events @> '{link.clicked}'`;
