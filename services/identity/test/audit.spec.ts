import { describe, expect, it } from '@jest/globals';
import {
  type AuditRecord,
  auditDetailKeys,
  changePasswordRpc,
  confirmEmailRpc,
  type Envelope,
  endOtherSessionsRpc,
  endSessionRpc,
  forgotPasswordRpc,
  getInboxMailRpc,
  identityAuditRecorded,
  listInboxMailsRpc,
  PLAN_MONTHLY_LINKS,
  resetMailTemplateRpc,
  resetPasswordRpc,
  type SessionStarted,
  sendTestMailRpc,
  signOutRpc,
  updateMailTemplateRpc,
  updateUserRpc,
} from '@linkway/contracts';
import { RpcClient, type RunningService, withCallContext } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { mailAbout, mailServerOf, ownersConfirm, tokenIn } from './account-mails.js';
import { administrator, change as changeUser } from './administrator.js';
import { change as changeKey, create as createKey, premium, remove as removeKey } from './api-keys.js';
import { claimsOf, finish, GOOGLE, keep, withGoogle } from './google.js';
import { ask, BROWSER, enter, outcomeOf, PASSWORD, register, sql, start } from './identity.js';
import { codeOf, disable, forgetSteps, inSession, renew, turnOn, wrongCodeOf } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const ADDRESS = '203.0.113.7';
const FROM = { ip: ADDRESS, user_agent: 'Browser/1.0' };
const EMAIL = 'an@example.com';

/** All that was told since, oldest first, once there are so many of these actions. */
async function told(running: RunningService, actions: string[], since = 0): Promise<AuditRecord[]> {
  return eventually(async () => {
    const events = await storedEvents(running, identityAuditRecorded, () => true);
    const found = events
      .filter(({ occurred_at }) => Date.parse(occurred_at) >= since)
      .map(({ data }) => data)
      .filter(({ action }) => actions.includes(action));
    expect(found.map(({ action }) => action).sort()).toEqual([...actions].sort());
    const keys = found.flatMap(({ details }) => Object.keys(details));
    expect(keys.filter((key) => !(auditDetailKeys as readonly string[]).includes(key))).toEqual([]);
    return found;
  });
}

const at = <T>(work: () => Promise<T>): Promise<T> => withCallContext('a request', null, work, null, ADDRESS);
const whole = (running: RunningService) => storedEvents(running, identityAuditRecorded, () => true);
const an = ({ user }: SessionStarted) => ({ user_id: user.id, user_email: user.email, user_name: user.full_name });

