import { describe, expect, it } from '@jest/globals';
import {
  changePasswordRpc,
  countUnreadNotificationsRpc,
  linksNotificationDue,
  readNotificationRpc,
  readNotificationsRpc,
  startImpersonationRpc,
} from '@linkway/contracts';
import { defineService, EventPublisher, serviceConfig } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { Module } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { ThreatAlerts } from '../src/threat/threat-alerts.js';
import { EndedPlans } from '../src/user-administration/ended-plans.js';
import { administrator } from './administrator.js';
import { create as createKey, list as listKeys, remove, setPlan } from './api-keys.js';
import { BROWSER, enter, outcomeOf, PASSWORD, register, sql, start } from './identity.js';
import { kindsOf, list, tell } from './notifications.js';
import { codeOf, disable, forgetSteps, inSession, turnOn } from './two-factor.js';

@Module({})
class NeighbourModule {}

/** It publishes as links does. */
const others = defineService({ name: 'neighbours', config: serviceConfig({}), module: NeighbourModule });

const servers = useServers({ postgres: true, nats: true });
const device = (of: string) => of.padEnd(43, '-');
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const at = (of: string) => ({ ...BROWSER, user_agent: CHROME, ip: '203.0.113.7', device: device(of) });

describe('what an account is told of', () => {
  it('is a sign-in with a browser that it was not entered with before, once, also when two come at once', async () => {
    const running = await start(servers.env('devices'));
    const session = await register(running, { origin: at('own') });
    expect(await kindsOf(running, session)).toEqual([]);
    await enter(running, { origin: at('own') });
    expect(await kindsOf(running, session)).toEqual([]);
    await Promise.all([enter(running, { origin: at('other') }), enter(running, { origin: at('other') })]);
    await outcomeOf(enter(running, { origin: at('guesser'), password: 'wrong-one' }));
    const { data, unread } = await list(running, session);
    expect(data).toEqual([
      {
        id: expect.any(String),
        kind: 'sign_in_new_device',
        title: 'New sign-in to your account',
        text: expect.stringMatching(/^Browser: Chrome, system: Windows, address: 203\.0\.113\.7\. /),
        path: '/dashboard?tab=settings',
        created_at: expect.any(String),
        read_at: null,
      },
    ]);
    expect(unread).toBe(1);
    const [vietnamese] = (await list(running, session, { language: 'vi' })).data;
    expect(vietnamese?.title).toBe('Đăng nhập mới vào tài khoản của bạn');
  });

  it('is what changes how it is entered, and keys', async () => {
    const running = await start(servers.env('changes'));
    const session = await register(running);
    await setPlan(running, 'premium');
    await createKey(running, session, { key_name: 'Build <b>' });
    const [key] = await listKeys(running, session);
    await remove(running, session, key?.id ?? '');
    const { secret } = await turnOn(running, session);
    await disable(running, session, codeOf(secret));
    await forgetSteps(running);
    const next = await inSession(running, session, changePasswordRpc, {
      current_password: PASSWORD,
      new_password: 'another phrase 2',
      origin: BROWSER,
    });
    expect(await kindsOf(running, next)).toEqual([
      'password_changed',
      'two_factor_disabled',
      'two_factor_enabled',
      'api_key_deleted',
      'api_key_created',
    ]);
    const told = (await list(running, next)).data.find(({ kind }) => kind === 'api_key_created');
    expect(told).toMatchObject({
      title: 'API key created: Build <b>',
      text: expect.stringContaining(`ends in ${key?.last_characters}`),
    });
  });

  it('is not there where what it would tell of has failed', async () => {
    const running = await start(servers.env('failed', { LOG_LEVEL: 'fatal' }));
    const session = await register(running);
    await setPlan(running, 'premium');
    for (let made = 0; made < 20; made += 1) await createKey(running, session, { key_name: `Key ${made}` });
    expect(await outcomeOf(createKey(running, session))).toBe('api_keys.limit_reached');
    expect((await list(running, session, { limit: 50 })).data).toHaveLength(20);
  });

  it('is that an administrator acts as the user, that a plan has ended, and for administrators a threat', async () => {
    const running = await start(servers.env('others'));
    const [admin, user] = [await administrator(running), await register(running)];
    await inSession(running, admin, startImpersonationRpc, { id: user.user.id });
    await setPlan(running, 'premium', "now() - interval '1 minute'");
    await running.get<EndedPlans>(EndedPlans).end();
    expect(await kindsOf(running, user)).toEqual(['plan_ended', 'impersonated']);
    const [ended] = (await list(running, user)).data;
    expect(ended?.text).toContain('50 links a month');
    await sql(
      running,
      `INSERT INTO threats (id, type, subject, ip_address, count, first_seen)
       VALUES (gen_random_uuid(), 'brute_force', 'x', '198.51.100.1', 20, now())`,
    );
    const alerts = running.get<ThreatAlerts>(ThreatAlerts);
    await alerts.round();
    await alerts.round();
    expect(await kindsOf(running, user)).toEqual(['plan_ended', 'impersonated']);
    const own = await sql(running, "SELECT params FROM notifications WHERE user_id = $1 AND kind = 'threat_detected'", [
      admin.user.id,
    ]);
    expect(own).toEqual([{ params: { threat: 'brute_force', ip_address: '198.51.100.1' } }]);
  });

  it('is what links tells of, once for each key, however often and by however many it is told', async () => {
    const env = servers.env('events');
    const [running] = [await start(env), await start(env)];
    const [session, neighbour] = [await register(running), await register(running, { email: 'binh@example.com' })];
    const due = (key: string, limit = '50') => ({
      workspace_id: session.user.workspace_id,
      notification: 'monthly_limit_reached',
      key,
      variables: { limit, later: 'a newer release knows it' },
    });
    const publisher = (await startService(others, servers.env('neighbours'))).get<EventPublisher>(EventPublisher);
    const told = [
      due('2026-11:50'),
      due('2026-11:50'),
      { ...due('unknown'), notification: 'of_a_newer_release' },
      due('broken', 'many'),
      { ...due('gone'), workspace_id: uuidv7() },
      due('2026-12:50', '60'),
    ];
    for (const data of told) await publisher.publish(publisher.envelope(linksNotificationDue, data));
    await eventually(async () => expect(await kindsOf(running, session)).toHaveLength(2));
    const { data } = await list(running, session);
    expect(data.map(({ text }) => /\d+ links/.exec(text)?.[0])).toEqual(['60 links', '50 links']);
    expect(await kindsOf(running, neighbour)).toEqual([]);
  });
});

