import { describe, expect, it } from '@jest/globals';
import { changePasswordRpc, forgotPasswordRpc, resetPasswordRpc } from '@linkway/contracts';
import type { AppError, RunningService } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { allLookedAt, mailAbout, mailServerOf, ownersConfirm, tokenIn } from './account-mails.js';
import { ask, BROWSER, enter, metricsOf, outcomeOf, PASSWORD, register, sql, start, tally } from './identity.js';
import { codeOf, disable, forgetSteps, inSession, stateOf, turnOn, wrongCodeOf } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const from = (ip: string, device?: string) => ({
  ...BROWSER,
  ip,
  ...(device !== undefined && { device: device.padEnd(43, '-') }),
});
const WRONG = { password: 'wrong-one' };
const open = (running: RunningService) => sql(running, 'SELECT id FROM sessions WHERE ended_at IS NULL');
const counts = async (running: RunningService) =>
  Object.fromEntries(
    (
      await sql<{ what: string; count: number }>(running, "SELECT split_part(key, ':', 1) AS what, count FROM attempts")
    ).map(({ what, count }) => [what, count]),
  );

describe('signing in with two-factor authentication', () => {
  it('asks for a code once the password was right, and begins nothing before', async () => {
    const running = await start(servers.env('asks'));
    const session = await register(running);
    const { secret } = await turnOn(running, session);
    const sessions = await open(running);
    const refused = await enter(running).catch((error: AppError) => error);
    expect(refused).toMatchObject({ code: 'two_factor.required', status: 401 });
    const wrong = await enter(running, { code: wrongCodeOf(secret) }).catch((error: AppError) => error);
    const code = 'two_factor.code_invalid';
    expect(wrong).toMatchObject({ code, status: 400, errors: [{ field: 'code', code }] });
    expect(await open(running)).toEqual(sessions);
    const entered = await enter(running, { code: codeOf(secret) });
    expect(entered.user).toEqual(session.user);
    expect(await open(running)).toHaveLength(sessions.length + 1);
    const metrics = await metricsOf(running);
    for (const outcome of ['two_factor.required', code])
      expect(metrics).toMatch(new RegExp(`identity_sign_ins_total\\{[^}]*outcome="${outcome}"[^}]*\\} 1`));
  });

  it('says nothing of it before the password was right', async () => {
    const running = await start(servers.env('silent'));
    const { secret } = await turnOn(running, await register(running));
    await register(running, { email: 'binh@example.com' });
    const failure = (over: Parameters<typeof enter>[1]) =>
      enter(running, over).then(
        () => null,
        ({ code, status, message, params, errors }) => ({ code, status, message, params, errors }),
      );
    const unknown = await failure({ email: 'nobody@example.com', code: '123456' });
    expect(unknown).toMatchObject({ code: 'auth.bad_credentials' });
    for (const code of [codeOf(secret), wrongCodeOf(secret)]) {
      expect(await failure({ ...WRONG, code })).toEqual(unknown);
      expect(await failure({ ...WRONG, email: 'binh@example.com', code })).toEqual(unknown);
    }
    // A code with a wrong password is not used by it.
    expect(await outcomeOf(enter(running, { code: codeOf(secret) }))).toBe('success');
  });

  it('lets in without a code whoever has no two-factor authentication, as a gateway of the former release asks', async () => {
    const running = await start(servers.env('without'));
    await register(running);
    expect(await outcomeOf(enter(running))).toBe('success');
    expect(await outcomeOf(enter(running, { code: '123456' }))).toBe('success');
  });

  it('takes a code once, also when it comes many times at the same moment', async () => {
    const running = await start(servers.env('once', { HASH_QUEUE: '200', HASH_CONCURRENCY: '4', LOG_LEVEL: 'fatal' }));
    const { secret } = await turnOn(running, await register(running));
    const before = (await open(running)).length;
    const code = codeOf(secret);
    const entries = Array.from({ length: 6 }, () => outcomeOf(enter(running, { code })));
    expect(tally(await Promise.all(entries))).toEqual({ success: 1, 'two_factor.code_invalid': 5 });
    expect(await open(running)).toHaveLength(before + 1);
    // Nor an earlier one, which is still within the drift.
    expect(await outcomeOf(enter(running, { code: codeOf(secret, -1) }))).toBe('two_factor.code_invalid');
  });

  it('takes a recovery code once, of which the owner is told', async () => {
    const running = await start(servers.env('recovery', { HASH_QUEUE: '200', LOG_LEVEL: 'fatal' }));
    const session = await register(running, { language: 'en' });
    const mails = await mailServerOf(running);
    const { recovery, recovery_codes } = await turnOn(running, session);
    const typed = ` ${recovery.toUpperCase().replace('-', ' ')} `;
    const entries = Array.from({ length: 4 }, () => outcomeOf(enter(running, { code: typed })));
    expect(tally(await Promise.all(entries))).toEqual({ success: 1, 'two_factor.code_invalid': 3 });
    expect((await stateOf(running, session)).recovery_codes_left).toBe(9);
    const mail = await mailAbout(mails, 'A recovery code of your account was used');
    expect(mail.content).toContain('Codes left: 9');
    expect(mail.content).not.toContain(recovery);
    for (const code of recovery_codes.slice(1)) expect(await outcomeOf(enter(running, { code }))).toBe('success');
    expect((await stateOf(running, session)).recovery_codes_left).toBe(0);
    expect(await outcomeOf(enter(running, { code: recovery }))).toBe('two_factor.code_invalid');
  });

  it('goes on after a reset of the password, which opens no session', async () => {
    const running = await start(servers.env('reset', { LOG_LEVEL: 'fatal' }));
    const { secret } = await turnOn(running, await register(running));
    // Else the link would be the first to show that the address is its owner's.
    await ownersConfirm(running);
    await outcomeOf(enter(running, { ...WRONG, code: codeOf(secret) }));
    await outcomeOf(enter(running, { code: wrongCodeOf(secret) }));
    const mails = await mailServerOf(running);
    await ask(running, forgotPasswordRpc, { email: 'an@example.com', ip: BROWSER.ip, language: 'en' });
    const token = tokenIn(await mailAbout(mails, 'Reset your password'));
    const password = 'a quite different one';
    await ask(running, resetPasswordRpc, { token, password, ip: BROWSER.ip, language: 'en' });
    expect(await open(running)).toEqual([]);
    // The link forgets guesses at the password, and none at the code.
    expect(await counts(running)).toMatchObject({ 'code-account': 1, 'code-all': 1 });
    expect(Object.keys(await counts(running))).not.toContain('sign-in-pair');
    expect(await outcomeOf(enter(running, { password }))).toBe('two_factor.required');
    expect(await outcomeOf(enter(running, { password, code: codeOf(secret) }))).toBe('success');
  });

  it('is refused where the password is changed meanwhile', async () => {
    const running = await start(
      servers.env('changed', { HASH_QUEUE: '200', HASH_CONCURRENCY: '4', LOG_LEVEL: 'fatal' }),
    );
    const { secret } = await turnOn(running, await register(running));
    const session = await enter(running, { code: codeOf(secret) });
    await forgetSteps(running);
    const code = codeOf(secret);
    const entering = Array.from({ length: 4 }, () => outcomeOf(enter(running, { code })));
    const change = { current_password: PASSWORD, new_password: 'a quite different one', origin: BROWSER };
    const changed = await inSession(running, session, changePasswordRpc, change);
    await Promise.all(entering);
    expect(await open(running)).toEqual([{ id: changed.session_id }]);
  });
});