describe('an account', () => {
  it('has its registration, sign-in, sign-out and ended sessions in the audit log, with who and from where', async () => {
    const since = Date.now();
    const running = await start(servers.env('account'));
    const first = await register(running, { origin: FROM });
    const second = await enter(running, { origin: FROM });
    const third = await enter(running, { origin: FROM });
    await at(() => inSession(running, third, endSessionRpc, { id: first.session_id }));
    // It was over before: nothing is done, and nothing told.
    await at(() => inSession(running, third, endSessionRpc, { id: first.session_id }));
    await at(() => inSession(running, third, endOtherSessionsRpc, {}));
    await at(() => ask(running, signOutRpc, { session_token: third.session_token }));
    await at(() => ask(running, signOutRpc, { session_token: third.session_token }));
    const acts = await told(
      running,
      [
        'account.registered',
        'session.signed_in',
        'session.signed_in',
        'session.ended',
        'session.ended',
        'session.signed_out',
      ],
      since,
    );
    for (const act of acts) expect(act).toMatchObject({ ...an(first), ip: ADDRESS });
    const of = (action: string) => acts.filter((act) => act.action === action);
    expect(of('session.signed_in')).toMatchObject([
      { level: 'success', module: 'auth', target: { kind: 'session', id: second.session_id } },
      { target: { id: third.session_id }, details: { two_factor: 'none' } },
    ]);
    expect(of('session.ended')).toMatchObject([
      { target: { kind: 'session', id: first.session_id } },
      { target: null, details: { sessions: 1 } },
    ]);
    expect(of('session.signed_out')).toMatchObject([{ level: 'info', target: { id: third.session_id } }]);
  });

  it('has changes of its password, and what led to them', async () => {
    const since = Date.now();
    const running = await start(servers.env('passwords'));
    const mails = await mailServerOf(running);
    const session = await register(running, { origin: FROM });
    const change = (current_password: string, new_password: string) =>
      inSession(running, session, changePasswordRpc, { current_password, new_password, origin: FROM });
    expect(await outcomeOf(change('wrong sesame 1', 'another sesame 2'))).toBe('auth.current_password_wrong');
    await change(PASSWORD, 'another sesame 2');
    await ask(running, forgotPasswordRpc, { email: EMAIL, ip: ADDRESS, language: 'en' });
    await ask(running, forgotPasswordRpc, { email: 'nobody@example.com', ip: ADDRESS, language: 'en' });
    const token = tokenIn(await mailAbout(mails, 'Reset your password'));
    const input = { token, password: 'a third sesame 3', ip: ADDRESS, language: 'en' } as const;
    await ask(running, resetPasswordRpc, input);
    const acts = await told(
      running,
      ['password.refused', 'password.changed', 'password.reset_requested', 'password.reset', 'account.email_confirmed'],
      since,
    );
    const of = (action: string) => acts.find((act) => act.action === action);
    expect(of('password.refused')).toMatchObject({ ...an(session), level: 'warning', ip: ADDRESS });
    expect(of('password.changed')).toMatchObject({ ...an(session), ip: ADDRESS, details: { sessions_ended: 1 } });
    // Whoever asks for the mail is not known to be the owner.
    const target = { kind: 'user', id: session.user.id, name: EMAIL };
    expect(of('password.reset_requested')).toMatchObject({ user_id: null, target, ip: ADDRESS });
    expect(of('password.reset')).toMatchObject({ ...an(session), ip: ADDRESS, details: { sessions_ended: 1 } });
    expect(JSON.stringify(acts)).not.toContain(token);
    expect(JSON.stringify(acts)).not.toMatch(/sesame/);
  });

  it('has the confirmation of its address, once', async () => {
    const since = Date.now();
    const running = await start(servers.env('confirmed'));
    const mails = await mailServerOf(running);
    const session = await register(running);
    const token = tokenIn(await mailAbout(mails, 'Confirm your email address'));
    await at(() => ask(running, confirmEmailRpc, { token }));
    await at(() => ask(running, confirmEmailRpc, { token }));
    expect(await told(running, ['account.email_confirmed'], since)).toMatchObject([{ ...an(session), ip: ADDRESS }]);
  });

  it('has its two-factor authentication, and no code of it', async () => {
    const since = Date.now();
    const running = await start(servers.env('two-factor'));
    const session = await register(running);
    const { secret, recovery, recovery_codes } = await at(() => turnOn(running, session));
    const code = wrongCodeOf(secret);
    expect(await outcomeOf(enter(running, { code, origin: FROM }))).toBe('two_factor.code_invalid');
    await enter(running, { code: recovery, origin: FROM });
    await renew(running, session, codeOf(secret), { origin: FROM });
    await forgetSteps(running);
    await disable(running, session, codeOf(secret), { origin: FROM });
    const acts = await told(
      running,
      [
        'two_factor.enabled',
        'two_factor.code_refused',
        'two_factor.recovery_code_used',
        'two_factor.recovery_codes_renewed',
        'two_factor.disabled',
      ],
      since,
    );
    for (const act of acts) expect(act).toMatchObject({ ...an(session), module: 'two_factor', ip: ADDRESS });
    const text = JSON.stringify(await whole(running));
    // As a word: the six digits may be a part of some id.
    for (const each of [secret, code, ...recovery_codes]) expect(text).not.toMatch(new RegExp(`\\b${each}\\b`));
  });

  it('has its API keys, and nothing that opens anything', async () => {
    const since = Date.now();
    const running = await start(servers.env('keys'));
    const session = await premium(running);
    const { id, api_key } = await at(() => createKey(running, session));
    await at(() => changeKey(running, session, { id, is_active: false, key_name: 'Nightly' }));
    await at(() => changeKey(running, session, { id, is_active: false }));
    await at(() => changeKey(running, session, { id, is_active: true }));
    await at(() => removeKey(running, session, id));
    expect(await outcomeOf(at(() => removeKey(running, session, id)))).toBe('api_keys.not_found');
    const acts = await told(
      running,
      ['api_key.created', 'api_key.disabled', 'api_key.changed', 'api_key.enabled', 'api_key.deleted'],
      since,
    );
    for (const act of acts) expect(act).toMatchObject({ ...an(session), ip: ADDRESS, target: { kind: 'api_key', id } });
    const of = (action: string) => acts.find((act) => act.action === action);
    expect(of('api_key.created')).toMatchObject({
      target: { name: 'CI' },
      details: { permissions: 'read write', last_characters: api_key.slice(-4), expires_at: null },
    });
    expect(of('api_key.changed')).toMatchObject({ target: { name: 'Nightly' }, details: { changed: 'key_name' } });
    // What it was called could never leave the details.
    expect(of('api_key.changed')?.details).not.toHaveProperty('former_name');
    expect(JSON.stringify(acts)).not.toContain(api_key.slice(0, -4));
  });
});

