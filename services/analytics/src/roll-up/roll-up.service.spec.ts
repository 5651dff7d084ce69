import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError, type AppLogger, patienceLeft, withDeadline } from '@linkway/platform';
import type { Lease } from '../lease/lease.js';
import type { DayState } from '../query/day-states.js';
import type { Scope } from '../query/scope.js';
import type { ClickHouse } from '../store/clickhouse.js';
import type { LookRepository, TouchedDay } from './look.repository.js';
import { type Candidate, MAX_CANDIDATES, type RollUpRepository, type ScopeDays } from './roll-up.repository.js';
import { RollUpService } from './roll-up.service.js';

const NOON = Date.parse('2026-03-20T12:00:00Z');

const touched = (day: string, more: Partial<TouchedDay> = {}): TouchedDay => ({
  day,
  block: '7',
  clicks: 1_000,
  known: false,
  run: '1',
  ...more,
});

function rollUp(days: () => TouchedDay[], candidates: (day: string) => Candidate[] = (day) => [busy(day)]) {
  const asked: string[] = [];
  const looked: string[] = [];
  const kept: string[] = [];
  const added: string[] = [];
  const confirmed: string[] = [];
  const clock = { now: NOON };
  const lease = {
    held: true,
    due: false,
    acquire: jest.fn(async () => true),
    release: jest.fn(async () => {
      lease.held = false;
    }),
  };
  const opening = Promise.withResolvers<void>();
  const repository = {
    candidates: async (day: string) => {
      asked.push(day);
      return candidates(day);
    },
    leftovers: async () => [],
    clicksOf: async ({ days }: ScopeDays) => new Map(days.map((day) => [day, 1_000])),
    lastRunOf: async () => 0n,
    addUp: async ({ days }: ScopeDays) => void added.push(...days),
    confirm: async (_scope: Scope, _run: string, days: ReadonlyMap<string, number>) =>
      void confirmed.push(...days.keys()),
    dropOlder: async () => undefined,
  };
  const looks = {
    isByDay: async () => true,
    touched: async () => days().filter(({ day }) => !looked.includes(day)),
    recent: async () => days(),
    lookedAtSince: async () => [],
    keepTotals: async ({ day }: TouchedDay) => void kept.push(day),
    confirm: async ({ day }: TouchedDay) => looked.push(day) > 0,
    dropBefore: jest.fn(async (_day: string): Promise<string[]> => []),
  };
  const settings = { ROLL_UP_MIN_CLICKS: 1, ROLL_UP_SWEEP_MS: 30_000, CLICK_KEEP_DAYS: 0 };
  const service = new RollUpService(
    repository as unknown as RollUpRepository,
    looks as unknown as LookRepository,
    { untilOpen: () => opening.promise } as unknown as ClickHouse,
    { warn: () => undefined, info: () => undefined } as unknown as AppLogger,
    settings,
    () => clock.now,
    lease as unknown as Lease,
  );
  return { service, repository, looks, settings, lease, opening, clock, asked, added, confirmed, looked, kept };
}

const busy = (day: string, linkId = 'l'): Candidate => ({ scope: { workspaceId: 'w', linkId }, day, clicks: 1_000 });

