import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MOST_ORPHANS_OF_A_REPORT, type RpcInput, type reportOrphanVisitsRpc } from '@linkway/contracts';
import { HostBook } from '../host/host-book.js';
import { route } from '../route/fake-route.js';
import type { Visit } from '../visit/visit.js';
import { OrphanVisits } from './orphan-visits.js';

type Report = RpcInput<typeof reportOrphanVisitsRpc>;

const told: Report[] = [];
const call = jest.fn<(contract: unknown, report: Report) => Promise<object>>();
let orphans: OrphanVisits;

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-29T10:59:55Z') });
  told.length = 0;
  call.mockImplementation(async (_contract, report) => {
    told.push(report);
    return {};
  });
  const hosts = new HostBook([]);
  hosts.update({ changed: [{ domain_id: '1', host: 'go.test', is_active: true, version: 1 }], removed: [] });
  orphans = new OrphanVisits(hosts, { call } as never, { warn: () => undefined });
});
afterEach(() => {
  jest.useRealTimers();
  call.mockReset();
});

const visit = (more: Partial<Visit> = {}): Visit =>
  ({
    host: 'go.test',
    code: 'abc',
    now: Date.now(),
    userAgent: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    purpose: '',
    method: 'GET',
    ...more,
  }) as Visit;
const reports = async () => {
  await jest.advanceTimersByTimeAsync(10_000);
  return told.map(({ orphans: rows }) => rows.map(({ first_at: _first, last_at: _last, ...row }) => row));
};
const sum = () => told.flatMap((report) => report.orphans).reduce((all, { visits }) => all + visits, 0);

describe('visits that led nowhere', () => {
  it('are told once in ten seconds, those that are alike together', async () => {
    orphans.count(visit(), 'unknown', null);
    jest.advanceTimersByTime(2_000);
    orphans.count(visit(), 'unknown', null);
    orphans.count(visit({ userAgent: 'curl/8' }), 'unknown', null);
    expect(await reports()).toEqual([
      [
        {
          workspace_id: null,
          link_id: null,
          host: 'go.test',
          code: 'abc',
          reason: 'unknown',
          kind: 'human',
          visits: 2,
        },
        { workspace_id: null, link_id: null, host: 'go.test', code: 'abc', reason: 'unknown', kind: 'bot', visits: 1 },
      ],
    ]);
    expect(told[0]?.orphans[0]).toMatchObject({
      first_at: '2026-11-29T10:59:55.000Z',
      last_at: '2026-11-29T10:59:57.000Z',
    });
  });

  it('belong to the link that did not open, whatever host it was asked for on', async () => {
    const { link_id, workspace_id, code } = route();
    orphans.count(visit({ host: 'somebody.test' }), 'wrong_domain', route());
    expect(await reports()).toEqual([
      [{ workspace_id, link_id, host: '', code, reason: 'wrong_domain', kind: 'human', visits: 1 }],
    ]);
  });

  it('of two hours are two, however late they are told', async () => {
    orphans.count(visit(), 'unknown', null);
    jest.advanceTimersByTime(6_000);
    orphans.count(visit(), 'unknown', null);
    expect((await reports())[0]).toHaveLength(2);
  });

  it('are none where the address cannot be a short link', async () => {
    orphans.count(visit({ code: null }), 'unknown', null);
    expect(await reports()).toEqual([]);
  });

  it('of thousands of codes are told together, and none is lost', async () => {
    for (let number = 0; number < 3_000; number += 1) orphans.count(visit({ code: `code${number}` }), 'unknown', null);
    const [first = []] = await reports();
    expect(first).toHaveLength(201);
    expect(first.at(-1)).toMatchObject({ code: '', visits: 2_800 });
    // Codes have their own rows again.
    orphans.count(visit({ code: 'next' }), 'unknown', null);
    expect((await reports())[1]).toMatchObject([{ code: 'next', visits: 1 }]);
  });

  it('of many links are told in several reports, to the last one', async () => {
    for (let number = 0; number < 6_000; number += 1) {
      const link_id = `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
      orphans.count(visit(), 'expired', route({ link_id, code: `code${number}` }));
    }
    await jest.advanceTimersByTimeAsync(120_000);
    expect(Math.max(...told.map((report) => report.orphans.length))).toBe(MOST_ORPHANS_OF_A_REPORT);
    expect(sum()).toBe(6_000);
  });

  it('that cannot be told are told later, under the same number, and what came meanwhile after them', async () => {
    call.mockRejectedValueOnce(new Error('away'));
    orphans.count(visit(), 'unknown', null);
    await jest.advanceTimersByTimeAsync(10_000);
    orphans.count(visit(), 'paused', route());
    await jest.advanceTimersByTimeAsync(30_000);
    const [[, first], [, again], [, next]] = call.mock.calls as [
      [unknown, Report],
      [unknown, Report],
      [unknown, Report],
    ];
    expect(again).toEqual(first);
    expect([next.report_id === first.report_id, next.orphans[0]?.reason]).toEqual([false, 'paused']);
  });

  it('are told before the process ends, as far as there is a way to', async () => {
    orphans.count(visit(), 'unknown', null);
    await orphans.onApplicationShutdown();
    expect(sum()).toBe(1);
    call.mockRejectedValue(new Error('away'));
    orphans.count(visit(), 'unknown', null);
    await orphans.onApplicationShutdown();
    expect(sum()).toBe(1);
  });
});