describe('Google', () => {
  const from = { origin: FROM };
  const session = { kind: 'session' as const, id: expect.any(String) };

  it('is told of where it opens an account, and where it opens one that has a password, once', async () => {
    const since = Date.now();
    const running = await start(servers.env('google', GOOGLE));
    const { started } = await withGoogle(running, {}, { ...from, accept_terms: true });
    if (!started) throw new Error('nobody was signed in');
    await withGoogle(running, {}, from);
    const other = await register(running, { email: 'binh@example.com', origin: BROWSER });
    await ownersConfirm(running);
    const claims = { sub: 'google-binh', email: 'binh@example.com' };
    await withGoogle(running, claims, from);
    await withGoogle(running, claims, from);
    const acts = await told(
      running,
      [
        'account.registered',
        'account.registered',
        'account.google_linked',
        'session.signed_in',
        'session.signed_in',
        'session.signed_in',
      ],
      since,
    );
    const own = acts.filter(({ user_id }) => user_id === started.user.id);
    const target = { kind: 'user', id: started.user.id, name: 'An@example.com' };
    expect(own).toMatchObject([
      { ...an(started), action: 'account.registered', ip: ADDRESS, target, details: { with: 'google' } },
      { action: 'session.signed_in', ip: ADDRESS, target: session, details: { with: 'google', two_factor: 'none' } },
    ]);
    expect(acts.filter(({ user_id }) => user_id === other.user.id)).toMatchObject([
      { action: 'account.registered', details: {} },
      { ...an(other), action: 'account.google_linked', level: 'warning', ip: ADDRESS, target: { id: other.user.id } },
      { action: 'session.signed_in', details: { with: 'google' } },
      { action: 'session.signed_in', details: { with: 'google' } },
    ]);
    expect(JSON.stringify(acts)).not.toContain('google-binh');
  });

  it('is told of where it opens nothing: to no unconfirmed, unverified or shut account, nor with a wrong code', async () => {
    const since = Date.now();
    const running = await start(servers.env('google-refused', GOOGLE));
    const { user, ...opened } = await register(running, { origin: BROWSER });
    expect(await outcomeOf(withGoogle(running, {}, from))).toBe('google.address_unconfirmed');
    expect(await outcomeOf(withGoogle(running, { email_verified: false }, from))).toBe('google.email_unverified');
    await sql(running, "UPDATE users SET email_verified_at = now(), status = 'suspended'");
    expect(await outcomeOf(withGoogle(running, {}, from))).toBe('auth.account_suspended');
    await sql(running, "UPDATE users SET status = 'active'");
    const { secret } = await turnOn(running, { user, ...opened });
    const { ticket } = await keep(running, claimsOf());
    expect(await outcomeOf(finish(running, ticket, { ...from, code: wrongCodeOf(secret) }))).toBe(
      'two_factor.code_invalid',
    );
    const acts = await told(
      running,
      [
        'account.registered',
        'session.refused',
        'session.refused',
        'session.refused',
        'two_factor.enabled',
        'two_factor.code_refused',
      ],
      since,
    );
    const refused = acts.filter(({ action }) => action.endsWith('refused'));
    for (const act of refused) expect(act).toMatchObject({ level: 'warning', ip: ADDRESS });
    expect(refused.map(({ user_id, details }) => [details.reason, user_id])).toEqual([
      ['google.address_unconfirmed', user.id],
      // Whoever it was is not known.
      ['google.email_unverified', null],
      ['auth.account_suspended', user.id],
      ['two_factor.code_invalid', user.id],
    ]);
  });
});

