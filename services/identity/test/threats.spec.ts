import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  blockThreatRpc,
  getSecurityPolicyRpc,
  getSecurityStatisticsRpc,
  identityAuditRecorded,
  type ListThreatsQuery,
  listThreatsRpc,
  reportFloodsRpc,
  reportMaliciousLinksRpc,
  type SessionStarted,
  updateThreatRpc,
} from '@linkway/contracts';
import { AppError, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { AccountDeletionRepository } from '../src/account-deletion/account-deletion.repository.js';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { StatisticsService } from '../src/threat/statistics.service.js';
import { ThreatWatch } from '../src/threat/threat-watch.js';
import { User } from '../src/user/user.entity.js';
import { administrator } from './administrator.js';
import { GOOGLE, withGoogle } from './google.js';
import { ask, askAs, BROWSER, enter, outcomeOf, register, sql, start } from './identity.js';
import { inSession } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const HOME = '203.0.113.7';
const GUESSER = '198.51.100.9';

const threats = async (running: RunningService, by: SessionStarted, query: Partial<ListThreatsQuery> = {}) =>
  inSession(running, by, listThreatsRpc, { page: 1, limit: 20, ...query });
const guess = (running: RunningService, nth: number, ip = GUESSER) =>
  outcomeOf(enter(running, { email: `nobody-${nth}@example.com`, password: 'wrong-one', origin: { ...BROWSER, ip } }));
/** As if so many wrong passwords had come, in one transaction for each. */
async function wrong(running: RunningService, times: number, { ip = GUESSER, each = 1 } = {}): Promise<void> {
  const act = { action: 'session.refused', reason: 'auth.bad_credentials', ip };
  for (let nth = 0; nth < times; nth += 1) {
    await running
      .get<DataSource>(DataSource)
      .transaction((manager) => running.get<ThreatWatch>(ThreatWatch).refused(act, each, manager));
  }
}
const block = (running: RunningService, by: SessionStarted, id: string, ip = HOME) =>
  inSession(running, by, blockThreatRpc, { id, expires_at: null, ip });
const setStatus = (running: RunningService, by: SessionStarted, id: string, status: 'active' | 'resolved') =>
  inSession(running, by, updateThreatRpc, { id, status });
const idOf = async (running: RunningService, by: SessionStarted): Promise<string> =>
  (await threats(running, by)).data[0]?.id ?? '';
const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return error.errors?.[0]?.code ?? error.code;
    },
  );

const flood = (running: RunningService, refused: number, { ip = GUESSER, report = randomUUID() } = {}) =>
  ask(running, reportFloodsRpc, { report_id: report, floods: [{ ip_address: ip, refused }] });

interface Malicious {
  user_id?: string | null;
  ip?: string | null;
  times?: number;
  report?: string;
}
const malicious = (
  running: RunningService,
  { user_id = null, ip = GUESSER, times = 1, report = randomUUID() }: Malicious,
) =>
  ask(running, reportMaliciousLinksRpc, { report_id: report, sources: [{ user_id, ip_address: ip, refused: times }] });

