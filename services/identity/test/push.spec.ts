import { describe, expect, it } from '@jest/globals';
import {
  addPushBrowserRpc,
  getPushRpc,
  identityAuditRecorded,
  MOST_PUSH_BROWSERS,
  removePushBrowserRpc,
  type SessionStarted,
  signOutRpc,
  updateSettingsRpc,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { PushRepository } from '../src/push/push.repository.js';
import { PushWorker } from '../src/push/push.worker.js';
import { PushKeys } from '../src/push/push-keys.js';
import { PushQueue } from '../src/push/push-queue.js';
import { create as createKey, setPlan } from './api-keys.js';
import { ask, BROWSER, enter, outcomeOf, register, sql, start, tally } from './identity.js';
import { tell } from './notifications.js';
import { type Browser, PushService, senderOf } from './push-service.js';
import { inSession } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const state = (running: RunningService, session: SessionStarted) => inSession(running, session, getPushRpc, {});
const add = (running: RunningService, session: SessionStarted, browser: Browser) =>
  inSession(running, session, addPushBrowserRpc, browser.subscription);
const wanted = (running: RunningService, session: SessionStarted, push_notifications = true) =>
  inSession(running, session, updateSettingsRpc, { push_notifications });
const wake = (...all: RunningService[]): void => {
  for (const running of all) running.get<PushQueue>(PushQueue).wake();
};
/** As if the time had come for what waits. */
const hurry = async (running: RunningService) => {
  await sql(running, 'UPDATE pushes SET next_attempt_at = now() WHERE leased_until IS NULL');
  wake(running);
};
const waiting = async (running: RunningService) => (await sql(running, 'SELECT * FROM pushes')).length;

const waitsForLock = async (running: RunningService): Promise<boolean> =>
  (
    await sql(
      running,
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'",
    )
  ).length > 0;

/** Somebody with the plan for keys, of which each tells; their browser takes pushes. */
async function pushedTo(running: RunningService, service: PushService, email = 'an@example.com') {
  const session = await register(running, { email, origin: { ...BROWSER, user_agent: CHROME } });
  await setPlan(running, 'premium');
  const browser = service.browser(email);
  await add(running, session, browser);
  await wanted(running, session);
  return { session, browser };
}

describe('a push', () => {
  it('comes encrypted for the browser alone, in the language of the account, from who has the key', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('pushed'), ...service.env });
    const { session, browser } = await pushedTo(running, service);
    await inSession(running, session, updateSettingsRpc, { language: 'vi' });
    await createKey(running, session, { key_name: 'Bản dựng' });
    await eventually(() => expect(service.received).toHaveLength(1));
    const [pushed] = service.to('an@example.com');
    if (!pushed) throw new Error('nothing came');
    expect(browser.read(pushed)).toEqual({
      id: expect.any(String),
      title: 'Đã tạo API key: Bản dựng',
      text: expect.stringContaining('Khóa kết thúc bằng'),
      path: '/dashboard?tab=api',
    });
    expect(pushed.body.includes('API')).toBe(false);
    expect(pushed.headers['content-encoding']).toBe('aes128gcm');
    expect(pushed.ttl).toBeGreaterThan(86_000);
    const { public_key, browsers } = await state(running, session);
    const { claims, publicKey } = senderOf(pushed);
    expect(publicKey).toBe(public_key);
    expect(claims).toMatchObject({ aud: service.origin, sub: 'https://linkway.example' });
    expect(Number(claims.exp) - Date.now() / 1_000).toBeLessThanOrEqual(86_400);
    expect(() => service.browser('other').read(pushed)).toThrow();
    await eventually(async () => expect(await waiting(running)).toBe(0));
    expect(browsers).toMatchObject([{ browser: 'chrome', os: 'windows', device_type: 'desktop', current: true }]);
    expect((await state(running, session)).browsers[0]?.last_success_at).not.toBeNull();
  });

  it('is none where the account does not want them, nor to a browser that has signed out or was removed', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('unwanted'), ...service.env });
    const { session } = await pushedTo(running, service);
    const other = await enter(running);
    await add(running, other, service.browser('left'));
    const third = await enter(running);
    const removed = await add(running, third, service.browser('removed'));
    await ask(running, signOutRpc, { session_token: other.session_token });
    await inSession(running, session, removePushBrowserRpc, { id: removed.id });
    await createKey(running, session);
    await eventually(() => expect(service.received).toHaveLength(1));
    await wanted(running, session, false);
    await createKey(running, session);
    expect(await waiting(running)).toBe(0);
    expect(service.received.map(({ browser }) => browser)).toEqual(['an@example.com']);
    expect((await state(running, session)).browsers).toHaveLength(1);
  });

  it('is not sent any more once the account does not want it, or its session is over by itself, meanwhile', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('meanwhile', { LOG_LEVEL: 'fatal' }), ...service.env });
    service.answer = () => 503;
    const { session } = await pushedTo(running, service);
    await createKey(running, session);
    await eventually(async () =>
      expect(await sql(running, 'SELECT 1 FROM pushes WHERE attempts = 1 AND leased_until IS NULL')).toHaveLength(1),
    );
    service.answer = () => 201;
    await wanted(running, session, false);
    await hurry(running);
    await eventually(async () => expect(await waiting(running)).toBe(0));
    await wanted(running, session);
    service.answer = () => 503;
    await createKey(running, session);
    await eventually(async () =>
      expect(await sql(running, 'SELECT 1 FROM pushes WHERE attempts = 1 AND leased_until IS NULL')).toHaveLength(1),
    );
    service.answer = () => 201;
    await sql(running, "UPDATE sessions SET last_seen_at = now() - interval '31 days'");
    await hurry(running);
    await eventually(async () => expect(await waiting(running)).toBe(0));
    expect(service.received).toHaveLength(2);
  });

  it('is sent once, by however many processes, and to each of its browsers', async () => {
    const service = await PushService.start();
    const env = { ...servers.env('shared'), ...service.env };
    const [one, two] = [await start(env), await start(env)];
    const { session } = await pushedTo(one, service);
    for (let nth = 0; nth < 4; nth += 1) await add(two, await enter(one), service.browser(`browser-${nth}`));
    for (let nth = 0; nth < 6; nth += 1) {
      await createKey(nth % 2 ? one : two, session);
      wake(one, two);
    }
    await eventually(async () => expect(await waiting(one)).toBe(0), { timeoutMs: 30_000 });
    expect(service.received).toHaveLength(30);
    expect(Object.values(tally(service.received.map(({ browser }) => browser)))).toEqual([6, 6, 6, 6, 6]);
  });

  it('ends a subscription that its push service does not know any more, with all that is on its way to it', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('gone', { LOG_LEVEL: 'fatal' }), ...service.env });
    const { session } = await pushedTo(running, service);
    for (const [name, status] of [
      ['none', 404],
      ['gone', 410],
    ] as const) {
      await add(running, await enter(running), service.browser(name));
      const answer = service.answer;
      service.answer = (pushed) => (pushed.browser === name ? status : answer(pushed));
    }
    await createKey(running, session);
    await eventually(async () => expect((await state(running, session)).browsers).toHaveLength(1));
    await eventually(async () => expect(await waiting(running)).toBe(0));
    expect((await state(running, session)).browsers[0]?.current).toBe(true);
  });

  it('is tried again while its push service is ill, when it says, and for a day at most', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('ill', { LOG_LEVEL: 'fatal' }), ...service.env });
    const { session } = await pushedTo(running, service);
    service.answer = () => 429;
    service.headers = { 'retry-after': '600' };
    await createKey(running, session);
    const due = async () => {
      const [row] = await sql<{ attempts: number; seconds: number }>(
        running,
        'SELECT attempts, extract(epoch FROM next_attempt_at - now())::int AS seconds FROM pushes WHERE leased_until IS NULL',
      );
      return row;
    };
    await eventually(async () => expect((await due())?.attempts).toBe(1));
    expect((await due())?.seconds).toBeGreaterThan(580);
    service.answer = () => 500;
    service.headers = {};
    await hurry(running);
    await eventually(async () => expect((await due())?.attempts).toBe(2));
    expect((await due())?.seconds).toBeLessThan(300);
    service.answer = () => 201;
    await hurry(running);
    await eventually(async () => expect(await waiting(running)).toBe(0));
    expect(service.received).toHaveLength(3);

    service.answer = () => 500;
    await createKey(running, session);
    await eventually(async () => expect((await due())?.attempts).toBe(1));
    await sql(running, "UPDATE pushes SET created_at = now() - interval '25 hours'");
    await hurry(running);
    await eventually(async () => expect(await waiting(running)).toBe(0));
    expect(service.received).toHaveLength(4);
  });

  it('is tried again where its push service may take it later, and dropped where it never will', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('statuses', { LOG_LEVEL: 'fatal' }), ...service.env });
    const { session } = await pushedTo(running, service);
    const statuses = [400, 403, 408, 413, 425, 429, 503];
    for (const status of statuses) await add(running, await enter(running), service.browser(`${status}`));
    service.answer = ({ browser }) => Number(browser) || 201;
    await createKey(running, session);
    await eventually(() => expect(service.received).toHaveLength(statuses.length + 1), { timeoutMs: 20_000 });
    const later = () =>
      sql<{ status: string }>(
        running,
        `SELECT split_part(s.endpoint, '/', 4) AS status FROM pushes p JOIN push_subscriptions s ON s.id = p.subscription_id
         WHERE p.attempts = 1 AND p.leased_until IS NULL ORDER BY 1`,
      );
    await eventually(async () =>
      expect((await later()).map(({ status }) => status)).toEqual(['408', '425', '429', '503']),
    );
    expect((await state(running, session)).browsers).toHaveLength(statuses.length + 1);
  });

  it('fails nothing that it would tell of where its browser leaves in the same moment', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('leaving', { LOG_LEVEL: 'fatal' }), ...service.env });
    const { session } = await pushedTo(running, service);
    const leaving = running.get<DataSource>(DataSource).createQueryRunner();
    await leaving.startTransaction();
    await leaving.query('DELETE FROM push_subscriptions');
    const made = outcomeOf(createKey(running, session));
    await eventually(async () => expect(await waitsForLock(running)).toBe(true));
    await leaving.commitTransaction();
    await leaving.release();
    expect(await made).toBe('success');
    expect(await waiting(running)).toBe(0);
  });

  it('goes to nobody who has the browser by the time that it is sent', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('moved', { LOG_LEVEL: 'fatal' }), ...service.env });
    service.answer = () => 503;
    const { session } = await pushedTo(running, service);
    const other = await register(running, { email: 'binh@example.com' });
    await wanted(running, other);
    await createKey(running, session);
    await eventually(async () =>
      expect(await sql(running, 'SELECT 1 FROM pushes WHERE attempts = 1 AND leased_until IS NULL')).toHaveLength(1),
    );
    service.answer = () => 201;
    // As where it was queued in a transaction that the one who moved the browser did not see.
    await sql(running, 'UPDATE push_subscriptions SET user_id = $1', [other.user.id]);
    await hurry(running);
    await eventually(async () => expect(await waiting(running)).toBe(0));
    expect(service.received).toHaveLength(1);
  });

  it('of a kind that only a newer release knows is kept for its processes, and for a day at most', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('newer', { LOG_LEVEL: 'fatal' }), ...service.env });
    service.answer = () => 503;
    const { session } = await pushedTo(running, service);
    await createKey(running, session);
    const tried = (times: number) =>
      eventually(async () =>
        expect(await sql(running, 'SELECT attempts FROM pushes WHERE leased_until IS NULL')).toEqual([
          { attempts: times },
        ]),
      );
    await tried(1);
    await sql(running, "UPDATE notifications SET kind = 'of_a_newer_release'");
    await hurry(running);
    await tried(2);
    await sql(running, "UPDATE pushes SET created_at = now() - interval '25 hours'");
    await hurry(running);
    await eventually(async () => expect(await waiting(running)).toBe(0));
    expect(service.received).toHaveLength(1);
  });

  it('of one browser that is never answered leaves the push service to all others', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('silent', { LOG_LEVEL: 'fatal' }), ...service.env });
    service.answer = ({ browser }) => (browser === 'an@example.com' ? 'hang' : 201);
    const { session } = await pushedTo(running, service);
    const other = await pushedTo(running, service, 'binh@example.com');
    await createKey(running, session);
    await eventually(
      async () =>
        expect(await sql(running, 'SELECT 1 FROM pushes WHERE attempts = 1 AND leased_until IS NULL')).toHaveLength(1),
      { timeoutMs: 20_000 },
    );
    await createKey(running, other.session);
    await eventually(() => expect(service.to('binh@example.com')).toHaveLength(1), { timeoutMs: 5_000 });
  });

  it('is not led on to another address', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('led', { LOG_LEVEL: 'fatal' }), ...service.env });
    const { session } = await pushedTo(running, service);
    service.answer = ({ browser }) => (browser === 'elsewhere' ? 201 : 307);
    service.headers = { location: `${service.origin}/elsewhere` };
    await createKey(running, session);
    await eventually(async () => expect(await waiting(running)).toBe(0));
    expect(service.received.map(({ browser }) => browser)).toEqual(['an@example.com']);
  });

  it('that a push service takes and never answers holds up no other', async () => {
    const [hanging, service] = [await PushService.start(), await PushService.start()];
    const running = await start({ ...servers.env('hanging', { LOG_LEVEL: 'fatal' }), ...service.env });
    hanging.answer = () => 'hang';
    const { session } = await pushedTo(running, hanging);
    for (let nth = 0; nth < 9; nth += 1) await add(running, await enter(running), hanging.browser(`hangs-${nth}`));
    for (let nth = 0; nth < 3; nth += 1) await createKey(running, session);
    await eventually(() => expect(hanging.received).toHaveLength(1));
    const other = await pushedTo(running, service, 'binh@example.com');
    const began = Date.now();
    await createKey(running, other.session);
    await eventually(() => expect(service.received).toHaveLength(1));
    expect(Date.now() - began).toBeLessThan(5_000);
    // One of the account is in hand, and its push service is left alone once that took too long.
    expect(hanging.received).toHaveLength(1);
    await eventually(
      async () =>
        expect(await sql(running, 'SELECT 1 FROM pushes WHERE attempts = 1 AND leased_until IS NULL')).toHaveLength(1),
      {
        timeoutMs: 20_000,
      },
    );
    expect(hanging.received).toHaveLength(1);
  });
});

