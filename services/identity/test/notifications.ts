import { type Locale, listNotificationsRpc, type SessionStarted } from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { sql } from './identity.js';
import { inSession } from './two-factor.js';

interface Query {
  limit?: number;
  language?: Locale;
  starting_after?: string | undefined;
}

export const list = (
  running: RunningService,
  session: SessionStarted,
  { limit = 20, language = 'en', starting_after }: Query = {},
) => inSession(running, session, listNotificationsRpc, { limit, language, starting_after });

export const kindsOf = async (running: RunningService, session: SessionStarted): Promise<string[]> =>
  (await list(running, session)).data.map(({ kind }) => kind);

/** So many, as if the account had been told of something so often; their ids, the newest first. */
export async function tell(running: RunningService, { user }: SessionStarted, count: number): Promise<string[]> {
  await sql(
    running,
    `INSERT INTO notifications (id, user_id, key, kind, params)
     SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'key ' || n, 'expired_links_deleted', jsonb_build_object('count', n::text)
     FROM generate_series(1, $2::int) n`,
    [user.id, count],
  );
  return Array.from(
    { length: count },
    (_, n) => `00000000-0000-7000-8000-${(count - n).toString(16).padStart(12, '0')}`,
  );
}

export const mailsOf = (running: RunningService, { user }: SessionStarted) =>
  sql<{ mail: string; recipient: string }>(
    running,
    "SELECT mail, recipient FROM mails WHERE user_id = $1 AND mail = 'notification' ORDER BY id",
    [user.id],
  );

export const confirmAddress = (running: RunningService, { user }: SessionStarted) =>
  sql(running, 'UPDATE users SET email_verified_at = now() WHERE id = $1', [user.id]);
