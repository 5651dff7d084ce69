import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { ClickHouse } from '../store/clickhouse.js';
import { DayClicks } from './day-clicks.js';
import { dayOf } from './days.js';

const SCOPE = { workspaceId: '01a00000-0000-7000-8000-000000000001', linkId: '01a00000-0000-7000-8000-000000000002' };
const JANUARY = { first: '2026-01-01', last: '2026-01-31' };

/** A store with these clicks, which says of each question the days that it names; none: all. */
function aStore(clicks: Record<string, number>) {
  const asked: string[][] = [];
  const gates: Promise<unknown>[] = [];
  const select = async (query: string) => {
    const [, names] = / AND day IN \(([^)]*)\)/.exec(query) ?? [];
    const days = names?.split(',').map((name) => name.slice(1, -1));
    asked.push(days ?? []);
    const rows = Object.entries(clicks).filter(([day]) => days?.includes(day) ?? true);
    const answer = rows.map(([day, count]) => ({ day, clicks: String(count) }));
    await gates.shift();
    return answer;
  };
  return { clicks, asked, gates, days: new DayClicks({ select } as unknown as ClickHouse) };
}

const marks = async (of: Record<string, string>) => new Map(Object.entries(of));

describe('DayClicks', () => {
  it('counts again what has other parts, and nothing else', async () => {
    const { clicks, asked, days } = aStore({ '2026-01-02': 5, '2026-01-04': 7 });
    const told = await days.of(SCOPE, JANUARY, marks({ '2026-01-02': 'a', '2026-01-03': 'b', '2026-01-04': 'c' }));
    expect(told).toEqual([
      { day: '2026-01-02', clicks: 5 },
      { day: '2026-01-04', clicks: 7 },
    ]);
    clicks['2026-01-04'] = 8;
    const later = marks({ '2026-01-02': 'a', '2026-01-03': 'b', '2026-01-04': 'd' });
    expect(await days.of(SCOPE, JANUARY, later)).toEqual([
      { day: '2026-01-02', clicks: 5 },
      { day: '2026-01-04', clicks: 8 },
    ]);
    // A part of it is known from that, too.
    expect(await days.of(SCOPE, { first: '2026-01-03', last: '2026-01-04' }, later)).toEqual([
      { day: '2026-01-04', clicks: 8 },
    ]);
    expect(asked).toEqual([['2026-01-02', '2026-01-03', '2026-01-04'], ['2026-01-04']]);
  });

  it('takes a day whose parts are gone for empty, and keeps scopes apart', async () => {
    const { asked, days } = aStore({ '2026-01-02': 5 });
    await days.of(SCOPE, JANUARY, marks({ '2026-01-02': 'a' }));
    expect(await days.of(SCOPE, JANUARY, marks({}))).toEqual([]);
    await days.of({ ...SCOPE, linkId: null }, JANUARY, marks({ '2026-01-02': 'a' }));
    expect(asked).toHaveLength(2);
  });

  it('counts today each time, and does not wait for marks to begin', async () => {
    const today = dayOf(Date.now());
    const { clicks, asked, days } = aStore({ [today]: 3 });
    const known = Promise.withResolvers<Map<string, string>>();
    const told = days.of(SCOPE, { first: '2026-01-01', last: today }, known.promise);
    expect(asked).toEqual([[]]);
    known.resolve(await marks({ [today]: 'a' }));
    expect(await told).toEqual([{ day: today, clicks: 3 }]);
    clicks[today] = 4;
    const again = await days.of(SCOPE, { first: today, last: today }, marks({ [today]: 'a' }));
    expect(again).toEqual([{ day: today, clicks: 4 }]);
  });

  it('counts all where parts are not known, and keeps nothing of it', async () => {
    const { asked, days } = aStore({ '2026-01-02': 5 });
    for (const _ of [1, 2])
      expect(await days.of(SCOPE, JANUARY, Promise.resolve(null))).toEqual([{ day: '2026-01-02', clicks: 5 }]);
    expect(asked).toEqual([[], []]);
  });

  it('counts anew what came between a mark and its count, and forgets nothing that others counted meanwhile', async () => {
    const { clicks, asked, gates, days } = aStore({ '2026-01-02': 5, '2026-01-03': 1 });
    const slow = Promise.withResolvers<void>();
    gates.push(slow.promise);
    const first = days.of(SCOPE, { first: '2026-01-02', last: '2026-01-02' }, marks({ '2026-01-02': 'a' }));
    while (asked.length === 0) await turn();
    clicks['2026-01-02'] = 6;
    const all = marks({ '2026-01-02': 'b', '2026-01-03': 'b' });
    const later = await days.of(SCOPE, JANUARY, all);
    slow.resolve();
    expect([await first, later.at(0)]).toEqual([[{ day: '2026-01-02', clicks: 5 }], { day: '2026-01-02', clicks: 6 }]);
    // The slow answer is older than its day by now.
    expect(await days.of(SCOPE, JANUARY, all)).toEqual(later);
    expect(asked.at(-1)).toEqual(['2026-01-02']);
  });
});