describe('what is refused', () => {
  const guess = (running: RunningService, over = {}) =>
    outcomeOf(enter(running, { password: 'wrong sesame', origin: FROM, ...over }));

  it('is told once at first, and once more with how often it was repeated', async () => {
    const since = Date.now();
    const running = await start(servers.env('refused'));
    const { user } = await register(running, { origin: BROWSER });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => guess(running)));
    expect(new Set(outcomes)).toEqual(new Set(['auth.bad_credentials']));
    const [first] = await told(running, ['session.refused'], since);
    expect(first).toMatchObject({
      user_id: user.id,
      user_email: EMAIL,
      ip: ADDRESS,
      level: 'warning',
      details: { reason: 'auth.bad_credentials' },
    });
    // The others are counted a second later at most.
    await eventually(async () => expect(await sql(running, 'SELECT count FROM audit_repeats')).toEqual([{ count: 8 }]));
    const tidy = () => running.get<HousekeepingService>(HousekeepingService).tidy();
    await tidy();
    expect(await sql(running, 'SELECT count FROM audit_repeats')).toHaveLength(1);
    await sql(running, 'UPDATE audit_repeats SET expires_at = now()');
    await tidy();
    const acts = await told(running, ['session.refused', 'session.refused'], since);
    expect(acts.find(({ details }) => 'repeated' in details)).toMatchObject({
      user_id: user.id,
      details: { reason: 'auth.bad_credentials', repeated: 7, since: expect.any(String), until: expect.any(String) },
    });
    expect(await sql(running, 'SELECT 1 FROM audit_repeats')).toEqual([]);
  });

  it('is told of each account and network, and of strangers without the address that they tried', async () => {
    const since = Date.now();
    const running = await start(servers.env('strangers'));
    await register(running, { origin: BROWSER });
    await guess(running);
    await guess(running, { origin: { ...FROM, ip: '198.51.100.1' } });
    await guess(running, { email: 'my-password-by-mistake@example.com' });
    const acts = await told(running, ['session.refused', 'session.refused', 'session.refused'], since);
    expect(acts.map(({ user_email }) => user_email).sort()).toEqual([EMAIL, EMAIL, null].sort());
    expect(JSON.stringify(await whole(running))).not.toContain('my-password-by-mistake');
  });

  it('is told of accounts that may not sign in, with the reason', async () => {
    const since = Date.now();
    const running = await start(servers.env('standing'));
    const { user } = await register(running, { origin: BROWSER });
    for (const status of ['suspended', 'disabled']) {
      await sql(running, 'UPDATE users SET status = $1', [status]);
      expect(await outcomeOf(enter(running, { origin: FROM }))).toBe(`auth.account_${status}`);
    }
    const acts = await told(running, ['session.refused', 'session.refused'], since);
    for (const act of acts) expect(act).toMatchObject({ user_id: user.id, user_email: EMAIL, ip: ADDRESS });
    expect(acts.map(({ details }) => details.reason).sort()).toEqual([
      'auth.account_disabled',
      'auth.account_suspended',
    ]);
  });

  it('is told as a lockout where no more tries are taken', async () => {
    const since = Date.now();
    const running = await start(servers.env('lockout'));
    const { user } = await register(running, { origin: BROWSER });
    for (let n = 0; n < 10; n += 1) await guess(running);
    for (let n = 0; n < 5; n += 1) expect(await guess(running)).toBe('auth.throttled');
    expect(await guess(running, { email: 'another@example.com' })).toBe('auth.bad_credentials');
    const acts = await told(running, ['account.locked_out', 'session.throttled'], since);
    const target = { kind: 'user', id: user.id, name: EMAIL };
    expect(acts).toMatchObject(
      acts.map(({ action }) =>
        action === 'account.locked_out'
          ? { level: 'error', target, ip: ADDRESS }
          : { level: 'error', user_email: EMAIL },
      ),
    );
  });

  it('is told once of a network that has no tries left, whatever addresses it goes on with', async () => {
    const since = Date.now();
    const running = await start(servers.env('network'));
    await register(running, { origin: BROWSER });
    await guess(running);
    await sql(running, 'UPDATE attempts SET count = 1000');
    for (let n = 0; n < 6; n += 1)
      expect(await guess(running, { email: `guess-${n}@example.com` })).toBe('auth.throttled');
    const counted = "SELECT count FROM audit_repeats WHERE record->>'action' = 'session.throttled'";
    await eventually(async () => expect(await sql(running, counted)).toEqual([{ count: 6 }]));
    await told(running, ['session.throttled'], since);
  });

  it('is counted to the end by a process that stops', async () => {
    const running = await start(servers.env('stop'));
    await register(running, { origin: BROWSER });
    await Promise.all(Array.from({ length: 5 }, () => guess(running)));
    await running.stop();
    const again = await start(servers.env('stop'));
    expect(await sql(again, 'SELECT count FROM audit_repeats')).toEqual([{ count: 5 }]);
  });

  it('leaves no trace of an act that was not done', async () => {
    const running = await start(servers.env('undone'));
    const admin = await administrator(running);
    const since = Date.now();
    expect(await outcomeOf(changeUser(running, admin, admin.user.id, { role: 'user' }))).toBe('users.own_account');
    await changeUser(running, admin, admin.user.id, { status: 'active' });
    await sql(running, "INSERT INTO attempts (key, count, expires_at) VALUES ('x', 1, now())");
    const rows = await sql<{ envelope: Envelope }>(running, 'SELECT envelope FROM outbox');
    // What was done before may still be on its way.
    const events = [...rows.map(({ envelope }) => envelope), ...(await whole(running))];
    expect(events.filter(({ occurred_at }) => Date.parse(occurred_at) > since)).toEqual([]);
  });
});