describe('threats', () => {
  it('begin with the twentieth wrong password of a network, of whichever accounts, and go on as one', async () => {
    const running = await start(servers.env('brute-force', { LOG_LEVEL: 'fatal' }));
    const admin = await administrator(running);
    for (let nth = 1; nth <= 19; nth += 1) expect(await guess(running, nth)).toBe('auth.bad_credentials');
    expect((await threats(running, admin)).data).toEqual([]);
    await guess(running, 20);
    await guess(running, 21);
    const { data, pagination } = await threats(running, admin);
    expect(pagination).toEqual({ page: 1, limit: 20, total: 1, total_pages: 1 });
    expect(data).toMatchObject([
      {
        type: 'brute_force',
        severity: 'medium',
        status: 'active',
        ip_address: GUESSER,
        user_email: null,
        count: 21,
      },
    ]);
    expect((await inSession(running, admin, getSecurityStatisticsRpc, { period: '24h' })).failed_sign_ins).toBe(21);
  });

  it('are counted by the network of an IPv6 address, within the window alone, and not of this machine', async () => {
    const running = await start(servers.env('windows'));
    const admin = await administrator(running);
    for (let nth = 0; nth < 20; nth += 1) await wrong(running, 1, { ip: `2001:db8:1:2::${nth}` });
    await wrong(running, 30, { ip: '127.0.0.1' });
    await wrong(running, 19);
    await sql(running, "UPDATE threat_tallies SET expires_at = now() - interval '1 second'");
    await wrong(running, 19);
    const { data } = await threats(running, admin);
    expect(data).toMatchObject([{ ip_address: '2001:db8:1:2::/64', count: 20 }]);
  });

  it('are counted exactly by two processes at once', async () => {
    const env = servers.env('together');
    const [one, two] = [await start(env), await start(env)];
    const admin = await administrator(one);
    await Promise.all(Array.from({ length: 60 }, (_, nth) => wrong(nth % 2 ? one : two, 2)));
    const { data } = await threats(one, admin);
    expect(data).toMatchObject([{ count: 120, severity: 'high' }]);
    const { failed_sign_ins } = await inSession(one, admin, getSecurityStatisticsRpc, { period: '7d' });
    expect(failed_sign_ins).toBe(120);
  });

  it('begin with 2,000 requests of a network that are refused within five minutes, wherever; what is told again counts once', async () => {
    const env = servers.env('floods');
    const [one, two] = [await start(env), await start(env)];
    const admin = await administrator(one);
    const report = randomUUID();
    for (const running of [one, two, one]) await flood(running, 1_999, { report });
    await flood(one, 5_000, { ip: '127.0.0.1' });
    expect((await threats(one, admin)).data).toEqual([]);
    await Promise.all(Array.from({ length: 20 }, (_, nth) => flood(nth % 2 ? one : two, 100)));
    await Promise.all(Array.from({ length: 9 }, () => flood(two, 1, { report })));
    const { data } = await threats(one, admin, { type: 'ddos' });
    expect(data).toMatchObject([{ type: 'ddos', severity: 'medium', ip_address: GUESSER, count: 3_999 }]);
    await block(one, admin, data[0]?.id ?? '');
    expect((await ask(one, getSecurityPolicyRpc, {})).blocked).toMatchObject([{ address: GUESSER }]);
    await sql(one, "UPDATE flood_reports SET received_at = now() - interval '25 hours'");
    await one.get(HousekeepingService).tidy();
    expect(await sql(one, 'SELECT FROM flood_reports')).toEqual([]);
  });

  it('begin with twenty malicious links of an account or of the guests of a network within an hour, wherever; each is counted for one of them', async () => {
    const env = servers.env('malicious-links');
    const [one, two] = [await start(env), await start(env)];
    const admin = await administrator(one);
    const { user } = await register(one, { email: 'phisher@example.com' });
    const report = randomUUID();
    for (const running of [one, two, one]) await malicious(running, { user_id: user.id, times: 19, report });
    for (const running of [one, two]) await malicious(running, { times: 9 + Number(running === two) });
    await malicious(one, { ip: '127.0.0.1', times: 5_000 });
    await malicious(one, { ip: null, times: 5_000 });
    expect((await threats(one, admin)).data).toEqual([]);
    await malicious(one, { user_id: user.id, ip: null });
    await Promise.all(Array.from({ length: 20 }, (_, nth) => malicious(nth % 2 ? one : two, { times: 4 + (nth % 3) })));
    await Promise.all(Array.from({ length: 9 }, () => malicious(two, { user_id: user.id, times: 19, report })));
    await malicious(two, { user_id: user.id, ip: '203.0.113.50', times: 380 });
    const { data } = await threats(one, admin, { type: 'malicious_link' });
    expect(data.sort((a, b) => a.count - b.count)).toMatchObject([
      { severity: 'high', ip_address: GUESSER, user_email: null, count: 118 },
      { severity: 'critical', ip_address: '203.0.113.50', user_email: 'phisher@example.com', count: 400 },
    ]);
    expect(await inSession(one, admin, getSecurityStatisticsRpc, { period: '24h' })).toMatchObject({
      detected_threats: 2,
      active_threats: 2,
    });
    await block(one, admin, data[1]?.id ?? '');
    expect((await ask(one, getSecurityPolicyRpc, {})).blocked).toMatchObject([{ address: '203.0.113.50' }]);
  });

  it('of malicious links leave with their account, and what an account did that is gone is of nobody', async () => {
    const running = await start(servers.env('malicious-gone'));
    const admin = await administrator(running);
    const email = 'phisher@example.com';
    const { user } = await register(running, { email });
    const sources = [
      { user_id: user.id, ip_address: GUESSER, refused: 30 },
      { user_id: null, ip_address: GUESSER, refused: 20 },
    ];
    await ask(running, reportMaliciousLinksRpc, { report_id: randomUUID(), sources });
    await malicious(running, { user_id: user.id });
    const database = running.get<DataSource>(DataSource);
    await database.transaction(async (manager) =>
      running
        .get<AccountDeletionRepository>(AccountDeletionRepository)
        .removeAll(await manager.findOneByOrFail(User, { id: user.id }), manager),
    );
    expect((await threats(running, admin)).data).toMatchObject([{ ip_address: GUESSER, user_email: null, count: 20 }]);
    await ask(running, reportMaliciousLinksRpc, { report_id: randomUUID(), sources });
    expect((await threats(running, admin)).data).toMatchObject([{ ip_address: GUESSER, user_email: null, count: 40 }]);
    expect(await sql(running, 'SELECT FROM threat_tallies')).toHaveLength(1);
  });

  it('of two reports that name the same networks in another order wait for nobody', async () => {
    const running = await start(servers.env('orders'));
    const ips = Array.from({ length: 20 }, (_, nth) => `203.0.113.${nth + 1}`);
    const told = (addresses: string[]) =>
      ask(running, reportFloodsRpc, {
        report_id: randomUUID(),
        floods: addresses.map((ip_address) => ({ ip_address, refused: 500 })),
      });
    await Promise.all(Array.from({ length: 8 }, (_, nth) => told(nth % 2 ? ips : [...ips].reverse())));
    expect(await sql(running, 'SELECT DISTINCT count FROM threats')).toEqual([{ count: 4_000 }]);
    expect(await sql(running, 'SELECT FROM threats')).toHaveLength(20);
  });

  it('hold no number of the statistics while one of them is waited for', async () => {
    const running = await start(servers.env('waiting'));
    await wrong(running, 1, { each: 20 });
    await sql(
      running,
      `INSERT INTO security_counts SELECT date_trunc('hour', now(), 'UTC'), 'failed_sign_ins', part, 0
       FROM generate_series(0, 15) part ON CONFLICT DO NOTHING`,
    );
    const database = running.get<DataSource>(DataSource);
    const waiting = await database.transaction(async (manager) => {
      await manager.query('SELECT FROM threats FOR UPDATE');
      const counted = wrong(running, 1);
      await eventually(async () =>
        expect(await sql(running, 'SELECT FROM pg_locks WHERE NOT granted')).not.toEqual([]),
      );
      expect(await manager.query('SELECT part FROM security_counts FOR UPDATE SKIP LOCKED')).toHaveLength(16);
      return { counted };
    });
    await waiting.counted;
    expect(await sql(running, 'SELECT sum(count)::int AS n FROM security_counts')).toEqual([{ n: 21 }]);
    expect(await sql(running, 'SELECT count FROM threats')).toEqual([{ count: 21 }]);
  });

  it('are over a day after they were seen last, and one that is opened again stands behind a newer one', async () => {
    const running = await start(servers.env('over'));
    const admin = await administrator(running);
    await wrong(running, 1, { each: 20 });
    const first = await idOf(running, admin);
    await sql(running, "UPDATE threats SET last_seen = now() - interval '23 hours 59 minutes'");
    await wrong(running, 1);
    const counts = async () => (await threats(running, admin)).data.map(({ count }) => count);
    expect(await counts()).toEqual([21]);
    await sql(running, "UPDATE threats SET last_seen = now() - interval '24 hours 1 second'");
    await sql(running, 'DELETE FROM threat_tallies');
    await wrong(running, 1, { each: 19 });
    expect(await counts()).toEqual([21]);
    await wrong(running, 1);
    expect(await counts()).toEqual([20, 21]);
    await sql(running, 'UPDATE threats SET last_seen = now()');
    await wrong(running, 1);
    expect(await counts()).toEqual([21, 21]);
    await setStatus(running, admin, first, 'resolved');
    await setStatus(running, admin, first, 'active');
    await wrong(running, 1);
    expect(await counts()).toEqual([22, 21]);
  });

  it('count from the first act of their window, which later ones do not prolong', async () => {
    const running = await start(servers.env('since'));
    const admin = await administrator(running);
    await wrong(running, 1, { each: 30, ip: 'nowhere' });
    await wrong(running, 1);
    await sql(
      running,
      `UPDATE threat_tallies SET first_at = now() - interval '16 minutes', expires_at = now() - interval '1 minute'`,
    );
    await wrong(running, 1);
    await sql(
      running,
      `UPDATE threat_tallies SET first_at = now() - interval '14 minutes', expires_at = now() + interval '1 minute'`,
    );
    await wrong(running, 1, { each: 18 });
    const [tally] = await sql(
      running,
      "SELECT expires_at < now() + interval '2 minutes' AS closes FROM threat_tallies",
    );
    expect(tally).toEqual({ closes: true });
    await wrong(running, 1);
    const { data } = await threats(running, admin);
    expect(data).toMatchObject([{ count: 20, ip_address: GUESSER }]);
    const since = Date.now() - Date.parse(data[0]?.first_seen ?? '');
    expect(Math.round(since / 60_000)).toBe(14);
  });

  it('are of wrong passwords wherever those are asked for, and of no other refusal; the numbers are of sign-ins', async () => {
    const running = await start(servers.env('refusals'));
    const admin = await administrator(running);
    const refusals = [
      ['session.refused', 'auth.account_suspended', 20],
      ['session.throttled', 'auth.throttled', 20],
      ['two_factor.code_refused', 'two_factor.code_invalid', 20],
      ['session.refused', 'auth.bad_credentials', 10],
      ['password.refused', 'auth.current_password_wrong', 10],
    ] as const;
    for (const [action, reason, times] of refusals) {
      const act = { action, reason, ip: GUESSER };
      await running
        .get<DataSource>(DataSource)
        .transaction((manager) => running.get<ThreatWatch>(ThreatWatch).refused(act, times, manager));
    }
    expect((await threats(running, admin)).data).toMatchObject([{ type: 'brute_force', count: 20 }]);
    expect((await inSession(running, admin, getSecurityStatisticsRpc, { period: '24h' })).failed_sign_ins).toBe(30);
  });

  it('that are resolved while an act is counted begin anew with it', async () => {
    const running = await start(servers.env('resolving'));
    const admin = await administrator(running);
    await wrong(running, 1, { each: 20 });
    const id = await idOf(running, admin);
    const { counted } = await running.get<DataSource>(DataSource).transaction(async (manager) => {
      await manager.query('DELETE FROM threat_tallies');
      await manager.query("UPDATE threats SET status = 'resolved' WHERE id = $1", [id]);
      const acts = wrong(running, 1);
      await eventually(async () =>
        expect(await sql(running, 'SELECT FROM pg_locks WHERE NOT granted')).not.toEqual([]),
      );
      return { counted: acts };
    });
    await counted;
    expect((await threats(running, admin)).data).toMatchObject([{ id, status: 'resolved', count: 20 }]);
    expect(await sql(running, 'SELECT count FROM threat_tallies')).toEqual([{ count: 1 }]);
  });

  it('of registrations and of a locked account are found where those are told', async () => {
    const running = await start(servers.env('others', { ...GOOGLE, LOG_LEVEL: 'fatal' }));
    const admin = await administrator(running);
    const origin = { ...BROWSER, ip: GUESSER };
    for (let nth = 0; nth < 19; nth += 1) await register(running, { email: `new-${nth}@example.com`, origin });
    await withGoogle(running, { email: 'new-19@example.com' }, { origin, accept_terms: true });
    const email = 'new-0@example.com';
    // One after another: of those that come at once a network has eight looked at.
    for (let nth = 0; nth < 10; nth += 1) await outcomeOf(enter(running, { email, password: 'wrong-one', origin }));
    const { data } = await eventually(async () => {
      const all = await threats(running, admin);
      expect(all.data).toHaveLength(2);
      return all;
    });
    expect(data).toMatchObject([
      { type: 'lock_out', user_email: email, ip_address: GUESSER, count: 1 },
      { type: 'spam', user_email: null, ip_address: GUESSER, count: 20 },
    ]);
    expect((await threats(running, admin, { type: 'spam', status: 'active' })).data).toHaveLength(1);
    expect((await threats(running, admin, { type: 'spam', status: 'resolved' })).pagination.total).toBe(0);
    expect(await inSession(running, admin, getSecurityStatisticsRpc, { period: '24h' })).toMatchObject({
      registrations: 21,
      lock_outs: 1,
      detected_threats: 2,
      active_threats: 2,
      blocked_addresses: 0,
    });
    const user = await running.get<DataSource>(DataSource).manager.findOneByOrFail(User, { email_lower: email });
    await running
      .get<DataSource>(DataSource)
      .transaction((manager) =>
        running.get<AccountDeletionRepository>(AccountDeletionRepository).removeAll(user, manager),
      );
    expect((await threats(running, admin)).data).toMatchObject([{ type: 'spam' }]);
    expect(await sql(running, "SELECT FROM threat_tallies WHERE type = 'lock_out'")).toEqual([]);
  });

  it('are neither lost nor counted where the act itself is not told', async () => {
    const running = await start(servers.env('broken', { LOG_LEVEL: 'fatal' }));
    const admin = await administrator(running);
    const refuse = `ALTER TABLE outbox ADD CONSTRAINT no_records CHECK (envelope->>'type' NOT LIKE '%.audit-recorded.%') NOT VALID`;
    await sql(running, refuse);
    const origin = { ...BROWSER, ip: GUESSER };
    const failed = { email: 'one@example.com', origin };
    expect(await outcomeOf(register(running, failed))).toBe('service.internal');
    expect(await outcomeOf(enter(running, { ...failed, password: 'wrong-one' }))).toBe('service.internal');
    await sql(running, 'ALTER TABLE outbox DROP CONSTRAINT no_records');
    expect(await sql(running, 'SELECT FROM threat_tallies')).toEqual([]);
    expect(await inSession(running, admin, getSecurityStatisticsRpc, { period: '24h' })).toMatchObject({
      registrations: 1,
      failed_sign_ins: 0,
    });
  });
});

