import {
  cancelAccountDeletionRpc,
  getSessionRpc,
  requestAccountDeletionRpc,
  type SessionStarted,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { ask, BROWSER, PASSWORD, sql } from './identity.js';
import { inSession } from './two-factor.js';

export const requestDeletion = (running: RunningService, session: SessionStarted, over = {}) =>
  inSession(running, session, requestAccountDeletionRpc, { current_password: PASSWORD, origin: BROWSER, ...over });

export const cancelDeletion = (running: RunningService, session: SessionStarted) =>
  inSession(running, session, cancelAccountDeletionRpc, {});

export const deletionAt = async (running: RunningService, { session_token }: SessionStarted) =>
  (await ask(running, getSessionRpc, { session_token }))?.user.deletion_at;

/** The time of grace of everybody who asked is over. */
export const graceIsOver = (running: RunningService) =>
  sql(running, "UPDATE users SET deletion_at = now() - interval '1 second' WHERE deletion_at IS NOT NULL");

export const tidy = async (running: RunningService): Promise<void> => {
  while ((await running.get<HousekeepingService>(HousekeepingService).tidy()) === 0);
};

/** Notes how many rows each statement removes. */
export const noteSizes = (running: RunningService, table: string) =>
  sql(
    running,
    `CREATE TABLE sizes_of_${table} (rows integer);
     CREATE FUNCTION note_${table}() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN INSERT INTO sizes_of_${table} SELECT count(*) FROM gone; RETURN NULL; END';
     CREATE TRIGGER note AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
       FOR EACH STATEMENT EXECUTE FUNCTION note_${table}()`,
  );

/** Tables in which any of these words stands, in letters of any case; bytes are read as text, too. */
export async function tablesWith(running: RunningService, words: readonly string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    running,
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql<{ row: string }>(running, `SELECT to_jsonb(t)::text AS row FROM "${name}" t`);
    const has = rows.some(({ row }) => words.some((word) => row.toLowerCase().includes(word.toLowerCase())));
    if (has) found.push(name);
  }
  return found;
}
