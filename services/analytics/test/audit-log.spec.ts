import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { auditLogPortionRpc, beginAuditExportRpc, verifyAuditLogRpc } from '@linkway/contracts';
import { AppError, RpcClient, type RunningService, withCallContext } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { AuditChain } from '../src/audit/audit-chain.service.js';
import { AuditLogRepository } from '../src/audit/audit-log.repository.js';
import { AuditVerifications } from '../src/audit/verification.service.js';
import { service } from '../src/main.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { STORES } from './analytics.harness.js';
import { ActTeller, ADDRESS, ADMIN, AuditAsker, anAct, BY, callerOf } from './audit.js';

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'success',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe.each(STORES)('the audit log, on %s', (_store, wanted) => {
  const servers = useServers(wanted);
  let analytics: RunningService;
  let acts: ActTeller;

  const start = async () => {
    analytics = await service.start(servers.env('analytics', { VISITOR_SECRET: 'test', LOG_LEVEL: 'fatal' }));
  };
  const clickhouse = () => analytics.get<ClickHouse>(ClickHouse);
  const ask = () => new AuditAsker(analytics);
  const rpc = () => analytics.get<RpcClient>(RpcClient);
  const inLog = (...ids: string[]) =>
    eventually(async () => {
      const found = await clickhouse().select<{ id: string }>(
        `SELECT id FROM audit_log WHERE id IN ('${ids.join("','")}')`,
      );
      expect(found).toHaveLength(ids.length);
    });
  const empty = () => clickhouse().background.command({ query: 'TRUNCATE TABLE audit_log' });
  const run = (query: string) =>
    clickhouse().background.command({ query, clickhouse_settings: { mutations_sync: '1' } });
  const tell = async (number: number) => {
    const told = Array.from({ length: number }, () => anAct());
    for (const act of told) await acts.tell(act);
    await inLog(...told.map(({ id }) => id));
    return told;
  };

  beforeAll(async () => {
    acts = await ActTeller.open(servers.natsUrl);
    await start();
    await eventually(() => analytics.ready());
  }, 60_000);
  // The servers are gone by then.
  afterAll(async () => {
    await analytics.stop();
    await acts.close();
  });

  it('has what services tell of, with all that they say, the newest first', async () => {
    const userId = uuidv7();
    const target = { kind: 'user', id: userId, name: 'Trần "Bình", \\ \u{1f600}' } as const;
    const act = anAct({
      action: 'user.role_changed',
      user: ADMIN,
      target,
      details: { from: 'user', to: 'admin', repeated: 3, enabled: true, until: null },
    });
    const at = new Date('2026-11-05T06:07:08.009Z');
    await acts.tell(act, { at });
    await inLog(act.id);
    const later = anAct({
      action: 'session.refused',
      user: null,
      ip: null,
      details: { reason: 'auth.bad_credentials' },
    });
    await acts.tell(later);
    await inLog(later.id);
    const { data, pagination } = await ask().list();
    expect(pagination).toEqual({ page: 1, limit: 20, total: 2, total_pages: 1 });
    expect(data).toEqual([
      expect.objectContaining({
        seq: 2,
        id: later.id,
        level: 'warning',
        module: 'auth',
        user_id: null,
        user_email: null,
        user_name: null,
        target: null,
        ip_address: null,
        prev_hash: data[1]?.hash,
      }),
      {
        seq: 1,
        id: act.id,
        timestamp: '2026-11-05T06:07:08.009Z',
        level: 'warning',
        action: 'user.role_changed',
        module: 'users',
        user_id: ADMIN.id,
        user_email: ADMIN.email,
        user_name: ADMIN.full_name,
        target,
        ip_address: '198.51.100.7',
        details: { from: 'user', to: 'admin', repeated: 3, enabled: true, until: null },
        prev_hash: '0'.repeat(64),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  it('has the acts of each service that tells of some, in one chain', async () => {
    const target = { kind: 'domain', id: uuidv7(), name: 'go.example' } as const;
    const moved = anAct({ action: 'domain.main_changed', user: null, ip: null, target });
    await acts.tell(moved, { by: 'domains' });
    await inLog(moved.id);
    const entered = await acts.tell(anAct());
    await inLog(entered.id);
    const { data } = await ask().list({ limit: 2 });
    expect(data.map(({ action, module }) => [action, module])).toEqual([
      ['session.signed_in', 'auth'],
      ['domain.main_changed', 'domains'],
    ]);
    expect(data[0]?.prev_hash).toBe(data[1]?.hash);
  });

  it('has each act once, however often it comes', async () => {
    const act = await acts.tell(anAct());
    await inLog(act.id);
    // As after a crash between the insert and the acknowledgement: the stream does not know it for the same any more.
    await acts.tell(act, { messageId: uuidv7() });
    const next = await acts.tell(anAct());
    await inLog(act.id, next.id);
    const { data } = await ask().list({ limit: 3 });
    expect(data.map(({ id }) => id).slice(0, 2)).toEqual([next.id, act.id]);
    expect((await ask().verify()).whole).toBe(true);
  });

  it('keeps the acts of an insert whose fate is not known once', async () => {
    const entries = analytics.get(AuditLogRepository);
    const add = entries.add.bind(entries);
    const cut = jest.spyOn(entries, 'add').mockImplementationOnce(async (rows) => {
      await add(rows);
      throw new Error('connection reset');
    });
    cut.mockImplementationOnce(async () => {
      throw new Error('connection refused');
    });
    const [one, two] = [anAct(), anAct()];
    await acts.tell(one);
    await acts.tell(two);
    await inLog(one.id, two.id);
    cut.mockRestore();
    const { data } = await ask().list({ limit: 2 });
    expect(data.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect((await ask().verify()).whole).toBe(true);
  });

  it('has what was told while nobody listened, and goes on where it was', async () => {
    await tell(1);
    await analytics.stop();
    const missed = [anAct(), anAct()];
    await acts.tellMany(missed);
    await start();
    await inLog(...missed.map(({ id }) => id));
    expect((await ask().verify()).whole).toBe(true);
  });

  it('takes one insert for each place, whoever comes with another', async () => {
    await tell(1);
    const entries = analytics.get(AuditLogRepository);
    const chain = analytics.get(AuditChain);
    const head = entries.head.bind(entries);
    const former = await head();
    await tell(1);
    // Whoever wrote that looks at the end of the chain once more.
    await chain.append([]);
    // A writer that lost its turn without knowing: it has looked at the chain before the other one wrote.
    const stale = jest.spyOn(entries, 'head').mockResolvedValueOnce(former);
    const act = anAct();
    const appended = codeOf(chain.append([{ record: act, occurredAt: new Date().toISOString() }]));
    expect(await appended).toBe('service.busy');
    stale.mockRestore();
    await chain.append([{ record: act, occurredAt: new Date().toISOString() }]);
    await inLog(act.id);
    expect(await ask().verify()).toMatchObject({ whole: true, fault: null });
  });

  it('is searched and filtered', async () => {
    await empty();
    const bob = { id: uuidv7(), email: 'Bob@Example.org', full_name: 'Bảo' };
    const made = anAct({
      action: 'api_key.created',
      user: bob,
      target: { kind: 'api_key', id: 'k1', name: 'Nightly' },
    });
    const failed = anAct({
      action: 'mail.test_failed',
      user: ADMIN,
      ip: ADDRESS,
      details: { reason: 'mail.tls_failed' },
    });
    const old = anAct({ action: 'session.signed_out', user: bob });
    await acts.tell(old, { at: new Date('2026-01-31T23:59:59.999Z') });
    await acts.tell(made, { at: new Date('2026-02-01T00:00:00.000Z') });
    await acts.tell(failed);
    await inLog(old.id, made.id, failed.id);
    const found = async (query: Parameters<AuditAsker['list']>[0]) =>
      (await ask().list(query)).data.map(({ action }) => action).sort();
    expect(await found({ search: 'bob@example' })).toEqual(['api_key.created', 'session.signed_out']);
    expect(await found({ search: 'BẢO' })).toEqual(['api_key.created', 'session.signed_out']);
    expect(await found({ search: 'nightly' })).toEqual(['api_key.created']);
    expect(await found({ search: ADDRESS })).toEqual(['mail.test_failed']);
    expect(await found({ search: 'TLS_FAILED' })).toEqual(['mail.test_failed']);
    expect(await found({ search: 'session.signed' })).toEqual(['session.signed_out']);
    expect(await found({ search: 'K1' })).toEqual(['api_key.created']);
    // What one text ends with and the next begins with is in none of them.
    expect(await found({ search: 'k1Nightly' })).toEqual([]);
    expect(await found({ search: "%' OR 1 = 1 --" })).toEqual([]);
    expect(await found({ level: 'error' })).toEqual(['mail.test_failed']);
    expect(await found({ module: 'api_keys', level: 'success' })).toEqual(['api_key.created']);
    expect(await found({ module: 'auth', level: 'success' })).toEqual([]);
    expect(await found({ from: '2026-02-01T00:00:00Z' })).toEqual(['api_key.created', 'mail.test_failed']);
    expect(await found({ to: '2026-02-01T07:00:00+07:00' })).toEqual(['session.signed_out']);
    const range = { from: '2026-02-02T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    expect(await codeOf(ask().list(range))).toBe('audit_log.range_invalid');
    const second = await ask().list({ limit: 1, page: 2 });
    expect(second).toMatchObject({ data: [{ seq: 2 }], pagination: { page: 2, limit: 1, total: 3, total_pages: 3 } });
    expect((await ask().list({ page: 9 })).data).toEqual([]);
  });

  it('is given to an export portion by portion, as it was when that began, which is an entry itself', async () => {
    await empty();
    // None of them belongs in it: one of another module, one from before, one of somebody else.
    const others = [anAct({ action: 'api_key.created' }), anAct(), anAct({ user: ADMIN })];
    await acts.tell(others[0] as (typeof others)[0]);
    await acts.tell(others[1] as (typeof others)[0], { at: new Date('2025-12-31T23:59:59Z') });
    await acts.tell(others[2] as (typeof others)[0]);
    await inLog(...others.map(({ id }) => id));
    const told = await tell(3);
    const filter = { module: 'auth' as const, from: '2026-01-01T00:00:00Z', search: 'AN@example' };
    const begin = { filter, format: 'csv' as const, by: BY };
    const caller = callerOf('admin');
    const begun = await withCallContext(
      'e',
      null,
      () => rpc().call(beginAuditExportRpc, begin, { caller }),
      null,
      ADDRESS,
    );
    expect(begun).toEqual({ before_seq: 7, total: 3 });
    await tell(1);
    const portion = { filter: begin.filter, before_seq: begun.before_seq };
    const { data } = await rpc().call(auditLogPortionRpc, portion, { caller });
    expect(data.map(({ id }) => id)).toEqual(told.map(({ id }) => id).reverse());
    expect((await rpc().call(auditLogPortionRpc, { ...portion, before_seq: 5 }, { caller })).data).toHaveLength(1);
    const [entry] = (await ask().list({ module: 'audit_log' })).data;
    expect(entry).toMatchObject({
      action: 'audit_log.exported',
      user_id: ADMIN.id,
      user_email: ADMIN.email,
      ip_address: ADDRESS,
      details: { format: 'csv', entries: 3, module: 'auth', done_from: '2026-01-01T00:00:00Z' },
      // By its digest in the chain, like a name.
      target: { kind: 'audit_log', id: 'search', name: 'AN@example' },
    });
  });

  it('is for administrators alone', async () => {
    const caller = callerOf('user');
    const asUser = new AuditAsker(analytics, caller);
    expect(await codeOf(asUser.list())).toBe('auth.forbidden');
    expect(await codeOf(asUser.verify())).toBe('auth.forbidden');
    const begin = { filter: {}, format: 'json' as const, by: BY };
    expect(await codeOf(rpc().call(beginAuditExportRpc, begin, { caller }))).toBe('auth.forbidden');
    expect(await codeOf(rpc().call(auditLogPortionRpc, { filter: {}, before_seq: 9 }, { caller }))).toBe(
      'auth.forbidden',
    );
    expect(await codeOf(rpc().call(verifyAuditLogRpc, { noted: {}, by: BY }))).toBe('auth.unauthenticated');
  });

  describe('is proved', () => {
    it('whole as long as nobody has touched it, and that is an entry, too', async () => {
      await empty();
      expect(await ask().verify()).toMatchObject({ whole: true, entries: 0, head: null, noted_head: null });
      await tell(5);
      const verified = await ask().verify();
      const head = { seq: 6, hash: (await ask().list({ limit: 1, page: 2 })).data[0]?.hash };
      expect(verified).toMatchObject({
        whole: true,
        entries: 6,
        head,
        first_broken_seq: null,
        fault: null,
        missing: 0,
      });
      const [entry] = (await ask().list({ limit: 1 })).data;
      expect(entry).toMatchObject({
        seq: 7,
        action: 'audit_log.verified',
        level: 'success',
        user_name: ADMIN.full_name,
        ip_address: ADDRESS,
        details: { entries: 6, head_seq: 6, head_hash: head.hash },
      });
    });

    it.each([
      ['changed', 'details', `ALTER TABLE audit_log UPDATE details = '{"reason":"none"}' WHERE seq = 3`],
      ['changed', 'the time', 'ALTER TABLE audit_log UPDATE timestamp = timestamp + 1 WHERE seq = 3'],
      ['changed', 'a name', `ALTER TABLE audit_log UPDATE user_email = 'no@example.com' WHERE seq = 3`],
      ['changed', 'an address', `ALTER TABLE audit_log UPDATE ip_address = '192.0.2.1' WHERE seq = 3`],
      ['changed', 'an address left out', `ALTER TABLE audit_log UPDATE ip_address = '', ip_salt = '' WHERE seq = 3`],
      [
        'changed',
        'a name left out',
        `ALTER TABLE audit_log UPDATE user_email = '', user_name = '', user_salt = '' WHERE seq = 3`,
      ],
      ['changed', 'its hash', `ALTER TABLE audit_log UPDATE hash = repeat('0', 64) WHERE seq = 3`],
      ['missing', 'an entry', 'ALTER TABLE audit_log DELETE WHERE seq = 3'],
      ['repeated', 'an entry', 'INSERT INTO audit_log SELECT * FROM audit_log WHERE seq = 3'],
    ])('broken: %s, %s', async (fault, _what, tampering) => {
      await empty();
      await tell(6);
      await run(tampering);
      const missing = fault === 'missing' ? 1 : 0;
      expect(await ask().verify()).toMatchObject({ whole: false, first_broken_seq: 3, fault, missing });
      const [entry] = (await ask().list({ limit: 1 })).data;
      expect(entry).toMatchObject({
        action: 'audit_log.found_broken',
        level: 'error',
        details: { first_broken_seq: 3 },
      });
    });

    it('not by its end, which may have been cut off, but by an entry that was noted elsewhere', async () => {
      await empty();
      await tell(4);
      const { head } = await ask().verify();
      const noted = { seq: head?.seq, hash: head?.hash };
      expect(await ask().verify(noted)).toMatchObject({ whole: true, noted_head: 'same' });
      expect(await ask().verify({ ...noted, hash: 'f'.repeat(64) })).toMatchObject({
        whole: true,
        noted_head: 'other',
      });
      expect((await ask().list({ limit: 1 })).data[0]).toMatchObject({ action: 'audit_log.found_broken' });
      expect(await codeOf(ask().verify({ seq: 2 }))).toBe('audit_log.noted_head_invalid');
      await run('ALTER TABLE audit_log DELETE WHERE seq >= 3');
      expect(await ask().verify(noted)).toMatchObject({ whole: true, entries: 2, noted_head: 'missing' });
    });

    it('in portions, whoever asks for them how often, and is one entry', async () => {
      await empty();
      const told = await tell(5);
      const portion = { entries: 2, ms: 10_000 };
      const short = jest.replaceProperty(analytics.get(AuditVerifications), 'portion', portion);
      const first = await ask().verify();
      expect(first).toMatchObject({ whole: true, complete: false, entries: 2, head: { seq: 2 }, last_seq: 5 });
      const second = await ask().verify({}, first.next);
      expect(second).toMatchObject({ whole: true, complete: false, entries: 4, head: { seq: 4 } });
      // Nothing is told of a proof that is not complete.
      expect((await ask().list({ limit: 1 })).data[0]?.id).toBe(told[4]?.id);
      for (let times = 0; times < 2; times += 1) {
        expect(await ask().verify({}, second.next)).toMatchObject({
          whole: true,
          complete: true,
          next: null,
          entries: 5,
          first_seq: 1,
          head: { seq: 5 },
        });
      }
      const { data } = await ask().list({ module: 'audit_log' });
      expect(data).toEqual([
        expect.objectContaining({
          action: 'audit_log.verified',
          details: { entries: 5, head_seq: 5, head_hash: data[0]?.prev_hash },
        }),
      ]);
      expect(await codeOf(ask().verify({}, `${first.next}x`))).toBe('audit_log.next_invalid');
      short.restore();
    });

    it('broken at once where a portion finds it, and that is one entry, too', async () => {
      await empty();
      await tell(6);
      await run(`ALTER TABLE audit_log UPDATE details = '{"reason":"none"}' WHERE seq = 2`);
      const portion = { entries: 3, ms: 10_000 };
      const short = jest.replaceProperty(analytics.get(AuditVerifications), 'portion', portion);
      const first = await ask().verify();
      expect(first).toMatchObject({ whole: false, complete: false, first_broken_seq: 2, entries: 3 });
      const found = async () => (await ask().list({ module: 'audit_log' })).data.map(({ action }) => action);
      expect(await found()).toEqual(['audit_log.found_broken']);
      expect(await ask().verify({}, first.next)).toMatchObject({ whole: false, complete: true, first_broken_seq: 2 });
      expect(await found()).toEqual(['audit_log.found_broken']);
      short.restore();
    });

    it('also where addresses have left after their time', async () => {
      await empty();
      const old = anAct();
      await acts.tell(old, { at: new Date(Date.now() - 91 * 86_400_000) });
      const young = anAct();
      await acts.tell(young, { at: new Date(Date.now() - 89 * 86_400_000) });
      await inLog(old.id, young.id);
      await run('OPTIMIZE TABLE audit_log FINAL');
      const { data } = await ask().list();
      expect(data.map(({ ip_address }) => ip_address)).toEqual(['198.51.100.7', null]);
      expect(await ask().verify()).toMatchObject({ whole: true, entries: 2 });
    });
  });

  it('loses nothing while the store is away', async () => {
    await empty();
    const entries = analytics.get(AuditLogRepository);
    const away = jest.spyOn(entries, 'known').mockRejectedValue(new Error('Code: 241. memory limit exceeded'));
    const told = Array.from({ length: 80 }, () => anAct());
    await acts.tellMany(told);
    await eventually(() => away.mock.calls.length > 3);
    expect(await analytics.ready()).toBe(false);
    away.mockRestore();
    await inLog(...told.map(({ id }) => id));
    expect(await ask().verify()).toMatchObject({ whole: true, entries: 80 });
    await eventually(() => analytics.ready());
  });
});