describe('an administrator', () => {
  it('blocks the address of a threat, which is resolved by that; what comes later is another one', async () => {
    const running = await start(servers.env('blocking'));
    const admin = await administrator(running);
    await wrong(running, 1, { each: 20 });
    const id = await idOf(running, admin);
    expect(await faultOf(block(running, admin, id, GUESSER))).toBe('security.block_own_address');
    expect((await threats(running, admin)).data).toMatchObject([{ status: 'active' }]);
    const both = await Promise.all([faultOf(block(running, admin, id)), faultOf(block(running, admin, id))]);
    expect(both.sort()).toEqual([null, 'security.threat_not_active'].sort());
    expect(await ask(running, getSecurityPolicyRpc, {})).toMatchObject({ blocked: [{ address: GUESSER }] });
    const told = await eventually(async () => {
      const acts = await storedEvents(
        running,
        identityAuditRecorded,
        ({ action, user_id }) => action.startsWith('security.') && user_id === admin.user.id,
      );
      expect(acts).toHaveLength(2);
      return acts.map(({ data }) => data);
    });
    expect(told).toMatchObject([
      { action: 'security.address_blocked', target: { name: GUESSER }, user_id: admin.user.id },
      { action: 'security.threat_status_changed', details: { from: 'active', to: 'resolved' } },
    ]);
    await wrong(running, 19);
    expect((await threats(running, admin)).pagination.total).toBe(1);
    await wrong(running, 1);
    expect((await threats(running, admin)).data.map(({ status, count }) => [status, count])).toEqual([
      ['active', 20],
      ['resolved', 20],
    ]);
  });

  it('resolves one, opens it again, and is told what cannot be done', async () => {
    const running = await start(servers.env('status'));
    const admin = await administrator(running);
    await wrong(running, 20);
    const id = await idOf(running, admin);
    expect(await setStatus(running, admin, id, 'resolved')).toMatchObject({ id, status: 'resolved' });
    await setStatus(running, admin, id, 'resolved');
    expect(await faultOf(block(running, admin, id))).toBe('security.threat_not_active');
    await setStatus(running, admin, id, 'active');
    await wrong(running, 1);
    expect((await threats(running, admin)).data).toMatchObject([{ id, status: 'active', count: 21 }]);
    await sql(running, 'UPDATE threats SET ip_address = NULL');
    expect(await faultOf(block(running, admin, id))).toBe('security.threat_without_address');
    const other = '0199a1b2-0000-7000-8000-000000000001';
    expect(await faultOf(setStatus(running, admin, other, 'resolved'))).toBe('security.threat_not_found');
    const acts = await eventually(async () => {
      const found = await storedEvents(running, identityAuditRecorded, ({ target }) => target?.id === id);
      expect(found).toHaveLength(2);
      return found.map(({ data }) => data.details);
    });
    expect(acts).toEqual([
      { from: 'active', to: 'resolved' },
      { from: 'resolved', to: 'active' },
    ]);
  });

  it('resolves one again, or one that is long over, without what has come since being counted anew', async () => {
    const running = await start(servers.env('again'));
    const admin = await administrator(running);
    await wrong(running, 1, { each: 20 });
    const id = await idOf(running, admin);
    await setStatus(running, admin, id, 'resolved');
    await wrong(running, 1, { each: 10 });
    await setStatus(running, admin, id, 'resolved');
    await sql(running, "UPDATE threats SET status = 'active', last_seen = now() - interval '25 hours'");
    await wrong(running, 1, { each: 9 });
    await setStatus(running, admin, id, 'resolved');
    await wrong(running, 1);
    const { data } = await threats(running, admin);
    expect(data.map(({ status, count }) => [status, count])).toEqual([
      ['active', 20],
      ['resolved', 20],
    ]);
  });

  it('alone sees and changes them', async () => {
    const running = await start(servers.env('admins'));
    const id = '0199a1b2-0000-7000-8000-000000000001';
    const calls = [
      askAs(running, 'user', listThreatsRpc, { page: 1, limit: 20 }),
      askAs(running, 'user', updateThreatRpc, { id, status: 'resolved' }),
      askAs(running, 'user', blockThreatRpc, { id, expires_at: null, ip: HOME }),
      askAs(running, 'user', getSecurityStatisticsRpc, { period: '24h' }),
    ];
    expect(await Promise.all(calls.map(outcomeOf))).toEqual(Array(4).fill('auth.forbidden'));
  });
});