describe('the queue of pushes', () => {
  const NONE = { count: 8, busyUsers: [], restingUsers: [], restingHosts: [] };

  it('has one of each account in hand, and finds those of others behind any number of them', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('queue', { LOG_LEVEL: 'fatal' }), ...service.env });
    await running.get<PushWorker>(PushWorker).onModuleDestroy();
    const [{ session }, other] = [
      await pushedTo(running, service),
      await pushedTo(running, service, 'binh@example.com'),
    ];
    await tell(running, session, 1_200);
    await sql(
      running,
      `INSERT INTO pushes (notification_id, subscription_id, user_id, next_attempt_at)
       SELECT n.id, s.id, s.user_id, now() - interval '1 minute' FROM notifications n JOIN push_subscriptions s USING (user_id)`,
    );
    await createKey(running, other.session);
    const pushes = running.get<PushRepository>(PushRepository);
    const [first, second] = [await pushes.lease(NONE), await pushes.lease({ ...NONE, busyUsers: [session.user.id] })];
    expect([first, second].map((taken) => taken.map(({ user_id }) => user_id))).toEqual([
      [session.user.id],
      [other.session.user.id],
    ]);
    expect(await pushes.lease({ ...NONE, restingUsers: [session.user.id] })).toEqual([]);
    expect(await pushes.lease({ ...NONE, restingHosts: [new URL(service.origin).host] })).toEqual([]);
    expect(await pushes.lease(NONE)).toHaveLength(1);
  });

  it('puts off what is for a push service that rests, and so finds what stands behind it', async () => {
    const [away, service] = [await PushService.start(), await PushService.start()];
    const running = await start({ ...servers.env('put-off', { LOG_LEVEL: 'fatal' }), ...service.env });
    await running.get<PushWorker>(PushWorker).onModuleDestroy();
    const [{ session }, other] = [await pushedTo(running, away), await pushedTo(running, service, 'binh@example.com')];
    await tell(running, session, 1_500);
    await sql(
      running,
      `INSERT INTO pushes (notification_id, subscription_id, user_id, next_attempt_at)
       SELECT n.id, s.id, s.user_id, now() - interval '1 minute' FROM notifications n JOIN push_subscriptions s USING (user_id)`,
    );
    await createKey(running, other.session);
    const pushes = running.get<PushRepository>(PushRepository);
    const resting = { ...NONE, restingHosts: [new URL(away.origin).host] };
    expect(await pushes.lease(resting)).toEqual([]);
    expect(await pushes.putOff(resting.restingHosts, 30_000)).toBe(1_000);
    expect(await pushes.lease(resting)).toMatchObject([{ user_id: other.session.user.id }]);
    expect(await pushes.putOff(resting.restingHosts, 30_000)).toBe(500);
    expect(await pushes.putOff(resting.restingHosts, 30_000)).toBe(0);
    expect(await pushes.dueInMs()).toBeGreaterThan(20_000);
  });

  it('lets nobody end or put off what another has taken since', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('taken', { LOG_LEVEL: 'fatal' }), ...service.env });
    await running.get<PushWorker>(PushWorker).onModuleDestroy();
    const { session } = await pushedTo(running, service);
    await createKey(running, session);
    const pushes = running.get<PushRepository>(PushRepository);
    const [late] = await pushes.lease(NONE);
    await sql(running, 'UPDATE pushes SET leased_until = now()');
    const [mine] = await pushes.lease(NONE);
    if (!late || !mine) throw new Error('nothing was taken');
    expect([late.attempts, mine.attempts]).toEqual([1, 2]);
    await pushes.postpone(late, 60_000);
    await pushes.finish(late, false);
    expect(await sql(running, 'SELECT attempts, leased_until > now() AS mine FROM pushes')).toEqual([
      { attempts: 2, mine: true },
    ]);
    await pushes.finish(mine, false);
    expect(await waiting(running)).toBe(0);
  });
});

