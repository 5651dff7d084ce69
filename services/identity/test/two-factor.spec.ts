import { describe, expect, it, jest } from '@jest/globals';
import { type Caller, enableTwoFactorRpc, getTwoFactorRpc } from '@linkway/contracts';
import { type AppError, RpcClient, type RunningService } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { TwoFactorRepository } from '../src/two-factor/two-factor.repository.js';
import { mailAbout, mailServerOf } from './account-mails.js';
import { callerOf, enter, metricsOf, outcomeOf, register, SETTINGS, sql, start, tally } from './identity.js';
import {
  codeOf,
  disable,
  enable,
  forgetSteps,
  inSession,
  renew,
  setUp,
  stateOf,
  turnOn,
  wrongCodeOf,
} from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const WRONG = { current_password: 'wrong-one' };
const OFF = { enabled: false, enabled_at: null, recovery_codes_left: 0 };

const backdate = (running: RunningService, time: string) =>
  sql(running, `UPDATE two_factors SET begun_at = now() - interval '${time}'`);

describe('two-factor authentication', () => {
  it('is off, waits for the first code of its secret, and is on by it, of which the owner is told', async () => {
    const running = await start(servers.env('on'));
    const session = await register(running, { language: 'vi' });
    const mails = await mailServerOf(running);
    expect(await stateOf(running, session)).toEqual(OFF);
    const { secret, otpauth_url } = await setUp(running, session);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauth_url).toContain(`secret=${secret}`);
    expect(await stateOf(running, session)).toEqual(OFF);
    expect(await outcomeOf(enter(running))).toBe('success');

    expect(await outcomeOf(enable(running, session, wrongCodeOf(secret)))).toBe('two_factor.code_invalid');
    const code = codeOf(secret);
    const { recovery_codes } = await enable(running, session, code);
    expect(recovery_codes).toHaveLength(10);
    // It has been used by that.
    expect(await outcomeOf(enter(running, { code }))).toBe('two_factor.code_invalid');
    const state = await stateOf(running, session);
    expect(state).toEqual({ enabled: true, enabled_at: expect.any(String), recovery_codes_left: 10 });
    expect(Math.abs(Date.parse(state.enabled_at ?? '') - Date.now())).toBeLessThan(60_000);
    expect(await outcomeOf(enter(running))).toBe('two_factor.required');
    await mailAbout(mails, 'Xác thực hai bước đã được bật');
    expect(await metricsOf(running)).toMatch(
      /identity_two_factor_changes_total\{[^}]*change="enable",outcome="success"[^}]*\} 1/,
    );
  });

  it('keeps nothing of secret and codes that could be read', async () => {
    const running = await start(servers.env('sealed'));
    const { secret, recovery_codes } = await turnOn(running, await register(running));
    const kept = await sql(running, 'SELECT * FROM two_factors JOIN recovery_codes USING (user_id)');
    const text = kept.map((row) => Object.values(row).map(String).join()).join();
    for (const one of [secret, ...recovery_codes]) expect(text).not.toContain(one);
  });

  it('is set up with the password alone of the owner, by a session', async () => {
    const running = await start(servers.env('whose', { LOG_LEVEL: 'fatal' }));
    const session = await register(running);
    const refused = await setUp(running, session, WRONG).catch((error: AppError) => error);
    const code = 'auth.current_password_wrong';
    expect(refused).toMatchObject({ code, status: 400, errors: [{ field: 'current_password', code }] });
    const { user_id, workspace_id, role } = callerOf(session);
    const key: Caller = {
      kind: 'api_key',
      user_id,
      workspace_id,
      role,
      permissions: ['account:read', 'account:write'],
      api_key_id: workspace_id,
    };
    const client = running.get<RpcClient>(RpcClient);
    expect(await outcomeOf(client.call(getTwoFactorRpc, {}, { caller: key }))).toBe('auth.forbidden');
    expect(await outcomeOf(client.call(getTwoFactorRpc, {}, { caller: null }))).toBe('auth.unauthenticated');
    const { secret } = await setUp(running, session);
    // A setup belongs to its account: a code of it turns nothing on elsewhere.
    const other = await register(running, { email: 'binh@example.com' });
    expect(await outcomeOf(enable(running, other, codeOf(secret)))).toBe('two_factor.setup_over');
    await setUp(running, other);
    expect(await outcomeOf(enable(running, other, codeOf(secret)))).toBe('two_factor.code_invalid');
    await sql(running, 'UPDATE sessions SET ended_at = now()');
    expect(await outcomeOf(enable(running, session, codeOf(secret)))).toBe('auth.unauthenticated');
    expect(await outcomeOf(setUp(running, session))).toBe('auth.unauthenticated');
  });

  it('waits for whoever has to choose a password first', async () => {
    const running = await start(servers.env('first'));
    const session = await register(running);
    await sql(running, 'UPDATE users SET must_change_password = true');
    const asked = [stateOf(running, session), setUp(running, session), enable(running, session, '123456')];
    expect(tally(await Promise.all(asked.map(outcomeOf)))).toEqual({ 'auth.password_change_required': 3 });
  });

  it('takes codes of the secret that was made last, for 15 minutes', async () => {
    const running = await start(servers.env('renewed'));
    const session = await register(running);
    expect(await outcomeOf(enable(running, session, '123456'))).toBe('two_factor.setup_over');
    const first = await setUp(running, session);
    const second = await setUp(running, session);
    expect(second.secret).not.toBe(first.secret);
    expect(await outcomeOf(enable(running, session, codeOf(first.secret)))).toBe('two_factor.code_invalid');
    await backdate(running, '15 minutes');
    expect(await outcomeOf(enable(running, session, codeOf(second.secret)))).toBe('two_factor.setup_over');
    const third = await setUp(running, session);
    await backdate(running, '14 minutes');
    expect(await outcomeOf(enable(running, session, codeOf(third.secret)))).toBe('success');
  });

  it('is turned on once, also from tabs that do so at the same moment', async () => {
    const running = await start(servers.env('tabs'));
    const session = await register(running);
    const { secret } = await setUp(running, session);
    const tabs = Array.from({ length: 6 }, () => outcomeOf(enable(running, session, codeOf(secret))));
    expect(tally(await Promise.all(tabs))).toEqual({ success: 1, 'two_factor.already_enabled': 5 });
    expect((await stateOf(running, session)).recovery_codes_left).toBe(10);
    expect(await outcomeOf(enable(running, session, codeOf(secret)))).toBe('two_factor.already_enabled');
    expect(await outcomeOf(setUp(running, session))).toBe('two_factor.already_enabled');
    // The secret is the one that was shown.
    await forgetSteps(running);
    expect(await outcomeOf(enter(running, { code: codeOf(secret) }))).toBe('success');
  });

  it('is not replaced by a setup that saw it off a moment before', async () => {
    const running = await start(servers.env('begun-late'));
    const session = await register(running);
    const { secret } = await turnOn(running, session);
    const repository = running.get<TwoFactorRepository>(TwoFactorRepository);
    const off = jest.spyOn(repository, 'isEnabled').mockResolvedValue(false);
    expect(await outcomeOf(setUp(running, session))).toBe('two_factor.already_enabled');
    off.mockRestore();
    expect(await outcomeOf(disable(running, session, codeOf(secret)))).toBe('success');
    await running.stop();
  });

  it('is of no use in the row of another account', async () => {
    const running = await start(servers.env('moved'));
    const [mine, other] = [await register(running), await register(running, { email: 'moved@example.com' })];
    const { secret, recovery } = await turnOn(running, mine);
    await turnOn(running, other);
    const to = `'${other.user.id}'`;
    await sql(
      running,
      `UPDATE two_factors SET secret = (SELECT secret FROM two_factors WHERE user_id <> ${to}) WHERE user_id = ${to}`,
    );
    await sql(running, `DELETE FROM recovery_codes WHERE user_id = ${to}`);
    await sql(running, `UPDATE recovery_codes SET user_id = ${to}`);
    for (const code of [codeOf(secret), recovery])
      expect(await outcomeOf(disable(running, other, code))).not.toBe('success');
    expect(await stateOf(running, other)).toMatchObject({ enabled: true });
    await running.stop();
  });

  it('counts first codes that are wrong', async () => {
    const running = await start(servers.env('first-codes', { LOG_LEVEL: 'fatal' }));
    const session = await register(running);
    const { secret } = await setUp(running, session);
    const tries = Array.from({ length: 15 }, () => outcomeOf(enable(running, session, wrongCodeOf(secret))));
    expect(tally(await Promise.all(tries))).toEqual({ 'two_factor.code_invalid': 10, 'auth.throttled': 5 });
    expect(await outcomeOf(enable(running, session, codeOf(secret)))).toBe('auth.throttled');
  });

  it('forgets a setup that was left', async () => {
    const running = await start(servers.env('left'));
    const [an, binh] = [await register(running), await register(running, { email: 'binh@example.com' })];
    await setUp(running, an);
    await turnOn(running, binh);
    await backdate(running, '2 days');
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect(await sql(running, 'SELECT user_id FROM two_factors')).toEqual([{ user_id: binh.user.id }]);
  });
});