describe('a sweep', () => {
  it('looks at a day once, and again when it was touched and has rested', async () => {
    let day = touched('2026-03-19');
    const { service, asked, added, looked, kept } = rollUp(() => [day]);
    for (let sweeps = 0; sweeps < 3; sweeps += 1) await service.sweep();
    expect([asked, added, kept, looked]).toEqual(Array.from({ length: 4 }, () => ['2026-03-19']));
    // Late clicks, for as long as there are two sweeps.
    looked.pop();
    for (const block of ['8', '9']) {
      day = touched('2026-03-19', { known: true, block });
      await service.sweep();
      expect(looked).toEqual([]);
    }
    await service.sweep();
    expect(looked).toEqual(['2026-03-19']);
    expect(asked).toHaveLength(2);
  });

  it('looks at today once it has rested', async () => {
    let today = touched('2026-03-20');
    const { service, added } = rollUp(() => [today]);
    await service.sweep();
    today = touched('2026-03-20', { clicks: 1_001 });
    await service.sweep();
    expect(added).toEqual([]);
    await service.sweep();
    expect(added).toEqual(['2026-03-20']);
  });

  it('has a day looked at again of which more is busy than is done at once', async () => {
    const { service, looked, asked } = rollUp(
      () => [touched('2026-03-19')],
      (day) => Array.from({ length: asked.length > 1 ? 1 : MAX_CANDIDATES }, () => busy(day)),
    );
    await service.sweep();
    expect(looked).toEqual([]);
    await service.sweep();
    expect(looked).toEqual(['2026-03-19']);
  });

  it('has a day looked at again of which something found no room', async () => {
    const { service, looked, asked } = rollUp(
      () => [touched('2026-03-19')],
      (day) => (asked.length > 1 ? [] : Array.from({ length: MAX_CANDIDATES - 1 }, (_, nth) => busy(day, `l${nth}`))),
    );
    const suggested = [{ day: '2026-03-17', clicks: 1_000, run: null }] as unknown as DayState[];
    service.suggest({ workspaceId: 'w', linkId: 'm' }, suggested);
    service.suggest({ workspaceId: 'w', linkId: 'n' }, suggested);
    const first = service.sweep();
    for (const link of ['o', 'p', 'q']) service.suggest({ workspaceId: 'w', linkId: link }, suggested);
    await first;
    await service.sweep();
    expect(looked).toEqual(['2026-03-19']);
  });

  it('adds up and looks at all else where one addition fails each time, which is tried again ten minutes later', async () => {
    const days = ['2026-03-19', '2026-03-18', '2026-03-17'];
    const { service, repository, clock, confirmed, kept, looked } = rollUp(
      () => days.map((day) => touched(day)),
      (day) => [busy(day, day === days[0] ? 'much' : 'l'), busy(day, 'm')],
    );
    const add = repository.addUp;
    const tries = jest.fn();
    repository.addUp = async (target, ...rest) => {
      if (target.scope.linkId !== 'much') return add(target, ...rest);
      tries();
      throw Object.assign(new Error('memory limit exceeded'), { code: '241' });
    };
    await service.sweep();
    expect([kept, looked]).toEqual([days, days]);
    expect(confirmed).toHaveLength(5);
    clock.now += 599_999;
    await service.sweep();
    expect(tries).toHaveBeenCalledTimes(1);
    repository.addUp = add;
    clock.now += 1;
    await service.sweep();
    expect(confirmed).toHaveLength(6);
    expect(confirmed.at(-1)).toBe(days[0]);
  });

  it('looks at the days of now alone where clicks are not stored by day, and keeps nothing of them', async () => {
    const { service, looks, added, looked, kept } = rollUp(() => [touched('2026-03-19', { block: '0' })]);
    looks.isByDay = async () => false;
    looks.touched = () => Promise.reject(new Error('there are no parts by day'));
    await service.sweep();
    expect(added).toEqual(['2026-03-19']);
    expect([...looked, ...kept]).toEqual([]);
  });

  it('drops days that are older than they are kept, if they are not kept for ever', async () => {
    const { service, looks, settings } = rollUp(() => []);
    await service.sweep();
    expect(looks.dropBefore).not.toHaveBeenCalled();
    settings.CLICK_KEEP_DAYS = 30;
    await service.sweep();
    expect(looks.dropBefore.mock.calls).toEqual([['2026-02-18']]);
  });
});

