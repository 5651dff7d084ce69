import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import {
  changePasswordRpc,
  confirmEmailRpc,
  endOtherSessionsRpc,
  endSessionRpc,
  forgotPasswordRpc,
  getInboxMailRpc,
  identityAuditRecorded,
  listInboxMailsRpc,
  resetMailTemplateRpc,
  resetPasswordRpc,
  signOutRpc,
  updateMailTemplateRpc,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { allLookedAt, mailAbout, mailServerOf, tokenIn } from './account-mails.js';
import { administrator, change as changeUser } from './administrator.js';
import { change as changeKey, create as createKey, premium, remove as removeKey } from './api-keys.js';
import { ask, BROWSER, enter, outcomeOf, PASSWORD, register, sql, start } from './identity.js';
import { sendBy } from './mail-server.js';
import { codeOf, disable, enable, inSession, renew, setUp, turnOn } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
/** Each refusal is an error of the database, as it is meant. */
const QUIET = { LOG_LEVEL: 'fatal' };

/** Told in a transaction of their own, or of no act. */
const BESIDE = ['outbox', 'attempts', 'audit_repeats'];

async function tablesOf(running: RunningService): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    running,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
  );
  return tables.map(({ name }) => name).filter((name) => !BESIDE.includes(name));
}

/** All that the service keeps, by table. */
async function kept(running: RunningService): Promise<Record<string, string>> {
  const tables = await tablesOf(running);
  const rows = await Promise.all(
    tables.map((name) =>
      sql<{ rows: string | null }>(
        running,
        `SELECT string_agg(t::text, '\n' ORDER BY t::text) AS rows FROM "${name}" t`,
      ),
    ),
  );
  return Object.fromEntries(tables.map((name, index) => [name, rows[index]?.[0]?.rows ?? '']));
}

/** Ids of all that was told to the audit log, or will be. */
async function told(running: RunningService): Promise<string[]> {
  const waiting = await sql<{ id: string }>(
    running,
    `SELECT id FROM outbox WHERE envelope->>'type' LIKE '%.audit-recorded.%'`,
  );
  const events = await storedEvents(running, identityAuditRecorded, () => true);
  return [...new Set([...waiting, ...events].map(({ id }) => id))].sort();
}

/** What keeps a change from being made, and what makes it possible again. */
interface Obstacle {
  readonly up: (running: RunningService) => Promise<unknown>;
  readonly down: (running: RunningService) => Promise<unknown>;
}

const recordsRefused: Obstacle = {
  up: (running) =>
    sql(
      running,
      `ALTER TABLE outbox ADD CONSTRAINT no_records CHECK (envelope->>'type' NOT LIKE '%.audit-recorded.%') NOT VALID`,
    ),
  down: (running) => sql(running, 'ALTER TABLE outbox DROP CONSTRAINT no_records'),
};
/** At the end of the transaction: what was told in another one is told. */
const changesRefused: Obstacle = {
  up: async (running) => {
    await sql(
      running,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no change is taken'; END $$`,
    );
    for (const name of await tablesOf(running)) {
      await sql(
        running,
        `CREATE CONSTRAINT TRIGGER refuse AFTER INSERT OR UPDATE OR DELETE ON "${name}"
         DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`,
      );
    }
  },
  down: (running) => sql(running, 'DROP FUNCTION refuse CASCADE'),
};

type Acts = Record<string, () => Promise<unknown>>;

