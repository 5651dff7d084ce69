import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  getProfileRpc,
  getSessionRpc,
  getSettingsRpc,
  OWN_VISITS_TOKEN,
  type RpcRequest,
  type SessionStarted,
  updateProfileRpc,
  updateSettingsRpc,
  userChanged,
} from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { ChosenTimeZones1795770000010 } from '../src/migrations/1795770000010-chosen-time-zones.js';
import { ask, callerOf, enter, outcomeOf, register, sql, start } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const as = (session: SessionStarted) => ({ caller: callerOf(session), timeoutMs: 20_000 });
const get = (running: RunningService, session: SessionStarted) =>
  running.get<RpcClient>(RpcClient).call(getSettingsRpc, {}, as(session));
const update = (running: RunningService, session: SessionStarted, changes: RpcRequest<typeof updateSettingsRpc>) =>
  running.get<RpcClient>(RpcClient).call(updateSettingsRpc, changes, as(session));
const unchosen = { language: null, display_mode: null, timezone: null, default_domain: null };
/** As the settings say it, and not the account. */
const nothing = {
  ...unchosen,
  auto_delete_links: false,
  email_notifications: true,
  push_notifications: false,
  privacy_mode: false,
  own_visits_token: null,
};

describe('settings', () => {
  it('begin with the language of the registration, and change one by one, of this account alone', async () => {
    const running = await start(servers.env('change'));
    const session = await register(running, { language: 'vi' });
    const stranger = await register(running, { email: 'binh@example.com' });
    const begun = { ...nothing, language: 'vi' };
    expect(await get(running, session)).toEqual(begun);
    expect(await update(running, session, {})).toEqual(begun);
    expect(await update(running, session, { display_mode: 'dark' })).toEqual({ ...begun, display_mode: 'dark' });
    const changed = { ...nothing, language: 'en', display_mode: 'dark' };
    expect(await update(running, session, { language: 'en' })).toEqual(changed);
    const now = await update(running, session, { display_mode: 'light', timezone: 'Asia/Saigon' });
    expect(now).toEqual({ ...changed, display_mode: 'light', timezone: 'Asia/Ho_Chi_Minh' });
    expect(await get(running, session)).toEqual(now);
    expect(await get(running, stranger)).toEqual(nothing);
    await eventually(async () => {
      const told = await storedEvents(running, userChanged, (data) => data.user_id === session.user.id);
      // What changes nothing is not told.
      expect(told).toHaveLength(3);
    });
  });

  it('are told with the account to whoever signs in and is signed in, as far as they were chosen', async () => {
    const running = await start(servers.env('chosen'));
    const session = await register(running, { language: 'vi' });
    // The language of the page that they registered on was nobody's choice for other browsers.
    expect((await enter(running)).user.chosen).toEqual(unchosen);
    await update(running, session, { language: 'en' });
    await update(running, session, { display_mode: 'system' });
    const chosen = { ...unchosen, language: 'en', display_mode: 'system' };
    expect((await enter(running)).user.chosen).toEqual(chosen);
    const found = await ask(running, getSessionRpc, { session_token: session.session_token });
    expect(found?.user.chosen).toEqual(chosen);
  });

  it('are those of the last choice, in whatever order choices are told', async () => {
    const running = await start(servers.env('order'));
    const session = await register(running);
    await update(running, session, { language: 'en', display_mode: 'dark', chosen_seconds_ago: 600 });
    await update(running, session, { language: 'vi' });
    // Made before that one, in a browser without a network; of the theme it is the last.
    const late = await update(running, session, { language: 'en', display_mode: 'light', chosen_seconds_ago: 300 });
    expect(late).toEqual({ ...nothing, language: 'vi', display_mode: 'light' });
    expect(await sql(running, 'SELECT language FROM users')).toEqual([{ language: 'vi' }]);
    expect((await update(running, session, { language: 'en' })).language).toBe('en');
  });

  it('have the time zone of the profile, once somebody chose it in either', async () => {
    const running = await start(servers.env('zone'));
    const session = await register(running);
    const rpc = running.get<RpcClient>(RpcClient);
    const zoneOfProfile = async () => (await rpc.call(getProfileRpc, {}, as(session))).chosen_timezone;
    expect([await zoneOfProfile(), (await get(running, session)).timezone]).toEqual([null, null]);
    await update(running, session, { timezone: 'utc' });
    expect(await zoneOfProfile()).toBe('UTC');
    await rpc.call(updateProfileRpc, { timezone: 'Europe/Paris' }, as(session));
    expect((await get(running, session)).timezone).toBe('Europe/Paris');
    // Another field of the profile is no choice of its zone.
    await update(running, session, { timezone: null });
    await rpc.call(updateProfileRpc, { full_name: 'Ada' }, as(session));
    expect((await get(running, session)).timezone).toBeNull();
    expect(await zoneOfProfile()).toBeNull();
    await update(running, session, { timezone: 'utc' });
    await rpc.call(updateProfileRpc, { timezone: null }, as(session));
    expect((await get(running, session)).timezone).toBeNull();
  });

  it('of accounts that had changed their time zone before begin with it', async () => {
    const running = await start(servers.env('before'));
    const [changed, usual] = [await register(running), await register(running, { email: 'binh@example.com' })];
    await sql(running, "UPDATE profiles SET timezone = 'Asia/Tokyo' WHERE user_id = $1", [changed.user.id]);
    const runner = running.get<DataSource>(DataSource).createQueryRunner();
    await new ChosenTimeZones1795770000010().up(runner);
    await runner.release();
    expect((await get(running, changed)).timezone).toBe('Asia/Tokyo');
    expect((await get(running, usual)).timezone).toBeNull();
  });

  it('choose the language of mails too', async () => {
    const running = await start(servers.env('mails'));
    const session = await register(running, { language: 'vi' });
    await update(running, session, { language: 'en' });
    expect(await sql(running, 'SELECT language FROM users')).toEqual([{ language: 'en' }]);
  });

  it('have privacy mode, by a token that is another each time, of which others are told the digest alone', async () => {
    const running = await start(servers.env('privacy'));
    const [session, stranger] = [await register(running), await register(running, { email: 'binh@example.com' })];
    const found = () => ask(running, getSessionRpc, { session_token: session.session_token });
    expect((await found())?.own_visits_token).toBeNull();
    const on = await update(running, session, { privacy_mode: true });
    expect(on).toEqual({ ...nothing, privacy_mode: true, own_visits_token: expect.stringMatching(OWN_VISITS_TOKEN) });
    expect((await found())?.own_visits_token).toBe(on.own_visits_token);
    // Said again, and with something else, it stays as it is.
    expect(await update(running, session, { privacy_mode: true })).toEqual(on);
    expect((await update(running, session, { auto_delete_links: true })).own_visits_token).toBe(on.own_visits_token);
    expect(await get(running, stranger)).toEqual(nothing);
    const off = await update(running, session, { privacy_mode: false });
    expect([off.privacy_mode, off.own_visits_token, off.auto_delete_links]).toEqual([false, null, true]);
    const again = await update(running, session, { privacy_mode: true });
    expect(again.own_visits_token).not.toBe(on.own_visits_token);
    const digestOf = (token: string | null = '') => createHash('sha256').update(String(token)).digest('hex');
    await eventually(async () => {
      const told = await storedEvents(running, userChanged, ({ user_id }) => user_id === session.user.id);
      expect(told.map(({ data }) => data.account?.own_visits)).toEqual([
        digestOf(on.own_visits_token),
        digestOf(on.own_visits_token),
        digestOf(on.own_visits_token),
        null,
        digestOf(again.own_visits_token),
      ]);
    });
  });

  it('are for whoever has the account, in an open session', async () => {
    const running = await start(servers.env('whose'));
    const session = await register(running);
    await sql(running, 'UPDATE sessions SET ended_at = now()');
    expect(await outcomeOf(get(running, session))).toBe('auth.unauthenticated');
    expect(await outcomeOf(update(running, session, { language: 'vi' }))).toBe('auth.unauthenticated');
    expect(await sql(running, 'SELECT 1 FROM user_settings')).toEqual([]);
  });
});