describe('what is kept', () => {
  it('is counted by hours and days of UTC, whatever time the database goes by', async () => {
    const env = servers.env('kathmandu');
    await sql(
      await start(env),
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = ''Asia/Kathmandu''', current_database()); END $$`,
    );
    const running = await start(env);
    expect(await sql(running, 'SHOW timezone')).toEqual([{ TimeZone: 'Asia/Kathmandu' }]);
    await wrong(running, 3);
    const [hour] = await sql(running, "SELECT hour = date_trunc('hour', now(), 'UTC') AS of_utc FROM security_counts");
    expect(hour).toEqual({ of_utc: true });
    const statistics = running.get<StatisticsService>(StatisticsService);
    for (const [period, length, start] of [
      ['24h', 24, /^.{13}:00:00\.000Z$/],
      ['7d', 7, /^.{10}T00:00:00\.000Z$/],
    ] as const) {
      const { series } = await statistics.of(period);
      expect(series).toHaveLength(length);
      expect(series.at(-1)).toMatchObject({ start: expect.stringMatching(start), failed_sign_ins: 3 });
    }
  });

  it('is shown by hours and days of UTC, and goes when its time is over', async () => {
    const running = await start(servers.env('kept'));
    const admin = await administrator(running);
    await wrong(running, 20);
    await sql(
      running,
      `INSERT INTO security_counts SELECT date_trunc('hour', now(), 'UTC') - n * interval '1 hour', 'failed_sign_ins', 0, 1
       FROM generate_series(1, 300) n`,
    );
    const day = await inSession(running, admin, getSecurityStatisticsRpc, { period: '24h' });
    expect(day.series).toHaveLength(24);
    expect(day.series.map(({ failed_sign_ins }) => failed_sign_ins)).toEqual([...Array(23).fill(1), 20]);
    expect(day.failed_sign_ins).toBe(43);
    const week = await inSession(running, admin, getSecurityStatisticsRpc, { period: '7d' });
    expect(week.series.map(({ start }) => start.slice(11))).toEqual(Array(7).fill('00:00:00.000Z'));
    expect(week.series.slice(0, 6).map(({ failed_sign_ins }) => failed_sign_ins)).toEqual(Array(6).fill(24));
    expect(week.detected_threats).toBe(1);
    await sql(
      running,
      "UPDATE threats SET last_seen = now() - interval '89 days', detected_at = now() - interval '8 days'",
    );
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect(await inSession(running, admin, getSecurityStatisticsRpc, { period: '7d' })).toMatchObject({
      series: week.series,
      detected_threats: 0,
      active_threats: 1,
    });
    await sql(running, "UPDATE threats SET last_seen = now() - interval '91 days'");
    await sql(running, "UPDATE threat_tallies SET expires_at = now() - interval '1 second'");
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect((await threats(running, admin)).data).toEqual([]);
    expect(await sql(running, 'SELECT FROM threat_tallies')).toEqual([]);
    expect(await sql(running, "SELECT FROM security_counts WHERE hour < now() - interval '8 days'")).toEqual([]);
  });
});
