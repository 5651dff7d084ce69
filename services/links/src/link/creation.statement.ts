import { eachStoredIn, type Statement, storedIn } from '@linkway/platform';
import { changeCountedIn } from '../quota/counted-change.js';
import { lateAfter } from './refusal.js';

/** Of the former holder of a lock no more is waited for where many creations would wait together, each of which can go alone. */
const LOCK_TIMEOUT_MS = 250;

/** That is for each lock. After so long no more counters are locked: those that are hold up whoever else changes something of theirs. */
const LOCKS_MS = 1_000;

/** What makes one link: with an Idempotency-Key or without. */
export function creationStatements(columns: readonly string[]): Record<'once' | 'always', Statement> {
  return {
    once: { name: 'links-create-once', text: textOf(columns, CLAIM) },
    always: { name: 'links-create', text: textOf(columns, 'SELECT 1') },
  };
}

// A key that another transaction claims is waited for, so afterwards its answer is there or the key is free.
const claimedAgain = (expiredBefore: string): string => `
  ON CONFLICT (scope, key) DO UPDATE SET request_hash = EXCLUDED.request_hash,
    password_hash = EXCLUDED.password_hash, reply = EXCLUDED.reply, created_at = EXCLUDED.created_at
    WHERE idempotency_keys.created_at < ${expiredBefore}::timestamptz`;

const CLAIM = `
  INSERT INTO idempotency_keys (scope, key, request_hash, password_hash, reply, created_at)
  VALUES ($16, $17, $18, $19, $20::jsonb, now())
  ${claimedAgain('$21')}
  RETURNING 1`;

/**
 * Each part goes on from the one before, in the order in which the statements of all releases lock rows. Where one has nothing
 * to go on from, the last line fails with the reason, and all is undone.
 */
const textOf = (columns: readonly string[], claim: string): string => `
  WITH claim AS (${claim}),
  allowed AS (
    SELECT coalesce((SELECT monthly_links_limit FROM workspaces WHERE workspace_id = $1::uuid), $3::integer) AS links),
  month AS (
    INSERT INTO quota_usage (workspace_id, month, used) SELECT $1::uuid, $2, 1 FROM claim, allowed WHERE links > 0
    ON CONFLICT (workspace_id, month) DO UPDATE SET used = quota_usage.used + 1
      WHERE quota_usage.used < (SELECT links FROM allowed)
    RETURNING 1),
  code AS (
    INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
    SELECT $4, $5, $1::uuid, $6::uuid, true, 1, now() FROM month
    ON CONFLICT (code, host) DO UPDATE SET link_id = EXCLUDED.link_id, is_live = true,
      version = codes.version + 1, updated_at = EXCLUDED.updated_at
      WHERE NOT $7::boolean AND NOT codes.is_live
        AND (codes.workspace_id = EXCLUDED.workspace_id OR codes.link_id = EXCLUDED.link_id)
    RETURNING version),
  link AS (
    INSERT INTO short_links (${columns.join(', ')})
    SELECT ${columns.map((column) => `made.${column}`).join(', ')}
    FROM code, jsonb_populate_record(NULL::short_links, $9::jsonb) AS made
    RETURNING 1),
  change AS (${changeCountedIn('link', 10)}),
  told AS (${storedIn('change', 13)})
  SELECT CASE
    WHEN NOT EXISTS (SELECT FROM month) THEN links_refuse('monthly-limit', (SELECT links FROM allowed)::text)
    WHEN NOT EXISTS (SELECT FROM code) THEN links_refuse('code-taken', '')
    WHEN (SELECT version FROM code) <> $8::integer THEN links_refuse('code-version', (SELECT version FROM code)::text)
    WHEN NOT EXISTS (SELECT FROM change) THEN links_refuse('changes-exceeded', '')
    ${lateAfter('$12')}
    ELSE true END AS made
  FROM claim`;

// Links that were made, not only workspaces that changed something: of one workspace some may have got no code.
const TOLD = `going JOIN linked ON linked.id = link_id
    JOIN changed ON changed.key = key_of_change AND changed.hour = going.hour`;

/** A creation as one of many: the columns of `given` below. */
export interface GivenCreation {
  place: number;
  workspace_id: string;
  month: string;
  hour: string;
  code: string;
  host: string;
  link: Readonly<Record<string, unknown>> & { id: string };
  scope: string | null;
  key: string | null;
  request_hash: string | null;
  password_hash: string | null;
  reply: unknown;
  event_id: string;
  envelope: unknown;
  aggregate: string | null;
}