describe('administration', () => {
  it('of people is told with who did what to whom', async () => {
    const since = Date.now();
    const running = await start(servers.env('people'));
    const admin = await administrator(running);
    const { user } = await register(running);
    await at(() =>
      changeUser(running, admin, user.id, { status: 'suspended', role: 'admin', subscription_type: 'premium' }),
    );
    const acts = await told(running, ['user.role_changed', 'user.status_changed', 'user.plan_changed'], since);
    const target = { kind: 'user', id: user.id, name: EMAIL };
    for (const act of acts) expect(act).toMatchObject({ ...an(admin), module: 'users', target, ip: ADDRESS });
    const detailsOf = (action: string) => acts.find((act) => act.action === action)?.details;
    expect(detailsOf('user.role_changed')).toEqual({ from: 'user', to: 'admin' });
    expect(detailsOf('user.status_changed')).toEqual({ from: 'active', to: 'suspended' });
    expect(detailsOf('user.plan_changed')).toEqual({
      subscription_type_from: 'basic',
      subscription_type_to: 'premium',
      monthly_links_limit_from: 50,
      monthly_links_limit_to: PLAN_MONTHLY_LINKS.premium,
    });
  });

  it('has the first administrator, and plans that ended, which nobody did', async () => {
    const since = Date.now();
    const running = await start(servers.env('own', { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }));
    await premium(running);
    await sql(running, "UPDATE profiles SET subscription_end_date = now() WHERE subscription_type = 'premium'");
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    const acts = await told(running, ['user.first_admin_made', 'user.plan_ended', 'user.plan_ended'], since);
    for (const act of acts) expect(act).toMatchObject({ user_id: null, user_email: null, ip: null });
  });

  it('of mail is told, and no password of it', async () => {
    const since = Date.now();
    const running = await start(servers.env('mail', { MAIL_INBOX: 'true' }));
    const admin = await administrator(running);
    const [kept] = await eventually(async () => {
      const { data } = await inSession(running, admin, listInboxMailsRpc, { page: 1, limit: 10 });
      expect(data.length).toBeGreaterThan(0);
      return data;
    });
    await at(() => inSession(running, admin, getInboxMailRpc, { id: kept?.id ?? '' }));
    await mailServerOf(running);
    const { variables, en } = await inSession(running, admin, updateMailTemplateRpc, {
      name: 'smtp_test',
      language: 'en',
      subject: 'A test',
      html_content: '<p>{{sent_at}}</p>',
      text_content: '{{sent_at}}',
    });
    expect([variables.length, en.edited]).toEqual([1, true]);
    const reset = { name: 'smtp_test', language: 'en' } as const;
    await inSession(running, admin, resetMailTemplateRpc, reset);
    await inSession(running, admin, resetMailTemplateRpc, reset);
    await inSession(running, admin, sendTestMailRpc, { to: 'ops@example.com', language: 'en' });
    await inSession(running, admin, sendTestMailRpc, { to: admin.user.email.toUpperCase(), language: 'en' });
    const acts = await told(
      running,
      [
        'mail.inbox_mail_read',
        'mail.settings_changed',
        'mail.text_changed',
        'mail.text_reset',
        'mail.test_sent',
        'mail.test_sent',
      ],
      since,
    );
    const of = (action: string) => acts.find((act) => act.action === action);
    // Whose address it is leaves the log with the account.
    const own = { kind: 'user', id: admin.user.id };
    expect(of('mail.inbox_mail_read')).toMatchObject({
      ...an(admin),
      ip: ADDRESS,
      target: { ...own, name: kept?.to },
      details: { mail: kept?.mail },
    });
    expect(acts.map(({ target }) => target)).toContainEqual({ ...own, name: admin.user.email.toUpperCase() });
    expect(of('mail.settings_changed')?.details).toMatchObject({ changed: expect.stringContaining('host') });
    expect(of('mail.text_reset')).toMatchObject({
      target: { kind: 'mail_text', id: 'smtp_test' },
      details: { language: 'en' },
    });
    expect(of('mail.test_sent')).toMatchObject({
      ...an(admin),
      target: { kind: 'mail', id: 'smtp_test', name: 'ops@example.com' },
    });
  });
});

it('names a service that does something by itself', async () => {
  const since = Date.now();
  const running = await start(servers.env('service'));
  const { user } = await register(running);
  const caller = { kind: 'service' as const, service: 'billing', permissions: ['admin:users'] };
  const input = { id: user.id, changes: { subscription_type: 'premium' as const } };
  await running.get<RpcClient>(RpcClient).call(updateUserRpc, input, { caller, timeoutMs: 20_000 });
  const [act] = await told(running, ['user.plan_changed'], since);
  expect(act).toMatchObject({ user_id: null, details: { service: 'billing' } });
});
