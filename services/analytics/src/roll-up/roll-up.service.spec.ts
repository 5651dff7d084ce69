import { describe, expect, it } from '@jest/globals';
import type { AppLogger } from '@linkway/platform';
import { dayOf } from '../query/day-states.js';
import type { ClickHouse } from '../store/clickhouse.js';
import type { Candidate, RollUpRepository, ScopeDays } from './roll-up.repository.js';
import { RollUpService } from './roll-up.service.js';

const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-03-20T12:00:00Z');

function rollUp(candidates: (daysBack: number) => Candidate[]) {
  const asked: number[] = [];
  const added: string[] = [];
  const clock = { now: NOON };
  const repository = {
    candidates: async (from: string) => {
      const daysBack = (Date.parse(dayOf(clock.now)) - Date.parse(from)) / DAY_MS;
      asked.push(daysBack);
      return candidates(daysBack);
    },
    leftovers: async () => [],
    clicksOf: async ({ days }: ScopeDays) => new Map(days.map((day) => [day, 1_000])),
    lastRunOf: async () => 0n,
    addUp: async ({ days }: ScopeDays) => void added.push(...days),
    confirm: async () => undefined,
    dropOlder: async () => undefined,
  };
  const service = new RollUpService(
    repository as unknown as RollUpRepository,
    {} as ClickHouse,
    { warn: () => undefined } as unknown as AppLogger,
    { ROLL_UP_MIN_CLICKS: 1, ROLL_UP_SWEEP_MS: 30_000 },
    () => clock.now,
    null,
  );
  return { service, clock, asked, added };
}

const busy = (day: string): Candidate => ({ scope: { workspaceId: 'w', linkId: 'l' }, day, clicks: 1_000 });

describe('a sweep', () => {
  it('adds up the days of now though ClickHouse has no time for those of long ago', async () => {
    const { service, clock, asked, added } = rollUp((daysBack) => {
      if (daysBack > 100) throw new Error('Timeout exceeded');
      return [busy('2026-03-19')];
    });
    await service.sweep();
    expect(added).toEqual(['2026-03-19']);
    // Neither is what takes so long asked for twice a minute.
    for (let sweeps = 0; sweeps < 10; sweeps += 1) {
      clock.now += 30_000;
      await service.sweep();
    }
    expect(added).toHaveLength(11);
    expect(asked.filter((daysBack) => daysBack > 100)).toHaveLength(1);
    clock.now += 600_000;
    await service.sweep();
    expect(asked.filter((daysBack) => daysBack > 100)).toHaveLength(2);
  });

  it('adds up today once it has rested, also when it looks far back', async () => {
    const { service, clock, added } = rollUp(() => [busy('2026-03-20')]);
    await service.sweep();
    expect(added).toEqual([]);
    clock.now += 30_000;
    await service.sweep();
    expect(added).toEqual(['2026-03-20']);
  });
});
