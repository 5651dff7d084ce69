import { patienceLeft, type RunningService } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { sql } from './identity.js';
import { MailServer, type Received, sendBy } from './mail-server.js';

/** A mail server that the service sends by. */
export async function mailServerOf(running: RunningService): Promise<MailServer> {
  const mails = await MailServer.start();
  await sendBy(running, mails);
  return mails;
}

/** The mail that has such a subject, once it is there. */
export const mailAbout = (
  mails: MailServer,
  subject: string | RegExp,
  to = 'an@example.com',
  nth = 0,
): Promise<Received> =>
  eventually(() => {
    const found = mails
      .to(to)
      .filter((mail) => (typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject)));
    const mail = found[nth];
    if (!mail) throw new Error(`of ${found.length} mails there is no number ${nth + 1}`);
    return mail;
  });

/** The token in the one link of a mail that has one. */
export function tokenIn({ links }: Received): string {
  const tokens = links.flatMap((link) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? []);
  if (tokens.length !== 1) throw new Error(`${tokens.length} tokens in ${links.join()}`);
  return tokens[0] ?? '';
}

/** As if everybody had opened the mailed link in the browser that they have registered with. */
export const ownersConfirm = (running: RunningService) =>
  sql(running, 'UPDATE users SET email_verified_at = now(), confirmed_devices = NULL');

/** Until all that was asked for has become a mail, or nothing. */
export const allLookedAt = (running: RunningService): Promise<void> =>
  eventually(async () => {
    const [row] = await sql<{ n: number }>(
      running,
      `SELECT (SELECT count(*) FROM mail_requests)::int + (SELECT count(*) FROM mails WHERE state = 'waiting')::int AS n`,
    );
    if (row?.n !== 0) throw new Error(`${row?.n} wait`);
  });

/** The statements that a request takes until it is answered, without their values. */
export async function statementsOf(running: RunningService, work: () => Promise<unknown>): Promise<string[]> {
  const database = running.get<DataSource>(DataSource);
  const { logger } = database;
  const seen: string[] = [];
  const nothing = () => undefined;
  database.logger = {
    // What follows the answer is done for nobody who waits.
    logQuery: (text: string) => void (patienceLeft() !== null && seen.push(text.replace(/\s+/g, ' '))),
    logQueryError: nothing,
    logQuerySlow: nothing,
    logSchemaBuild: nothing,
    logMigration: nothing,
    log: nothing,
  };
  await work().finally(() => {
    database.logger = logger;
  });
  return seen;
}