/** What is wrong with acts that are to be refused by either obstacle, changing and telling nothing, and are then to be done. */
async function faultsOf(
  running: RunningService,
  acts: Acts,
  obstacles = [recordsRefused, changesRefused],
): Promise<string[]> {
  const faults: string[] = [];
  const look = (name: string, found: unknown, wanted: unknown) => {
    if (!isDeepStrictEqual(found, wanted))
      faults.push(`${name}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  };
  for (const [name, act] of Object.entries(acts)) {
    for (const obstacle of obstacles) {
      await allLookedAt(running);
      const before = [await kept(running), await told(running)];
      await obstacle.up(running);
      look(name, await outcomeOf(act()), 'service.internal');
      await obstacle.down(running);
      look(`${name}, refused`, [await kept(running), await told(running)], before);
    }
    look(name, await outcomeOf(act()), 'success');
  }
  return faults;
}

describe('an act and its record are both there, or neither', () => {
  it('of an account and its sessions', async () => {
    const running = await start(servers.env('account', QUIET));
    const mails = await mailServerOf(running);
    const one = await register(running);
    const two = await enter(running);
    const token = tokenIn(await mailAbout(mails, 'Confirm your email address'));
    const three = await enter(running);
    expect(
      await faultsOf(running, {
        registration: () => register(running, { email: 'binh@example.com' }),
        confirmation: () => ask(running, confirmEmailRpc, { token }),
        'sign-in': () => enter(running),
        'sign-out': () => ask(running, signOutRpc, { session_token: three.session_token }),
        'end of a session': () => inSession(running, two, endSessionRpc, { id: one.session_id }),
        'end of the others': () => inSession(running, two, endOtherSessionsRpc, {}),
        'another password': () =>
          inSession(running, two, changePasswordRpc, {
            current_password: PASSWORD,
            new_password: 'another sesame 2',
            origin: BROWSER,
          }),
      }),
    ).toEqual([]);
    await ask(running, forgotPasswordRpc, { email: one.user.email, ip: BROWSER.ip, language: 'en' });
    const reset = tokenIn(await mailAbout(mails, 'Reset your password'));
    expect(
      await faultsOf(running, {
        'reset of the password': () =>
          ask(running, resetPasswordRpc, {
            token: reset,
            password: 'a third sesame 3',
            ip: BROWSER.ip,
            language: 'en',
          }),
      }),
    ).toEqual([]);
  });

  it('of two-factor authentication', async () => {
    const running = await start(servers.env('two-factor', QUIET));
    await mailServerOf(running);
    const session = await register(running);
    const { secret } = await setUp(running, session);
    expect(await faultsOf(running, { 'turning it on': () => enable(running, session, codeOf(secret)) })).toEqual([]);
    const other = await register(running, { email: 'binh@example.com' });
    const { secret: another, recovery_codes } = await turnOn(running, other);
    const [first, second] = recovery_codes;
    expect(
      await faultsOf(running, {
        'a recovery code': () => enter(running, { email: 'binh@example.com', code: first ?? '' }),
        'renewed codes': () => renew(running, other, second ?? ''),
      }),
    ).toEqual([]);
    expect(await faultsOf(running, { 'turning it off': () => disable(running, other, codeOf(another)) })).toEqual([]);
  });

  it('of API keys', async () => {
    const running = await start(servers.env('keys', QUIET));
    await mailServerOf(running);
    const session = await premium(running);
    const { id } = await createKey(running, session);
    expect(
      await faultsOf(running, {
        creation: () => createKey(running, session, { key_name: 'Nightly' }),
        'another name': () => changeKey(running, session, { id, key_name: 'Weekly' }),
        'switching it off': () => changeKey(running, session, { id, is_active: false }),
        deletion: () => removeKey(running, session, id),
      }),
    ).toEqual([]);
  });

  it('of administration', async () => {
    const running = await start(servers.env('administration', { ...QUIET, MAIL_INBOX: 'true' }));
    const admin = await administrator(running);
    const { user } = await register(running);
    const mail = await eventually(async () => {
      const { data } = await inSession(running, admin, listInboxMailsRpc, { page: 1, limit: 10 });
      expect(data).toHaveLength(2);
      return data[0]?.id ?? '';
    });
    const text = { name: 'smtp_test', language: 'en' } as const;
    // It changes nothing that could be refused.
    const reading = { 'reading a mail': () => inSession(running, admin, getInboxMailRpc, { id: mail }) };
    expect(await faultsOf(running, reading, [recordsRefused])).toEqual([]);
    expect(
      await faultsOf(running, {
        'another role': () => changeUser(running, admin, user.id, { role: 'admin' }),
        'another plan': () => changeUser(running, admin, user.id, { subscription_type: 'premium' }),
        suspension: () => changeUser(running, admin, user.id, { status: 'suspended' }),
        'another text': () =>
          inSession(running, admin, updateMailTemplateRpc, {
            ...text,
            subject: 'A test',
            html_content: '<p>{{sent_at}}</p>',
            text_content: '{{sent_at}}',
          }),
        'the first text': () => inSession(running, admin, resetMailTemplateRpc, text),
        'another mail server': () => sendBy(running, { port: 2525 }),
      }),
    ).toEqual([]);
  });
});