describe('turning it off', () => {
  it('takes password and code, and leaves nothing of it', async () => {
    const running = await start(servers.env('off'));
    const session = await register(running, { language: 'en' });
    const mails = await mailServerOf(running);
    expect(await outcomeOf(disable(running, session, '123456'))).toBe('two_factor.not_enabled');
    await setUp(running, session);
    expect(await outcomeOf(disable(running, session, '123456'))).toBe('two_factor.not_enabled');
    const { secret } = await turnOn(running, session);
    for (const [code, over, error, field] of [
      [codeOf(secret), WRONG, 'auth.current_password_wrong', 'current_password'],
      [wrongCodeOf(secret), {}, 'two_factor.code_invalid', 'code'],
    ] as const) {
      const refused = await disable(running, session, code, over).catch((thrown: AppError) => thrown);
      expect(refused).toMatchObject({ code: error, status: 400, errors: [{ field, code: error }] });
    }
    expect((await stateOf(running, session)).enabled).toBe(true);
    // A code that came with a wrong password was not used by it.
    expect(await outcomeOf(disable(running, session, codeOf(secret)))).toBe('success');
    expect(await stateOf(running, session)).toEqual(OFF);
    expect(await sql(running, 'SELECT FROM two_factors')).toEqual([]);
    expect(await sql(running, 'SELECT FROM recovery_codes')).toEqual([]);
    expect(await outcomeOf(disable(running, session, codeOf(secret)))).toBe('two_factor.not_enabled');
    expect(await outcomeOf(enter(running))).toBe('success');
    await mailAbout(mails, 'Two-factor authentication is off');
  });

  it('takes no code of another account', async () => {
    const running = await start(servers.env('others', { LOG_LEVEL: 'fatal' }));
    const an = await register(running);
    const binh = await register(running, { email: 'binh@example.com' });
    const { secret, recovery } = await turnOn(running, an);
    await turnOn(running, binh);
    for (const code of [codeOf(secret), recovery])
      expect(await outcomeOf(disable(running, binh, code))).toBe('two_factor.code_invalid');
    expect((await stateOf(running, an)).recovery_codes_left).toBe(10);
  });

  it('is one of those that come at once with a code, and of those that sign in by it', async () => {
    const running = await start(servers.env('off-once', { HASH_QUEUE: '200', LOG_LEVEL: 'fatal' }));
    const session = await register(running);
    const { secret } = await turnOn(running, session);
    const code = codeOf(secret);
    const calls = [1, 2, 3].flatMap(() => [
      outcomeOf(disable(running, session, code)),
      outcomeOf(enter(running, { code })),
    ]);
    const [off, entered] = [0, 1].map((rest) => Promise.all(calls.filter((_, nth) => nth % 2 === rest)));
    const [offs, entries] = [tally((await off) ?? []), tally((await entered) ?? [])];
    if (offs.success === 1) {
      // Whoever came after it needed no code any more.
      expect((entries.success ?? 0) + (entries['two_factor.code_invalid'] ?? 0)).toBe(3);
      expect(await stateOf(running, session)).toEqual(OFF);
    } else {
      expect(offs).toEqual({ 'two_factor.code_invalid': 3 });
      expect(entries).toEqual({ success: 1, 'two_factor.code_invalid': 2 });
    }
  });
});