describe('notifications', () => {
  it('come page by page, the newest first, each once', async () => {
    const running = await start(servers.env('pages'));
    const session = await register(running);
    const ids = await tell(running, session, 45);
    const first = await list(running, session);
    expect(first).toMatchObject({ unread: 45, pagination: { has_more: true } });
    const second = await list(running, session, { starting_after: first.data.at(-1)?.id });
    // What comes meanwhile moves nothing.
    await sql(
      running,
      `INSERT INTO notifications (id, user_id, key, kind, params) VALUES ($1, $2, 'late', 'impersonated', '{}')`,
      [uuidv7(), session.user.id],
    );
    const third = await list(running, session, { starting_after: second.data.at(-1)?.id });
    expect(third.pagination).toEqual({ has_more: false });
    expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
  });

  it('are read one by one or up to one that is known, by nobody else, and stay read since then', async () => {
    const running = await start(servers.env('read', { LOG_LEVEL: 'fatal' }));
    const [session, neighbour] = [await register(running), await register(running, { email: 'binh@example.com' })];
    const ids = await tell(running, session, 5);
    const [newest, , middle] = ids as [string, string, string];
    const read = (by: typeof session, id: string) => inSession(running, by, readNotificationRpc, { id });
    expect(await read(session, newest)).toEqual({ unread: 4 });
    const since = (await list(running, session)).data[0]?.read_at;
    expect(since).not.toBeNull();
    expect(await read(session, newest)).toEqual({ unread: 4 });
    expect((await list(running, session)).data[0]?.read_at).toBe(since);
    expect(await outcomeOf(read(neighbour, middle))).toBe('notifications.not_found');
    expect(await outcomeOf(read(session, uuidv7()))).toBe('notifications.not_found');
    expect(await inSession(running, neighbour, readNotificationsRpc, { up_to: newest })).toEqual({ unread: 0 });
    expect(await inSession(running, session, countUnreadNotificationsRpc, {})).toEqual({ unread: 4 });
    expect(await inSession(running, session, readNotificationsRpc, { up_to: middle })).toEqual({ unread: 1 });
    expect(await inSession(running, session, readNotificationsRpc, { up_to: newest })).toEqual({ unread: 0 });
  });

  it('are gone after 90 days, and with their account', async () => {
    const running = await start(servers.env('old'));
    const session = await register(running);
    const [, other] = await tell(running, session, 3);
    await sql(running, "UPDATE notifications SET created_at = now() - interval '91 days' WHERE id <> $1", [other]);
    await sql(running, "UPDATE notifications SET created_at = now() - interval '89 days' WHERE id = $1", [other]);
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect((await list(running, session)).data.map(({ id }) => id)).toEqual([other]);
    await sql(running, 'DELETE FROM users WHERE id = $1', [session.user.id]);
    expect(await sql(running, 'SELECT 1 FROM notifications')).toEqual([]);
  });

  it('of a kind that only a newer release knows are left out, and not counted', async () => {
    const running = await start(servers.env('newer'));
    const session = await register(running);
    await tell(running, session, 2);
    await sql(running, "UPDATE notifications SET kind = 'of_a_newer_release' WHERE key = 'key 2'");
    expect(await list(running, session)).toMatchObject({ data: [{ kind: 'expired_links_deleted' }], unread: 1 });
  });
});