describe('a browser that is pushed to', () => {
  it('leaves behind what was on its way to who had it before, and nothing of its own', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('behind', { LOG_LEVEL: 'fatal' }), ...service.env });
    await running.get<PushWorker>(PushWorker).onModuleDestroy();
    const { session, browser } = await pushedTo(running, service);
    const other = await register(running, { email: 'binh@example.com' });
    await createKey(running, session);
    await add(running, session, browser);
    expect(await waiting(running)).toBe(1);
    await add(running, other, browser);
    expect(await waiting(running)).toBe(0);
  });

  it('comes to another account while its former subscription ends, and neither waits for the other for ever', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('both', { LOG_LEVEL: 'fatal' }), ...service.env });
    await running.get<PushWorker>(PushWorker).onModuleDestroy();
    const { session, browser } = await pushedTo(running, service);
    const other = await register(running, { email: 'binh@example.com' });
    await createKey(running, session);
    const ending = running.get<DataSource>(DataSource).createQueryRunner();
    await ending.startTransaction();
    await ending.query('SELECT 1 FROM push_subscriptions FOR UPDATE');
    const added = outcomeOf(add(running, other, browser));
    await eventually(async () => expect(await waitsForLock(running)).toBe(true));
    await ending.query('DELETE FROM push_subscriptions');
    await ending.commitTransaction();
    await ending.release();
    expect(await added).toBe('success');
    expect((await state(running, other)).browsers).toHaveLength(1);
    expect(await waiting(running)).toBe(0);
  });

  it('is at a public address, by https, at the usual port', async () => {
    const service = await PushService.start();
    const running = await start(servers.env('addresses', { LOG_LEVEL: 'fatal' }));
    const session = await register(running);
    const { keys } = service.browser('x').subscription;
    const call = (endpoint: string) => inSession(running, session, addPushBrowserRpc, { endpoint, keys });
    for (const endpoint of [
      'http://push.example.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://[::ffff:10.0.0.1]/x',
      'https://169.254.169.254/latest/meta-data',
      'https://localhost/x',
      'https://redis.internal/x',
      'https://10-0-0-1.nip.io/x',
      'https://push.example.com:8443/x',
      'https://user:secret@push.example.com/x',
      'no address',
    ]) {
      const error = await call(endpoint).catch((failure: unknown) => ({ failure, endpoint }));
      expect(error).toMatchObject({ endpoint, failure: { code: 'push.endpoint_invalid' } });
    }
    expect(await outcomeOf(call('https://push.example.com/x'))).toBe('success');
  });

  it('has keys that something can be encrypted for', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('keys', { LOG_LEVEL: 'fatal' }), ...service.env });
    const session = await register(running);
    const { endpoint, keys } = service.browser('x').subscription;
    const off = Buffer.from(keys.p256dh, 'base64url');
    off[40] = (off[40] ?? 0) ^ 1;
    for (const wrong of [
      { ...keys, auth: 'c2hvcnQ' },
      { ...keys, p256dh: keys.auth },
      { ...keys, p256dh: off.toString('base64url') },
    ]) {
      const error = await inSession(running, session, addPushBrowserRpc, { endpoint, keys: wrong }).catch(
        (e: unknown) => e,
      );
      expect(error).toMatchObject({ errors: [{ code: 'push.keys_invalid' }] });
    }
  });

  it('is there once, is one of 20 at most, and is told to the audit log', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('most', { LOG_LEVEL: 'fatal' }), ...service.env });
    const session = await register(running);
    const browsers = Array.from({ length: MOST_PUSH_BROWSERS + 5 }, (_, n) => service.browser(`b${n}`));
    const [first] = browsers as [Browser];
    const { id } = await add(running, session, first);
    expect((await add(running, session, first)).id).toBe(id);
    const outcomes = await Promise.all(browsers.slice(1).map((each) => outcomeOf(add(running, session, each))));
    expect(tally(outcomes)).toEqual({ success: MOST_PUSH_BROWSERS - 1, 'push.limit_reached': 5 });
    expect((await add(running, session, first)).id).toBe(id);
    await inSession(running, session, removePushBrowserRpc, { id });
    await eventually(async () => expect(await sql(running, 'SELECT id FROM outbox')).toEqual([]));
    const acts = (await storedEvents(running, identityAuditRecorded, ({ user_id }) => user_id === session.user.id)).map(
      ({ data }) => data.action,
    );
    expect(tally(acts.filter((action) => action.startsWith('account.push_')))).toEqual({
      'account.push_browser_added': MOST_PUSH_BROWSERS,
      'account.push_browser_removed': 1,
    });
  });

  it('is of whoever is signed in in it last, and taken from nobody who only knows its address', async () => {
    const service = await PushService.start();
    const running = await start({ ...servers.env('shared-browser', { LOG_LEVEL: 'fatal' }), ...service.env });
    const { session, browser } = await pushedTo(running, service);
    const other = await register(running, { email: 'binh@example.com' });
    const stranger = { ...service.browser('an@example.com').subscription };
    expect(await outcomeOf(inSession(running, other, addPushBrowserRpc, stranger))).toBe('push.endpoint_invalid');
    const [own] = (await state(running, session)).browsers;
    expect(await outcomeOf(inSession(running, other, removePushBrowserRpc, { id: own?.id ?? '' }))).toBe(
      'push.browser_not_found',
    );
    await add(running, other, browser);
    expect((await state(running, session)).browsers).toEqual([]);
    await createKey(running, session);
    expect(await waiting(running)).toBe(0);
    await sql(running, 'DELETE FROM users WHERE id = $1', [other.user.id]);
    expect(await sql(running, 'SELECT 1 FROM push_subscriptions')).toEqual([]);
  });
});

