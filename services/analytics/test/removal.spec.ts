import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { beginAuditExportRpc, workspaceTotalsRpc } from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { ClickRemovalRepository } from '../src/removal/click-removal.repository.js';
import { RemovalService } from '../src/removal/removal.service.js';
import { RollUpService } from '../src/roll-up/roll-up.service.js';
import { NO_ID } from '../src/store/click.row.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { Asker, aClick, ClickPublisher, STORES } from './analytics.harness.js';
import { ActTeller, ADMIN, AuditAsker, anAct, BY, callerOf } from './audit.js';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const RANGE = { from: daysAgo(90), to: daysAgo(-1), interval: 'day', kind: 'human' } as const;
const TABLES = ['clicks', 'click_days', 'click_day_runs', 'click_day_totals'] as const;

describe.each(STORES)('an account that is deleted, on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let analytics: RunningService;
  let publisher: ClickPublisher;
  let acts: ActTeller;

  beforeAll(async () => {
    const more = { VISITOR_SECRET: 'test', ROLL_UP_MIN_CLICKS: '3', ROLL_UP_SWEEP_MS: '3600000', LOG_LEVEL: 'fatal' };
    acts = await ActTeller.open(servers.natsUrl);
    analytics = await startService(service, servers.env('analytics', more));
    publisher = await ClickPublisher.open(servers.natsUrl);
    // Made by whoever reads it first, once the store is open.
    const manager = await publisher.manager();
    await eventually(() => manager.streams.info('CLICKS_0'));
  }, 60_000);
  afterAll(() => Promise.all([publisher.close(), acts.close()]));
  afterEach(async () => {
    jest.restoreAllMocks();
    await run('TRUNCATE TABLE audit_log');
  });

  const clickhouse = () => analytics.get<ClickHouse>(ClickHouse);
  const run = (query: string) =>
    clickhouse().background.command({ query, clickhouse_settings: { mutations_sync: '1' } });
  const removal = () => analytics.get<RemovalService>(RemovalService);
  const select = <T>(query: string) => clickhouse().select<T>(query);
  const rowsOf = async (where: string) =>
    Object.fromEntries(
      await Promise.all(
        TABLES.map(async (table) => {
          const [row] = await select<{ n: string }>(`SELECT count() AS n FROM ${table} WHERE ${where}`);
          return [table, Number(row?.n)];
        }),
      ),
    );
  const NOTHING = { clicks: 0, click_days: 0, click_day_runs: 0, click_day_totals: 0 };

  async function clicked(link_id: string, workspace_id: string | null, times: readonly string[]): Promise<void> {
    const clicks = times.map((clicked_at) => aClick({ link_id, workspace_id, clicked_at }));
    await publisher.publish(clicks);
    const ids = clicks.map(({ event_id }) => `'${event_id}'`).join(',');
    await eventually(async () => {
      expect(await select(`SELECT event_id FROM clicks WHERE event_id IN (${ids})`)).toHaveLength(clicks.length);
    });
  }
  const leaves = async (id: string): Promise<void> => {
    await acts.tellDeleted(id);
    await eventually(async () => {
      expect(await select(`SELECT 1 FROM deleted_accounts WHERE workspace_id = '${id}'`)).not.toEqual([]);
    });
  };
  const totalOf = async (id: string) => {
    const { data } = await analytics
      .get<RpcClient>(RpcClient)
      .call(workspaceTotalsRpc, { workspace_ids: [id] }, { caller: callerOf('admin') });
    return data[0]?.clicks ?? 0;
  };

  it('leaves no click and nothing that was counted, also of what its links were as guests’; others keep all', async () => {
    const [gone, other, link, claimed, guests, others] = Array.from({ length: 6 }, () => uuidv7()) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const times = [daysAgo(40), daysAgo(40), daysAgo(40), daysAgo(5), daysAgo(5), daysAgo(5)];
    await clicked(link, gone, times);
    await clicked(claimed, null, times.slice(3));
    await clicked(claimed, gone, times.slice(3));
    await clicked(guests, null, times);
    await clicked(others, other, times);
    await analytics.get<RollUpService>(RollUpService).runOnce();
    const before = await rowsOf(`workspace_id = '${gone}'`);
    for (const table of TABLES) expect(before[table]).toBeGreaterThan(0);
    const [kept, keptGuests] = [await rowsOf(`workspace_id = '${other}'`), await rowsOf(`link_id = '${guests}'`)];
    const figures = await new Asker(analytics).workspace(other, RANGE);

    await leaves(gone);
    await removal().round();
    expect(await rowsOf(`workspace_id = '${gone}'`)).toEqual(NOTHING);
    expect(await rowsOf(`workspace_id = '${NO_ID}' AND link_id = '${claimed}'`)).toEqual(NOTHING);
    expect(await rowsOf(`workspace_id = '${other}'`)).toEqual(kept);
    expect(await rowsOf(`link_id = '${guests}'`)).toEqual(keptGuests);
    await analytics.get<RollUpService>(RollUpService).runOnce();
    expect(await new Asker(analytics).workspace(other, RANGE)).toEqual(figures);
    expect([await totalOf(gone), await totalOf(other)]).toEqual([0, times.length]);
    expect((await new Asker(analytics).workspace(gone, RANGE)).total_clicks).toBe(0);
    expect(await rowsOf(`workspace_id = '${gone}'`)).toEqual(NOTHING);
  });

  it('is removed further after a round was cut off, takes late clicks with it, and told again changes nothing', async () => {
    const [gone, link] = [uuidv7(), uuidv7()];
    await clicked(link, gone, [daysAgo(3), daysAgo(2), daysAgo(1)]);
    await leaves(gone);
    const clicks = analytics.get<ClickRemovalRepository>(ClickRemovalRepository);
    const { removeDay } = clicks;
    let calls = 0;
    const cut = jest.spyOn(clicks, 'removeDay').mockImplementation(async (...given) => {
      if (++calls > 1) throw new Error('cut off');
      await removeDay.apply(clicks, given);
    });
    await expect(removal().round()).rejects.toThrow('cut off');
    expect((await rowsOf(`workspace_id = '${gone}'`)).clicks).toBe(2);
    cut.mockRestore();
    await removal().round();
    expect((await rowsOf(`workspace_id = '${gone}'`)).clicks).toBe(0);

    // A redirect that was without NATS sends what it had.
    await clicked(link, gone, [daysAgo(2)]);
    await removal().round();
    expect(await rowsOf(`workspace_id = '${gone}'`)).toEqual(NOTHING);
    const changes = () =>
      select<{ n: string }>("SELECT count() AS n FROM system.mutations WHERE table IN ('clicks', 'audit_log')");
    const done = await changes();
    await leaves(gone);
    await removal().round();
    expect(await changes()).toEqual(done);
  });

  it('leaves the audit log by name and address, while the chain still proves all of it, and nobody else’s name', async () => {
    const person = { id: uuidv7(), email: 'gone@example.com', full_name: 'Lý Thị Đi' };
    const stays = { id: uuidv7(), email: 'stays@example.com', full_name: 'Trần Bình' };
    const target = { kind: 'user', id: person.id, name: person.email } as const;
    const told = [
      anAct({ user: person, ip: '203.0.113.50' }),
      anAct({ user: person, action: 'api_key.created', target: { kind: 'api_key', id: uuidv7(), name: 'Máy của Đi' } }),
      anAct({ user: stays, action: 'user.status_changed', ip: '203.0.113.51', target }),
      anAct({ user: stays, ip: '203.0.113.51' }),
    ];
    const end = anAct({ action: 'account.deleted', user: null, ip: null, target: { ...target, name: null } });
    for (const act of told) await acts.tell(act);
    await acts.tellDeleted(person.id);
    const entries = (like: string) =>
      select(`SELECT seq FROM audit_log WHERE concat(user_email, user_name, target_name, ip_address) LIKE '%${like}%'`);
    await eventually(async () => expect(await entries('gone@example.com')).toHaveLength(3));
    // Not before the log itself tells why: whoever empties names must not be able to say so beside it.
    await removal().round();
    expect(await entries('gone@example.com')).toHaveLength(3);
    await acts.tell(end);
    await eventually(async () =>
      expect(await select(`SELECT 1 FROM audit_log WHERE id = '${end.id}'`)).toHaveLength(1),
    );
    await removal().round();
    for (const word of ['gone@example.com', 'Lý Thị Đi', 'Máy của Đi', '203.0.113.50'])
      expect(await entries(word)).toEqual([]);
    expect(await entries('stays@example.com')).toHaveLength(2);
    expect(await entries('203.0.113.51')).toHaveLength(2);
    expect(await new AuditAsker(analytics).verify()).toMatchObject({ whole: true, fault: null });
    // What was done is told still.
    const { data } = await new AuditAsker(analytics).list({});
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(told.map(({ id }) => id)));

    // Of somebody whose account is not gone it is a change as ever.
    await run(
      `ALTER TABLE audit_log UPDATE user_email = '', user_name = '', user_salt = '' WHERE user_id = '${stays.id}'`,
    );
    expect(await new AuditAsker(analytics).verify()).toMatchObject({ whole: false, fault: 'changed' });
  });

  it('leaves the audit log also where mails went, what was searched for, and what their keys were called', async () => {
    const person = { id: uuidv7(), email: 'left@example.com', full_name: 'Đỗ Văn Rời' };
    const other = 'stayed@example.com';
    const mail = (name: string) =>
      anAct({ action: 'mail.inbox_mail_read', user: ADMIN, target: { kind: 'mail', id: uuidv7(), name } });
    const told = [
      anAct({ user: person }),
      anAct({
        user: ADMIN,
        action: 'mail.test_sent',
        target: { kind: 'user', id: person.id, name: 'Left@example.com' },
      }),
      // As the former release tells them, from which nobody learns whose they are.
      mail('Left@Example.com'),
      mail(other),
      anAct({
        action: 'api_key.changed',
        user: person,
        target: { kind: 'api_key', id: uuidv7(), name: 'ci' },
        details: { former_name: 'Laptop of left@example.com', last_characters: 'abcd' },
      }),
    ];
    const inLog = (...ids: string[]) =>
      eventually(async () =>
        expect(await select(`SELECT 1 FROM audit_log WHERE id IN ('${ids.join("','")}')`)).toHaveLength(ids.length),
      );
    for (const act of told) await acts.tell(act);
    await inLog(...told.map(({ id }) => id));
    const caller = callerOf('admin');
    for (const search of ['LEFT@example.com', 'left@ex', 'Văn Rời', 'example.com', other]) {
      const begin = { filter: { search }, format: 'csv' as const, by: BY };
      await analytics.get<RpcClient>(RpcClient).call(beginAuditExportRpc, begin, { caller });
    }
    const end = anAct({
      action: 'account.deleted',
      user: null,
      ip: null,
      target: { kind: 'user', id: person.id, name: null },
    });
    await acts.tellDeleted(person.id);
    await acts.tell(end);
    await inLog(end.id);
    await removal().round();
    const words = await select<{ said: string }>(
      `SELECT concat(user_email, '|', user_name, '|', target_name, '|', details) AS said FROM audit_log`,
    );
    expect(words.filter(({ said }) => /left@|Rời/i.test(said))).toEqual([]);
    const names = await select<{ target_name: string }>(
      `SELECT target_name FROM audit_log WHERE target_kind IN ('mail', 'audit_log') AND target_name != '' ORDER BY seq`,
    );
    expect(names.map(({ target_name }) => target_name)).toEqual([other, 'example.com', other]);
    expect(await select(`SELECT 1 FROM audit_log WHERE details LIKE '%abcd%'`)).toHaveLength(1);
    expect((await new AuditAsker(analytics).verify()).first_broken_seq).toBeNull();
    // Behind the last end that is told nobody's name can have left.
    const late = mail('left@example.com');
    await acts.tell(late);
    await inLog(late.id);
    await run(`ALTER TABLE audit_log UPDATE target_name = '', target_salt = '' WHERE id = '${late.id}'`);
    expect(await new AuditAsker(analytics).verify()).toMatchObject({ whole: false, fault: 'changed' });
  });

  it('is not told of by where mails went and what was searched for after 90 days, whosever that was', async () => {
    const target = { kind: 'mail', id: 'smtp_test', name: 'ops@example.net' } as const;
    const [old, young] = [anAct({ user: ADMIN, target }), anAct({ user: ADMIN, target })];
    await acts.tell(old, { at: new Date(Date.now() - 92 * DAY_MS) });
    await acts.tell(young, { at: new Date(Date.now() - 89 * DAY_MS) });
    const named = async () =>
      (await select<{ id: string }>("SELECT id FROM audit_log WHERE target_name = 'ops@example.net'")).map(
        ({ id }) => id,
      );
    await eventually(async () => expect((await named()).sort()).toEqual([old.id, young.id].sort()));
    await removal().round();
    expect(await named()).toEqual([young.id]);
    expect(await new AuditAsker(analytics).verify()).toMatchObject({ whole: true });
  });
});