describe('the next sweep', () => {
  const EVERY_MS = 30_000;
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Begins to sweep; `pauses`: what lies between this sweep and so many next ones, in usual pauses. */
  async function sweeping(days: () => TouchedDay[]) {
    const { service, looks, opening, clock, repository } = rollUp(days);
    const { touched: found } = looks;
    const dropped = jest.spyOn(repository, 'dropOlder');
    const at: number[] = [];
    looks.touched = async () => {
      at.push(Date.now());
      return found();
    };
    service.onApplicationBootstrap();
    opening.resolve();
    await jest.advanceTimersByTimeAsync(0);
    const pauses = async (sweeps: number) => {
      const first = at.length - 1;
      for (let waits = 0; waits < 600 && at.length <= first + sweeps; waits += 1) {
        await jest.advanceTimersByTimeAsync(1_000);
      }
      // Each is a tenth shorter or longer.
      return at.slice(first + 1).map((time, n) => Math.round((time - (at[first + n] ?? 0)) / EVERY_MS));
    };
    return { service, clock, dropped, pauses };
  }

  it('comes four times later after one that found nothing', async () => {
    const { service, pauses } = await sweeping(() => []);
    expect(await pauses(2)).toEqual([4, 4]);
    await service.onModuleDestroy();
  });

  it('comes as usual while a day is touched again and again', async () => {
    let clicks = 0;
    const { service, pauses } = await sweeping(() => [touched('2026-03-20', { clicks: (clicks += 1) })]);
    expect(await pauses(3)).toEqual([1, 1, 1]);
    await service.onModuleDestroy();
  });

  it('comes as usual while additions wait to be dropped', async () => {
    const { service, clock, dropped, pauses } = await sweeping(() => [touched('2026-03-19')]);
    // The first one added up, and nothing was touched since.
    expect(await pauses(3)).toEqual([1, 1, 1]);
    expect(dropped).not.toHaveBeenCalled();
    clock.now += 60_000;
    dropped.mockRejectedValueOnce(Object.assign(new Error('too many mutations'), { code: '692' }));
    // What could not be dropped is tried again in the next.
    expect(await pauses(3)).toEqual([1, 1, 1]);
    expect(await pauses(1)).toEqual([4]);
    expect(dropped).toHaveBeenCalledTimes(2);
    expect(dropped.mock.calls.flat(2)).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ day: '2026-03-19' })),
    );
    await service.onModuleDestroy();
  });
});

describe('days that a question suggests', () => {
  const counted = [{ day: '2026-03-18', clicks: 1_000, run: null }] as unknown as DayState[];
  const scope: Scope = { workspaceId: 'w', linkId: 'l' };

  it('are added up also when the question is over before they are', async () => {
    const { service, repository, lease, confirmed } = rollUp(() => []);
    const read = repository.clicksOf;
    repository.clicksOf = async (target) => {
      await delay(60);
      if ((patienceLeft() ?? 1) <= 0) throw new AppError('service.timeout');
      return read(target);
    };
    withDeadline(performance.now() + 50, () => service.suggest(scope, counted));
    await service.runOnce();
    expect(confirmed).toEqual(['2026-03-18']);
    expect(lease.release).not.toHaveBeenCalled();
  });

  it('do not make a sweep fall out that is due meanwhile', async () => {
    const { service, repository, asked, added } = rollUp(() => [touched('2026-03-19')]);
    const reading = Promise.withResolvers<void>();
    const read = repository.clicksOf;
    repository.clicksOf = async (target) => {
      await reading.promise;
      return read(target);
    };
    service.suggest(scope, counted);
    const sweep = service.sweep();
    expect(asked).toEqual([]);
    reading.resolve();
    await sweep;
    expect(asked).not.toEqual([]);
    expect(added).toEqual(['2026-03-18', '2026-03-19']);
  });

  it('during work wait for no turn of their own, in which they would try again at once what has just failed', async () => {
    const { service, repository, clock, confirmed } = rollUp(() => []);
    const failing = Promise.withResolvers<undefined>();
    const add = repository.addUp;
    const tries = jest.fn(() => failing.promise);
    repository.addUp = tries;
    service.suggest(scope, counted);
    service.suggest({ ...scope, linkId: 'm' }, counted);
    service.suggest({ ...scope, linkId: 'n' }, counted);
    await turn();
    failing.reject(new AppError('service.timeout'));
    await service.runOnce();
    expect(tries).toHaveBeenCalledTimes(3);
    repository.addUp = add;
    await service.sweep();
    expect(confirmed).toEqual([]);
    clock.now += 600_000;
    await service.sweep();
    expect(confirmed).toHaveLength(3);
  });
});