describe('wrong codes', () => {
  it('count as wrong passwords do, and no right password takes that back', async () => {
    const running = await start(servers.env('count', { LOG_LEVEL: 'fatal' }));
    const { secret } = await turnOn(running, await register(running));
    const origin = from('203.0.113.1');
    const wrong = { code: wrongCodeOf(secret), origin };
    for (let nth = 1; nth <= 5; nth++) {
      expect(await outcomeOf(enter(running, { ...WRONG, origin }))).toBe('auth.bad_credentials');
      expect(await outcomeOf(enter(running, { origin }))).toBe('two_factor.required');
      expect(await outcomeOf(enter(running, wrong))).toBe('two_factor.code_invalid');
      expect(await outcomeOf(enter(running, { origin }))).toBe(nth === 5 ? 'auth.throttled' : 'two_factor.required');
    }
    expect(await counts(running)).toMatchObject({ 'sign-in-network': 10, 'sign-in-account': 10 });
    expect(await outcomeOf(enter(running, { code: codeOf(secret), origin }))).toBe('auth.throttled');
    expect(await outcomeOf(enter(running, { code: codeOf(secret), origin: from('203.0.113.2') }))).toBe('success');
  });

  it('are forgotten when all was right', async () => {
    const running = await start(servers.env('forgotten', { LOG_LEVEL: 'fatal' }));
    const { secret } = await turnOn(running, await register(running));
    for (let nth = 1; nth <= 9; nth++) await outcomeOf(enter(running, { code: wrongCodeOf(secret) }));
    expect(await outcomeOf(enter(running, { code: codeOf(secret) }))).toBe('success');
    expect(await counts(running)).toEqual({});
  });

  it('are ten, however many come at once', async () => {
    const env = servers.env('at-once', { HASH_QUEUE: '200', HASH_CONCURRENCY: '8', LOG_LEVEL: 'fatal' });
    const [one, two] = [await start(env), await start(env)];
    const { secret } = await turnOn(one, await register(one));
    const code = wrongCodeOf(secret);
    const entries = Array.from({ length: 40 }, (_, nth) => outcomeOf(enter(nth % 2 ? one : two, { code })));
    expect(tally(await Promise.all(entries))).toEqual({ 'two_factor.code_invalid': 10, 'auth.throttled': 30 });
    expect(await outcomeOf(enter(one, { code: codeOf(secret) }))).toBe('auth.throttled');
  });

  it('end for strangers before they do for a device of the owner', async () => {
    const running = await start(servers.env('device', { HASH_PER_NETWORK: '20', LOG_LEVEL: 'fatal' }));
    const { secret } = await turnOn(running, await register(running, { origin: from('198.51.100.1', 'own') }));
    const outcomes: string[] = [];
    for (let network = 1; network <= 6; network++) {
      const guess = () =>
        outcomeOf(enter(running, { code: wrongCodeOf(secret), origin: from(`203.0.113.${network}`) }));
      outcomes.push(...(await Promise.all(Array.from({ length: 10 }, guess))));
    }
    expect(tally(outcomes)).toEqual({ 'two_factor.code_invalid': 20, 'auth.throttled': 40 });
    const stranger = { code: codeOf(secret), origin: from('192.0.2.1') };
    expect(await outcomeOf(enter(running, stranger))).toBe('auth.throttled');
    expect(await outcomeOf(enter(running, { ...stranger, origin: from('192.0.2.2', 'own') }))).toBe('success');
    // Its success tells nothing about who guesses.
    await forgetSteps(running);
    expect(await outcomeOf(enter(running, stranger))).toBe('auth.throttled');
  });

  it('stay counted when the password becomes another one, and from ever new devices', async () => {
    const running = await start(servers.env('hopping', { LOG_LEVEL: 'fatal' }));
    let session = await register(running);
    const { secret } = await turnOn(running, session);
    let password = PASSWORD;
    const outcomes: string[] = [];
    for (let round = 1; round <= 7; round++) {
      // In a session whose password is known, too: each change makes another device known.
      const origin = from('203.0.113.1', `hop-${round}`);
      const new_password = `another good one ${round}`;
      session = await inSession(running, session, changePasswordRpc, {
        current_password: password,
        new_password,
        origin,
      });
      password = new_password;
      const guess = () =>
        outcomeOf(disable(running, session, wrongCodeOf(secret), { current_password: password, origin }));
      for (let nth = 1; nth <= 10; nth++) outcomes.push(await guess());
    }
    expect(tally(outcomes)).toEqual({ 'two_factor.code_invalid': 50, 'auth.throttled': 20 });
  }, 60_000);

  it('are told to the owner when no more are taken, as somebody knows the password', async () => {
    const running = await start(servers.env('notice', { LOG_LEVEL: 'fatal' }));
    const mails = await mailServerOf(running);
    const { secret } = await turnOn(running, await register(running, { language: 'en' }));
    for (let nth = 1; nth <= 12; nth++) await outcomeOf(enter(running, { code: wrongCodeOf(secret) }));
    const mail = await mailAbout(mails, 'Somebody with your password tried wrong verification codes');
    expect(mail.content).toMatch(/refused until \d\d\/\d\d\/\d{4} \d\d:\d\d/);
    for (let nth = 1; nth <= 10; nth++)
      await outcomeOf(enter(running, { code: wrongCodeOf(secret), origin: from('203.0.113.1') }));
    await allLookedAt(running);
    const notices = await sql<{ mail: string }>(running, "SELECT mail FROM mails WHERE mail LIKE '%notice'");
    expect(notices).toEqual([{ mail: 'wrong_codes_notice' }]);
  });
});
