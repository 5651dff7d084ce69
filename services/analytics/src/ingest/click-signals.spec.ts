import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type SignalContract, totalsChanged } from '@linkway/contracts';
import type { Signals } from '@linkway/platform';
import { type ClickRow, NO_ID } from '../store/click.row.js';
import { ClickSignals } from './click-signals.js';

const told: [string, unknown][] = [];
let totals = 0;
const signals = {
  tell: (contract: SignalContract, key: string, data: unknown) => {
    if (contract.subject === totalsChanged.subject) totals += 1;
    else told.push([key, data]);
  },
};
const clickSignals = (cluster = '') => new ClickSignals(signals as unknown as Signals, { CLICKHOUSE_CLUSTER: cluster });
const click = (workspace_id: string, link_id: string) => ({ workspace_id, link_id }) as ClickRow;

beforeEach(() => {
  jest.useFakeTimers();
  told.length = 0;
  totals = 0;
});
afterEach(() => void jest.useRealTimers());

describe('clicks that were stored', () => {
  it('are told to each workspace, a link once; those of guests to nobody', () => {
    clickSignals().stored([click('a', '1'), click('b', '3'), click(NO_ID, '4'), click('a', '2'), click('a', '1')]);
    jest.advanceTimersByTime(10_000);
    expect(told).toEqual([
      ['a', { link_ids: ['1', '2'] }],
      ['b', { link_ids: ['3'] }],
    ]);
    // Whoever keeps a copy of totals is told once, and not of what is nobody's.
    expect(totals).toBe(1);
    clickSignals().stored([click(NO_ID, '4')]);
    expect(totals).toBe(1);
  });

  it('of many links name none', () => {
    const many = Array.from({ length: 101 }, (_, link) => click('a', `${link}`));
    clickSignals().stored(many.slice(1));
    clickSignals().stored(many);
    expect(told.map(([, data]) => (data as { link_ids: string[] | null }).link_ids?.length ?? null)).toEqual([
      100,
      null,
    ]);
  });

  it('are told once more where another replica may not have had them yet, unless the service stops', () => {
    const replicated = clickSignals('main');
    replicated.stored([click('a', '1')]);
    expect(told).toHaveLength(1);
    jest.advanceTimersByTime(2_000);
    expect(told).toHaveLength(2);
    expect(told[1]).toEqual(told[0]);
    replicated.stored([click('a', '1')]);
    replicated.onModuleDestroy();
    jest.advanceTimersByTime(10_000);
    expect(told).toHaveLength(3);
  });
});
