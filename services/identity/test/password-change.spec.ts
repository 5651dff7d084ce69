import { describe, expect, it } from '@jest/globals';
import { type Caller, changePasswordRpc, getSessionRpc, type RpcRequest, sessionEnded } from '@linkway/contracts';
import { AppError, RpcClient, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { mailAbout, mailServerOf } from './account-mails.js';
import { ask, BROWSER, callerOf, enter, outcomeOf, PASSWORD, register, sql, start, tally } from './identity.js';
import { overtaken } from './overtaken.js';

const servers = useServers({ postgres: true, nats: true });
const NEW = 'a quite different one';
const WRONG = { current_password: 'wrong-one' };

const change = (
  running: RunningService,
  caller: Caller | null,
  over: Partial<RpcRequest<typeof changePasswordRpc>> = {},
) => {
  const input = { current_password: PASSWORD, new_password: NEW, origin: BROWSER, ...over };
  return running.get<RpcClient>(RpcClient).call(changePasswordRpc, input, { caller, timeoutMs: 20_000 });
};
const isOpen = async (running: RunningService, token: string) =>
  (await ask(running, getSessionRpc, { session_token: token })) !== null;

describe('a change of the password', () => {
  it('ends every session, goes on under a new token, and opens the account from then on', async () => {
    const running = await start(servers.env('changed'));
    const here = await register(running);
    const elsewhere = await enter(running);
    const stranger = await register(running, { email: 'binh@example.com' });
    const mails = await mailServerOf(running);
    const started = await change(running, callerOf(here));
    const notice = await mailAbout(mails, 'Your password was changed');
    expect(notice.links).toEqual(['https://linkway.example/forgot-password']);
    expect(started.user).toEqual(here.user);
    expect(started.session_id).not.toBe(here.session_id);
    expect(await isOpen(running, started.session_token)).toBe(true);
    expect(await isOpen(running, here.session_token)).toBe(false);
    expect(await isOpen(running, elsewhere.session_token)).toBe(false);
    expect(await isOpen(running, stranger.session_token)).toBe(true);
    expect(await outcomeOf(enter(running))).toBe('auth.bad_credentials');
    expect(await outcomeOf(enter(running, { password: NEW }))).toBe('success');
    await eventually(async () => {
      const told = await storedEvents(running, sessionEnded, (data) => data.user_id === here.user.id);
      expect(told.map(({ data }) => data.session_id).sort()).toEqual([here.session_id, elsewhere.session_id].sort());
    });
  });

  it('is refused, and changes nothing, with a wrong password or a new one that is none', async () => {
    const running = await start(servers.env('refused'));
    const here = await register(running);
    const elsewhere = await enter(running);
    const refusals: [Partial<RpcRequest<typeof changePasswordRpc>>, string, string][] = [
      [WRONG, 'current_password', 'auth.current_password_wrong'],
      [{ new_password: PASSWORD }, 'new_password', 'auth.password_same'],
      // Composed or decomposed, it is the same one.
      [{ current_password: 'é'.repeat(8), new_password: 'e\u0301'.repeat(8) }, 'new_password', 'auth.password_same'],
      [{ new_password: 'password' }, 'new_password', 'auth.password_common'],
      [{ new_password: 'an@example.com' }, 'new_password', 'auth.password_personal'],
      [{ new_password: 'short' }, 'new_password', 'auth.password_weak'],
    ];
    for (const [over, field, code] of refusals) {
      const error = await change(running, callerOf(here), over).then(
        () => null,
        (thrown: AppError) => thrown,
      );
      expect(error).toMatchObject({ code, status: 400, errors: [expect.objectContaining({ field, code })] });
    }
    expect(await isOpen(running, here.session_token)).toBe(true);
    expect(await isOpen(running, elsewhere.session_token)).toBe(true);
    expect(await outcomeOf(enter(running))).toBe('success');
  });

  it('is refused to whom it does not belong', async () => {
    const running = await start(servers.env('whose'));
    const here = await register(running);
    const { user_id, workspace_id, role } = callerOf(here);
    const permissions = ['account:write'];
    const key: Caller = { kind: 'api_key', user_id, workspace_id, role, permissions, api_key_id: workspace_id };
    expect(await outcomeOf(change(running, null))).toBe('auth.unauthenticated');
    expect(await outcomeOf(change(running, { ...callerOf(here), permissions: [] }))).toBe('auth.forbidden');
    expect(await outcomeOf(change(running, key))).toBe('auth.forbidden');
    await sql(running, 'UPDATE sessions SET ended_at = now()');
    expect(await outcomeOf(change(running, callerOf(here)))).toBe('auth.unauthenticated');
    expect(await outcomeOf(enter(running))).toBe('success');
    await sql(running, "UPDATE users SET status = 'disabled'");
    expect(await outcomeOf(change(running, callerOf(here), WRONG))).toBe('auth.unauthenticated');
  });

  it('repeated says what has become of it', async () => {
    const running = await start(servers.env('repeated'));
    const here = await register(running);
    const started = await change(running, callerOf(here));
    expect(await outcomeOf(change(running, callerOf(started)))).toBe('auth.current_password_wrong');
    expect(await isOpen(running, started.session_token)).toBe(true);
  });

  it('is one of those that come at once', async () => {
    const running = await start(servers.env('race', { HASH_QUEUE: '200', LOG_LEVEL: 'fatal' }));
    const here = await register(running);
    const elsewhere = await enter(running);
    const changes = [here, elsewhere].flatMap((session) =>
      [1, 2, 3].map((one) => outcomeOf(change(running, callerOf(session), { new_password: `${NEW} ${one}` }))),
    );
    expect(tally(await Promise.all(changes))).toEqual({ success: 1, 'auth.current_password_wrong': 5 });
    expect(await sql(running, 'SELECT 1 FROM sessions WHERE ended_at IS NULL')).toHaveLength(1);
  });

  it('ends also what a shorter time has closed, which would be open again with a longer one', async () => {
    const running = await start(servers.env('reopened'));
    const [here, elsewhere] = [await register(running), await enter(running)];
    const { session_id: id, session_token } = elsewhere;
    await sql(running, "UPDATE sessions SET last_seen_at = now() - interval '2 hours' WHERE id = $1", [id]);
    await sql(running, 'UPDATE security_settings SET session_timeout = 1');
    expect(await isOpen(running, session_token)).toBe(false);
    await change(running, callerOf(here));
    await sql(running, 'UPDATE security_settings SET session_timeout = 720');
    expect(await isOpen(running, session_token)).toBe(false);
  });

  it('gives no new session to one that was ended meanwhile, and changes nothing', async () => {
    const running = await start(servers.env('ended'));
    const here = await register(running);
    const outcome = await overtaken(
      running,
      [['SELECT 1 FROM users FOR NO KEY UPDATE'], ['UPDATE sessions SET ended_at = now()']],
      () => outcomeOf(change(running, callerOf(here))),
    );
    expect(outcome).toBe('auth.unauthenticated');
    expect(await sql(running, 'SELECT 1 FROM sessions WHERE ended_at IS NULL')).toEqual([]);
    expect(await outcomeOf(enter(running))).toBe('success');
  });

  it('lets no session begin that the former password has opened, however close they come', async () => {
    const running = await start(servers.env('close', { HASH_QUEUE: '200', HASH_CONCURRENCY: '4', LOG_LEVEL: 'fatal' }));
    let session = await register(running);
    for (let round = 1; round <= 5; round++) {
      const [from, to] = [round === 1 ? PASSWORD : `${NEW} ${round - 1}`, `${NEW} ${round}`];
      const entering = Array.from({ length: 6 }, () => outcomeOf(enter(running, { password: from })));
      session = await change(running, callerOf(session), { current_password: from, new_password: to });
      await Promise.all(entering);
      expect(await sql(running, 'SELECT id FROM sessions WHERE ended_at IS NULL')).toEqual([
        { id: session.session_id },
      ]);
    }
  }, 60_000);
});

describe('guesses at the password of a session', () => {
  it('are counted with those at the sign-in', async () => {
    const running = await start(servers.env('throttled', { LOG_LEVEL: 'fatal' }));
    const here = await register(running);
    const origin = { ...BROWSER, ip: '203.0.113.1' };
    for (let guess = 1; guess <= 5; guess++) {
      expect(await outcomeOf(change(running, callerOf(here), { ...WRONG, origin }))).toBe(
        'auth.current_password_wrong',
      );
      expect(await outcomeOf(enter(running, { password: 'wrong-one', origin }))).toBe('auth.bad_credentials');
    }
    expect(await outcomeOf(change(running, callerOf(here), { origin }))).toBe('auth.throttled');
    expect(await outcomeOf(enter(running, { origin }))).toBe('auth.throttled');
    expect(await outcomeOf(change(running, callerOf(here), { origin: { ...BROWSER, ip: '203.0.113.2' } }))).toBe(
      'success',
    );
  });

  it('have no more of them from devices that were known before the change', async () => {
    const running = await start(servers.env('devices', { LOG_LEVEL: 'fatal' }));
    const device = (of: string) => ({ ...BROWSER, ip: '198.51.100.1', device: of.padEnd(43, '-') });
    await register(running, { origin: device('stolen') });
    const here = await enter(running, { origin: device('own') });
    await change(running, callerOf(here), { origin: device('own') });
    for (let guess = 1; guess <= 10; guess++) {
      const origin = { ...device('stolen'), ip: '203.0.113.9' };
      expect(await outcomeOf(enter(running, { password: PASSWORD, origin }))).toBe('auth.bad_credentials');
    }
    // Counted for their network, as a stranger's are; the device that the password was changed with stays known.
    const stranger = { ...device('stranger'), ip: '203.0.113.9' };
    expect(await outcomeOf(enter(running, { password: NEW, origin: stranger }))).toBe('auth.throttled');
    expect(await outcomeOf(enter(running, { password: NEW, origin: { ...device('own'), ip: '203.0.113.9' } }))).toBe(
      'success',
    );
  });
});