describe('a process that stops', () => {
  it('does not begin the sweep that waits for the work under way, and then gives the lease back', async () => {
    const { service, repository, lease, asked } = rollUp(() => [touched('2026-03-19')]);
    const reading = Promise.withResolvers<void>();
    const read = repository.clicksOf;
    repository.clicksOf = async (target) => {
      await reading.promise;
      return read(target);
    };
    service.suggest({ workspaceId: 'w', linkId: 'l' }, [{ day: '2026-03-18', clicks: 1_000, run: null }] as DayState[]);
    const sweep = service.sweep();
    await turn();
    const stopped = service.onModuleDestroy();
    await turn();
    expect(lease.release).not.toHaveBeenCalled();
    reading.resolve();
    await Promise.all([sweep, stopped]);
    expect(asked).toEqual([]);
    expect(lease.release).toHaveBeenCalledTimes(1);
  });

  it('before ClickHouse has opened takes no lease when it does', async () => {
    jest.useFakeTimers();
    try {
      const { service, lease, opening, asked } = rollUp(() => []);
      service.onApplicationBootstrap();
      await service.onModuleDestroy();
      opening.resolve();
      await jest.advanceTimersByTimeAsync(60_000);
      expect(lease.acquire).not.toHaveBeenCalled();
      expect(asked).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the lease of a process whose addition failed', () => {
  it.each([
    ['is kept when the store had no time for it', new AppError('service.timeout'), 0],
    ['is kept when the store refused it', Object.assign(new Error('memory limit exceeded'), { code: '241' }), 0],
    ['is given back when the store gave no answer', new Error('connect ECONNREFUSED'), 1],
    ['is given back when the store is read-only', Object.assign(new Error('READONLY'), { code: '164' }), 1],
    ['is given back when the store has no keeper', Object.assign(new Error('NO_ZOOKEEPER'), { code: '225' }), 1],
    ['is given back when the table is read-only', Object.assign(new Error('TABLE_IS_READ_ONLY'), { code: '242' }), 1],
    ['is given back when the disk is full', Object.assign(new Error('NOT_ENOUGH_SPACE'), { code: '243' }), 1],
    ['is given back when the keeper fails', Object.assign(new Error('KEEPER_EXCEPTION'), { code: '999' }), 1],
    ['is given back when the store is not open', new AppError('service.unavailable'), 1],
  ])('%s', async (_what, error, released) => {
    const { service, repository, lease } = rollUp(() => [touched('2026-03-19')]);
    repository.addUp = () => Promise.reject(error);
    await service.sweep();
    expect(lease.release).toHaveBeenCalledTimes(released);
  });

  it('is left to others for ten seconds once it is given back', async () => {
    const { service, repository, lease, clock, added } = rollUp(() => [touched('2026-03-19')]);
    const add = repository.addUp;
    repository.addUp = () => Promise.reject(new Error('connect ECONNREFUSED'));
    await service.sweep();
    expect(lease.held).toBe(false);
    repository.addUp = add;
    clock.now += 9_999;
    await service.sweep();
    expect(lease.acquire).not.toHaveBeenCalled();
    clock.now += 1;
    await service.sweep();
    expect(lease.acquire).toHaveBeenCalled();
    expect(added).toEqual(['2026-03-19']);
  });
});