/**
 * What makes many links with new codes, of any number of workspaces: parts and locks in the same order as for one, workspaces by
 * their ids. A creation whose code is taken, or whose Idempotency-Key is in use, is left out, and nothing of it is counted or kept;
 * the others go on. Where anything else is refused nothing is done, and each is to be tried alone: so is a code that another transaction
 * takes meanwhile. Codes are looked for one by one, in the index: the plan of a join, made while there were few, would read them all for as
 * long as it is kept. Answers the places of those that were made, and of those whose code is taken.
 *
 * Parameters: the creations as JSON, the limit of links in a month where identity has not told of a workspace, the limit of changes in an
 * hour, the patience in ms (null: without end), and before when keys must have been used to be free again.
 */
export const creationOfMany = (columns: readonly string[]): Statement => ({
  name: 'links-create-many',
  text: `
  WITH patience AS MATERIALIZED (SELECT set_config('lock_timeout', '${LOCK_TIMEOUT_MS}ms', true)),
  given AS MATERIALIZED (
    SELECT given.*, (link ->> 'id')::uuid AS link_id
    FROM patience, jsonb_to_recordset($1::jsonb) AS given (place integer, workspace_id uuid, month text, hour text, code text, host text,
      link jsonb, scope text, key text, request_hash text, password_hash text, reply jsonb, event_id uuid, envelope jsonb, aggregate text)),
  free AS MATERIALIZED (
    SELECT DISTINCT ON (host, code) given.* FROM given
    WHERE coalesce((SELECT false FROM codes WHERE codes.code = given.code AND codes.host = given.host), true)
    ORDER BY host, code, place),
  claim AS (
    INSERT INTO idempotency_keys (scope, key, request_hash, password_hash, reply, created_at)
    SELECT scope, key, request_hash, password_hash, reply, now() FROM free WHERE key IS NOT NULL ORDER BY scope, key
    ${claimedAgain('$5')}
    RETURNING scope, key),
  going AS MATERIALIZED (
    SELECT free.*, free.workspace_id::text AS key_of_change, coalesce(monthly_links_limit, $2::integer) AS links
    FROM free LEFT JOIN workspaces USING (workspace_id)
    WHERE free.key IS NULL OR (scope, key) IN (SELECT scope, key FROM claim)),
  counted AS (
    INSERT INTO quota_usage (workspace_id, month, used)
    SELECT workspace_id, month, links FROM (
      SELECT workspace_id, month, count(*) AS links FROM going
      GROUP BY workspace_id, month HAVING count(*) <= min(links) ORDER BY workspace_id, month OFFSET 0) AS ordered
    WHERE CASE ${lateAfter(String(LOCKS_MS))} ELSE true END
    ON CONFLICT (workspace_id, month) DO UPDATE SET used = quota_usage.used + EXCLUDED.used
      WHERE quota_usage.used + EXCLUDED.used <= (SELECT min(links) FROM going WHERE going.workspace_id = EXCLUDED.workspace_id)
    RETURNING workspace_id, month),
  coded AS (
    INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
    SELECT code, host, workspace_id, link_id, true, 1, now() FROM going JOIN counted USING (workspace_id, month) ORDER BY host, code
    ON CONFLICT (code, host) DO NOTHING
    RETURNING link_id),
  linked AS (
    INSERT INTO short_links (${columns.join(', ')})
    SELECT ${columns.map((column) => `made.${column}`).join(', ')}
    FROM going JOIN coded USING (link_id), jsonb_populate_record(NULL::short_links, going.link) AS made
    RETURNING id),
  changed AS (
    INSERT INTO change_usage (key, hour, used)
    SELECT key_of_change, hour, links FROM (
      SELECT key_of_change, hour, count(*) AS links FROM going JOIN linked ON id = link_id
      GROUP BY key_of_change, hour HAVING count(*) <= $3::bigint ORDER BY key_of_change, hour OFFSET 0) AS ordered
    WHERE CASE ${lateAfter(String(LOCKS_MS))} ELSE true END
    ON CONFLICT (key, hour) DO UPDATE SET used = change_usage.used + EXCLUDED.used
      WHERE change_usage.used + EXCLUDED.used <= $3::bigint
    RETURNING key, hour),
  told AS (${eachStoredIn(TOLD, 'place')})
  SELECT place, kind FROM (
    SELECT place, 'made' AS kind FROM going
    UNION ALL SELECT place, 'code-taken' FROM given WHERE place NOT IN (SELECT place FROM free)) AS told_of, (
    SELECT CASE
      WHEN (SELECT count(*) FROM told) < (SELECT count(*) FROM going) THEN links_refuse('one-of-many', '')
      ${lateAfter('$4')}
      ELSE true END AS made) AS done
  WHERE made`,
});
