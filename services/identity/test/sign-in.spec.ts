import { describe, expect, it } from '@jest/globals';
import { type RunningService, toProblem } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { hash } from '@node-rs/argon2';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { PasswordService } from '../src/password/password.service.js';
import { BROWSER, enter, metricsOf, outcomeOf, PASSWORD, register, sql, start, tally } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const from = (ip: string) => ({ ...BROWSER, ip });

const allButOne = (running: RunningService, what: string, most = 10) =>
  sql(running, `UPDATE attempts SET count = ${most - 1} WHERE key LIKE '${what}:%'`);
/** Its time at the limit, so long ago. */
const isOver = (running: RunningService, what: string, since = '0 seconds') =>
  sql(
    running,
    `UPDATE attempts SET expires_at = now() - interval '${since}',
       full_until = CASE WHEN full_until IS NOT NULL THEN now() - interval '${since}' END
     WHERE key LIKE '${what}:%'`,
  );
/** Until one is let try again; 0: now. */
const minutesLeft = (tried: Promise<unknown>): Promise<number> =>
  tried.then(
    () => 0,
    ({ retryAfterSeconds }: { retryAfterSeconds?: number }) => Math.round((retryAfterSeconds ?? 0) / 60),
  );

describe('sign-in', () => {
  it('takes the right password, whatever the case of the address', async () => {
    const running = await start(servers.env('right'));
    const opened = await register(running);
    const entered = await enter(running, { email: ' AN@Example.COM ' });
    expect(entered.user).toEqual(opened.user);
    expect(entered.session_token).not.toBe(opened.session_token);
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const running = await start(servers.env('wrong'));
    await register(running);
    const failure = (over: Parameters<typeof enter>[1]) =>
      enter(running, over).then(
        () => null,
        ({ code, status, message, params }) => ({ code, status, message, params }),
      );
    const wrong = await failure({ password: 'secret2' });
    expect(wrong).toMatchObject({ code: 'auth.bad_credentials', status: 401 });
    expect(wrong?.message).toBe('Email or password is incorrect');
    expect(await failure({ email: 'nobody@example.com' })).toEqual(wrong);
    expect(await failure({ password: 'OPEN SESAME 1' })).toEqual(wrong);
    const metrics = await metricsOf(running);
    expect(metrics).toMatch(/identity_sign_ins_total\{[^}]*outcome="auth.bad_credentials"[^}]*\} 3/);
  });

  it.each(['disabled', 'suspended'])(
    'tells that the account is %s with the right password, and with it alone',
    async (status) => {
      const running = await start(servers.env(status));
      const { user } = await register(running);
      await sql(running, 'UPDATE users SET status = $1', [status]);
      const failure = (over: Parameters<typeof enter>[1]) =>
        enter(running, over).then(
          () => null,
          ({ code, status, message, params }) => ({ code, status, message, params }),
        );
      const told = await failure({});
      expect(told).toMatchObject({ code: `auth.account_${status}`, status: 403 });
      expect(JSON.stringify(told)).not.toContain(user.email);
      const wrong = await failure({ password: 'wrong one 1' });
      expect(wrong).toMatchObject({ code: 'auth.bad_credentials', status: 401 });
      expect(await failure({ email: 'nobody@example.com' })).toEqual(wrong);
      // Guesses are counted as ever, and the right one among too many tells nothing.
      for (let guess = 2; guess <= 10; guess += 1) await failure({ password: `wrong one ${guess}` });
      expect(await outcomeOf(enter(running))).toBe('auth.throttled');
      expect(await sql(running, 'SELECT id FROM sessions')).toHaveLength(1);
    },
  );

  it('throttles an account after ten failures from one place, the right password included', async () => {
    const running = await start(servers.env('account'));
    await register(running);
    await register(running, { email: 'binh@example.com' });
    for (let failure = 1; failure <= 10; failure++) {
      expect(await outcomeOf(enter(running, { password: 'wrong-one' }))).toBe('auth.bad_credentials');
    }
    const refused = await enter(running).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'auth.throttled', status: 429 });
    const { retryAfterSeconds } = refused as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(880);
    expect(retryAfterSeconds).toBeLessThanOrEqual(900);
    expect(toProblem(refused, 'en', '')).toMatchObject({
      detail: 'Too many attempts. Please try again in 15 minutes.',
      params: { retry_after: retryAfterSeconds },
    });

    expect(await outcomeOf(enter(running, { email: 'binh@example.com' }))).toBe('success');
    expect(await outcomeOf(enter(running, { origin: from('203.0.113.7') }))).toBe('success');
    // The success from elsewhere says nothing about who is guessing here.
    expect(await outcomeOf(enter(running))).toBe('auth.throttled');
    await sql(running, "UPDATE attempts SET expires_at = now() - interval '1 second'");
    expect(await outcomeOf(enter(running))).toBe('success');
  });

  it('makes whoever goes on guessing wait twice as long each time, for a day at most', async () => {
    const env = servers.env('grows', { HASH_QUEUE: '200', LOG_LEVEL: 'fatal' });
    const [one, two] = [await start(env), await start(env)];
    await register(one);
    const origin = from('203.0.113.7');
    const waits: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      await outcomeOf(enter(one, { password: 'wrong-one', origin }));
      await allButOne(one, 'sign-in-pair');
      // Many at once, to two processes: it is filled once.
      const guess = (nth: number) => outcomeOf(enter(nth % 2 ? one : two, { password: 'wrong-one', origin }));
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, nth) => guess(nth)));
      expect(tally(outcomes)['auth.bad_credentials']).toBe(1);
      waits.push(await minutesLeft(enter(two, { origin })));
      await isOver(one, 'sign-in-pair');
      // Those that were hashed side by side count for the network, too, which is to have tries left.
      await sql(one, "DELETE FROM attempts WHERE key NOT LIKE 'sign-in-pair%'");
      await one.get<HousekeepingService>(HousekeepingService).tidy();
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]);
    const again = async () => {
      await outcomeOf(enter(one, { password: 'wrong-one', origin }));
      await allButOne(one, 'sign-in-pair');
      await outcomeOf(enter(one, { password: 'wrong-one', origin }));
      return minutesLeft(enter(one, { origin }));
    };
    // It is forgotten when it was not full for a day, and when somebody enters.
    await isOver(one, 'sign-in-pair', '25 hours');
    expect(await again()).toBe(15);
    await isOver(one, 'sign-in-pair');
    await enter(one, { origin });
    expect(await again()).toBe(15);
  }, 60_000);

  it.each([
    ['sign-in-account', 100, [15, 30, 60]],
    ['sign-in-network', 50, [15, 30, 60]],
    ['sign-in-device', 10, [15, 15, 15]],
  ])('has %s grow, or not', async (what, most, waits) => {
    const running = await start(servers.env(what.replaceAll('-', '_'), { LOG_LEVEL: 'fatal' }));
    const origin = { ...from('203.0.113.7'), ...(what === 'sign-in-device' && { device: 'a-browser-that-is-known' }) };
    await register(running, { origin });
    const found: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await outcomeOf(enter(running, { password: 'wrong-one', origin }));
      await allButOne(running, what, most);
      await outcomeOf(enter(running, { password: 'wrong-one', origin }));
      found.push(await minutesLeft(enter(running, { origin })));
      await isOver(running, what);
    }
    expect(found).toEqual(waits);
    expect(await outcomeOf(enter(running, { origin }))).toBe('success');
    await running.stop();
  });

  it('answers ten guesses and no more when a hundred come at once to two processes', async () => {
    const env = servers.env('at-once', { HASH_QUEUE: '200', LOG_LEVEL: 'fatal' });
    const [one, two] = [await start(env), await start(env)];
    await register(one);
    const guess = (nth: number) => outcomeOf(enter(nth % 2 ? one : two, { password: `guess-${nth}` }));
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, nth) => guess(nth)));
    // On a machine that is busy with other things some may have been sent away before they were looked at.
    for (let nth = 100; outcomes.at(-1) !== 'auth.throttled'; nth++) outcomes.push(await guess(nth));
    const { 'auth.bad_credentials': answered, success } = tally(outcomes);
    expect({ answered, success }).toEqual({ answered: 10, success: undefined });
  });

  it('answers ten guesses and no more when all are hashed side by side', async () => {
    const running = await start(servers.env('abreast', { HASH_CONCURRENCY: '64', DATABASE_POOL_SIZE: '30' }));
    await register(running);
    const guesses = Array.from({ length: 24 }, (_, nth) => outcomeOf(enter(running, { password: `guess-${nth}` })));
    expect(tally(await Promise.all(guesses))).toEqual({ 'auth.bad_credentials': 10, 'auth.throttled': 14 });
  });

  it('tells nothing to the right guess that was being hashed when the others used up the tries', async () => {
    const running = await start(servers.env('lucky'));
    await register(running);
    await enter(running, { password: 'wrong-one' }).catch(() => undefined);
    const passwords = running.get<PasswordService>(PasswordService);
    const verify = passwords.verify.bind(passwords);
    // The others' failures are counted after its turn to be hashed has come and before it is known to be right.
    passwords.verify = async (...guess) => {
      const right = await verify(...guess);
      await sql(running, "UPDATE attempts SET count = 10 WHERE key LIKE 'sign-in-pair%'");
      return right;
    };
    expect(await outcomeOf(enter(running))).toBe('auth.throttled');
    expect(await sql(running, 'SELECT id FROM sessions')).toHaveLength(1);
  });

  it('never throttles those who know their password, also many at once', async () => {
    const running = await start(servers.env('crowd', { HASH_CONCURRENCY: '64', DATABASE_POOL_SIZE: '30' }));
    await register(running);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcomeOf(enter(running))));
    expect(tally(outcomes)).toEqual({ success: 12 });
  });

  it('forgets failures after a success', async () => {
    const running = await start(servers.env('reset'));
    await register(running);
    for (let round = 1; round <= 3; round++) {
      for (let failure = 1; failure <= 5; failure++) {
        expect(await outcomeOf(enter(running, { password: 'wrong-one' }))).toBe('auth.bad_credentials');
      }
      expect(await outcomeOf(enter(running))).toBe('success');
    }
  });

  it('throttles a network that tries many accounts, and a success does not clear it', async () => {
    const running = await start(servers.env('network', { HASH_CONCURRENCY: '64' }));
    await register(running);
    const guess = (nth: number, ip: string) =>
      outcomeOf(enter(running, { email: `user${nth}@example.com`, origin: from(ip) }));
    await guess(1, '203.0.113.7');
    await sql(running, "UPDATE attempts SET count = 49 WHERE key LIKE 'sign-in-network%'");
    expect(await outcomeOf(enter(running, { origin: from('203.0.113.7') }))).toBe('success');
    expect(await guess(50, '203.0.113.7')).toBe('auth.bad_credentials');
    expect(await guess(51, '203.0.113.7')).toBe('auth.throttled');
    expect(await outcomeOf(enter(running, { origin: from('203.0.113.7') }))).toBe('auth.throttled');
    expect(await outcomeOf(enter(running, { origin: from('203.0.113.8') }))).toBe('success');
    const local = await Promise.all(Array.from({ length: 55 }, (_, nth) => guess(nth, '127.0.0.1')));
    expect(tally(local)['auth.throttled']).toBeUndefined();
  });

  it('makes a hash of former strength anew', async () => {
    const running = await start(servers.env('rehash'));
    await register(running);
    await sql(running, 'UPDATE users SET password_hash = $1', [
      await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1 }),
    ]);
    expect(await outcomeOf(enter(running))).toBe('success');
    const [row] = await sql<{ password_hash: string }>(running, 'SELECT password_hash FROM users');
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await outcomeOf(enter(running))).toBe('success');
  });
});