describe('recovery codes', () => {
  it('are made anew with password and code, and those before work no more', async () => {
    const running = await start(servers.env('renew'));
    const session = await register(running, { language: 'en' });
    const mails = await mailServerOf(running);
    expect(await outcomeOf(renew(running, session, '123456'))).toBe('two_factor.not_enabled');
    const { secret, recovery } = await turnOn(running, session);
    expect(await outcomeOf(renew(running, session, codeOf(secret), WRONG))).toBe('auth.current_password_wrong');
    expect(await outcomeOf(renew(running, session, wrongCodeOf(secret)))).toBe('two_factor.code_invalid');
    const { recovery_codes } = await renew(running, session, recovery);
    expect(recovery_codes).toHaveLength(10);
    expect(recovery_codes).not.toContain(recovery);
    expect((await stateOf(running, session)).recovery_codes_left).toBe(10);
    expect(await outcomeOf(enter(running, { code: recovery }))).toBe('two_factor.code_invalid');
    expect(await outcomeOf(enter(running, { code: recovery_codes[3] as string }))).toBe('success');
    expect((await stateOf(running, session)).recovery_codes_left).toBe(9);
    // The answer was lost: with the next code of the authenticator there are others.
    expect((await renew(running, session, codeOf(secret))).recovery_codes).not.toEqual(recovery_codes);
    await mailAbout(mails, 'Your account has new recovery codes', 'an@example.com', 1);
  });
});