describe('the keys of pushes', () => {
  it('are made at the first start, are those of every process and start, and are not stored in the clear', async () => {
    const env = servers.env('push-keys');
    const [one, two] = await Promise.all([start(env), start(env)]);
    const session = await register(one);
    const { public_key } = await state(one, session);
    expect(Buffer.from(public_key, 'base64url')).toHaveLength(65);
    expect((await state(two, session)).public_key).toBe(public_key);
    await one.stop();
    const again = await start(env);
    expect((await state(again, session)).public_key).toBe(public_key);
    const rows = await sql<{ private_key: Buffer }>(two, 'SELECT private_key FROM push_keys');
    expect(rows).toHaveLength(1);
    // Form, key, IV and tag stand before the 43 characters of the key.
    expect(rows[0]?.private_key).toHaveLength(1 + 4 + 12 + 16 + 43);
    expect(rows[0]?.private_key.toString('latin1')).not.toMatch(/[A-Za-z0-9_-]{43}/);
  });

  it('are sealed anew with the key of today', async () => {
    const env = servers.env('reseal', { ENCRYPTION_KEY: 'the former key, of many characters' });
    const before = await start(env);
    const [former] = await sql<{ private_key: Buffer }>(before, 'SELECT private_key FROM push_keys');
    await before.stop();
    const now = {
      ENCRYPTION_KEY: 'the key of today, of many characters',
      ENCRYPTION_KEY_PREVIOUS: env.ENCRYPTION_KEY ?? '',
    };
    const running = await start({ ...env, ...now });
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    const [resealed] = await sql<{ private_key: Buffer }>(running, 'SELECT private_key FROM push_keys');
    expect(resealed?.private_key.equals(former?.private_key ?? Buffer.alloc(0))).toBe(false);
    expect(await running.get<PushKeys>(PushKeys).get()).not.toBeNull();
  });
});