describe('another ENCRYPTION_KEY', () => {
  const renewed = { ENCRYPTION_KEY: 'another key for tests, of many characters', LOG_LEVEL: 'fatal' };

  it('seals anew what the one before has sealed', async () => {
    const former = await start(servers.env('keys'));
    const { secret, recovery_codes } = await turnOn(former, await register(former));
    await former.stop();
    const previous = { ENCRYPTION_KEY_PREVIOUS: SETTINGS.ENCRYPTION_KEY };
    const between = await start(servers.env('keys', { ...renewed, ...previous }));
    expect(await outcomeOf(enter(between, { code: codeOf(secret) }))).toBe('success');
    const housekeeping = between.get<HousekeepingService>(HousekeepingService);
    while ((await housekeeping.tidy()) === 0);
    await forgetSteps(between);
    await between.stop();
    const later = await start(servers.env('keys', renewed));
    expect(await outcomeOf(enter(later, { code: codeOf(secret) }))).toBe('success');
    expect(await outcomeOf(enter(later, { code: recovery_codes[0] as string }))).toBe('success');
  });

  it('without the one before lets nobody in whose code it cannot judge', async () => {
    const former = await start(servers.env('lost'));
    const { secret, recovery } = await turnOn(former, await register(former));
    await former.stop();
    const running = await start(servers.env('lost', renewed));
    expect(await running.get<HousekeepingService>(HousekeepingService).tidy()).toBeUndefined();
    expect(await outcomeOf(enter(running))).toBe('two_factor.required');
    expect(await outcomeOf(enter(running, { code: codeOf(secret) }))).toBe('service.internal');
    expect(await outcomeOf(enter(running, { code: recovery }))).toBe('two_factor.code_invalid');
  });
});

it('knows no code that is none', async () => {
  const running = await start(servers.env('forms'));
  const session = await register(running);
  const enabling = (code: string) => outcomeOf(inSession(running, session, enableTwoFactorRpc, { code }));
  expect(await enabling('')).toBe('two_factor.code_required');
  expect(await enabling('12345')).toBe('two_factor.code_format');
  expect(await enabling('k3v9d-0xq7m')).toBe('two_factor.code_format');
  expect(await outcomeOf(enter(running, { code: '12345' }))).toBe('two_factor.code_or_recovery_format');
});
