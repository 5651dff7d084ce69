import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError, type AppLogger, type Outbox } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import type { CodeService } from '../code/code.service.js';
import type { Domain } from '../domain/domain.entity.js';
import type { DomainRepository } from '../domain/domain.repository.js';
import { LinkMover } from './link.mover.js';
import type { LinkRepository } from './link.repository.js';
import type { Found, MoveRepository, Stretch } from './move.repository.js';

const HOUR = 3_600_000;
const domain = (id: string): Domain => ({ id, domain_name: `${id}.test` }) as Domain;
const links = (count: number): Found[] =>
  Array.from({ length: count }, (_, id) => ({ tenant_id: 't', id: String(id), host: 'before.test' }));

/** `waiting`: how many links each next question finds; `full`: whether the outbox is, before each batch. */
function moving({
  domains = [domain('d')],
  waiting = [] as number[],
  full = [] as boolean[],
  /** How long a batch takes. */
  batchMs = 0,
} = {}) {
  const steps: string[] = [];
  const asked: { domainId: string; stretch: Stretch }[] = [];
  const outcomes: unknown[] = [];
  const outbox: Pick<Outbox, 'isFull' | 'transaction'> = {
    isFull: async () => {
      const answer = full.shift() ?? false;
      steps.push(answer ? 'full' : 'room');
      return answer;
    },
    transaction: async <T>() => {
      steps.push('batch');
      if (batchMs > 0) jest.advanceTimersByTime(batchMs);
      const outcome = outcomes.shift() ?? { moved: 100, kept: 0, left: 0 };
      if (outcome instanceof Error) throw outcome;
      return outcome as T;
    },
  };
  const moves: Pick<MoveRepository, 'find'> = {
    find: async (domainId, stretch) => {
      asked.push({ domainId, stretch });
      return links(waiting.shift() ?? 0);
    },
  };
  const known: Pick<DomainRepository, 'all' | 'findAll'> = {
    all: async () => domains,
    findAll: async (ids) => new Map(domains.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one])),
  };
  const logger = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
  const mover = new LinkMover(
    outbox as Outbox,
    known as DomainRepository,
    {} as CodeService,
    {} as LinkRepository,
    moves as MoveRepository,
    logger as Pick<AppLogger, 'info' | 'warn' | 'error'> as AppLogger,
  );
  return { mover, steps, asked, outcomes, logger };
}

/** What was asked for since the last look, a line for each question. */
const lines = (asked: { domainId: string; stretch: Stretch }[]): string[] =>
  asked
    .splice(0)
    .map(({ domainId, stretch: { by, after, below } }) => `${domainId} ${by} ${after.host || '-'}..${below ?? ''}`);

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('a move', () => {
  it('goes in batches, each only while few events wait', async () => {
    const { mover, steps } = moving({ waiting: [0, 100, 100, 7], full: [false, true, true, false] });
    const before = performance.now();
    mover.onApplicationBootstrap();
    await eventually(() => expect(steps.filter((step) => step === 'batch')).toHaveLength(3));
    expect(steps).toEqual(['room', 'batch', 'full', 'full', 'room', 'batch', 'room', 'batch']);
    // It looks twice a second, not all the time.
    expect(performance.now() - before).toBeGreaterThan(900);
    await mover.onModuleDestroy();
  });

  it('goes on after the last one of a batch', async () => {
    const { mover, asked } = moving({ waiting: [0, 100, 100, 7] });
    mover.onApplicationBootstrap();
    await eventually(() => expect(asked).toHaveLength(5));
    expect(asked.slice(1, 4).map(({ stretch }) => stretch.after)).toEqual([
      { host: '', id: expect.stringMatching(/^0{8}-/) },
      links(100)[99],
      links(100)[99],
    ]);
    await mover.onModuleDestroy();
  });

  it('ends while it waits', async () => {
    const { mover, steps } = moving({ waiting: [100], full: Array(20).fill(true) });
    mover.onApplicationBootstrap();
    await eventually(() => expect(steps).toContain('full'));
    await mover.onModuleDestroy();
    expect(steps).not.toContain('room');
  });
});

describe('what is looked at', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const rested = ['d kept_from -..d.test', 'd kept_from d.test..', 'd host -..d.test', 'd host d.test..'];
  const retried = ['d kept_from -..', 'd host -..d.test', 'd host d.test..'];

  it('is what stands elsewhere, every hour; what was kept from the host is tried at the start and once a day', async () => {
    const { mover, asked } = moving();
    mover.onApplicationBootstrap();
    await pass(0);
    expect(lines(asked)).toEqual(retried);
    await pass(HOUR * 1.11);
    expect(lines(asked)).toEqual(rested);
    await pass(HOUR * 28);
    expect(lines(asked).filter((line) => line === retried[0])).toHaveLength(1);
    await mover.onModuleDestroy();
  });

  it('is at news of a domain that one alone', async () => {
    const { mover, asked } = moving({ domains: [domain('other'), domain('d')] });
    mover.onApplicationBootstrap();
    await pass(0);
    lines(asked);
    mover.wake(['d', 'unknown']);
    await pass(0);
    expect(lines(asked)).toEqual(retried);
    await pass(60_000);
    expect(lines(asked)).toEqual([]);
    await mover.onModuleDestroy();
  });

  it('is looked at again where its news comes during a round, which may have read it before', async () => {
    const known = [domain('d')];
    const { mover, asked } = moving({ domains: known });
    mover.onApplicationBootstrap();
    // The round has read the domains by now, and looks at none yet.
    await Promise.resolve();
    mover.wake(['d']);
    await pass(0);
    expect(lines(asked)).toEqual([...retried, ...retried]);
    await mover.onModuleDestroy();
  });

  it('is all of them in time, however often there is news of one', async () => {
    const { mover, asked } = moving({ domains: [domain('other'), domain('d')] });
    mover.onApplicationBootstrap();
    for (let minute = 0; minute < 61; minute += 1) {
      mover.wake(['d']);
      await pass(60_000);
    }
    expect(lines(asked).filter((line) => line.startsWith('other host -'))).toHaveLength(3);
    await mover.onModuleDestroy();
  });

  it.each([
    ['another process is at it', 'elsewhere', retried.slice(0, 2)],
    ['somebody changes one of the links', { moved: 0, kept: 0, left: 1 }, retried],
  ])('is looked at again soon where %s', async (_, outcome, first) => {
    const { mover, asked, outcomes, logger } = moving({ waiting: [0, 7] });
    outcomes.push(outcome);
    mover.onApplicationBootstrap();
    await pass(0);
    expect(lines(asked)).toEqual(first);
    await pass(5_000);
    expect(lines(asked)).toEqual(retried);
    await pass(60_000);
    expect(lines(asked)).toEqual([]);
    expect(logger.info).not.toHaveBeenCalled();
    await mover.onModuleDestroy();
  });

  it('is tried again where it failed, a few times soon, and the domains after it do not wait for that', async () => {
    const { mover, asked, outcomes, logger } = moving({ domains: [domain('bad'), domain('d')], waiting: [0, 7] });
    // Together, and then each of them.
    for (let tries = 0; tries < 8; tries += 1) outcomes.push(new Error('nothing can be written'));
    mover.onApplicationBootstrap();
    await pass(0);
    const [bad, good] = ['bad', 'd'].map((id) => retried.map((line) => line.replaceAll(/\bd(?=[ .])/g, id)));
    expect(lines(asked)).toEqual([...(bad ?? []), ...(good ?? [])]);
    expect(logger.error).toHaveBeenCalledTimes(1);
    await pass(5_000);
    expect(lines(asked)).toEqual(bad);
    await pass(60_000);
    expect(lines(asked)).toEqual([]);
    await mover.onModuleDestroy();
  });

  it('is not held up by links of which none can be moved: what is behind them is, and they wait for the next hour', async () => {
    const { mover, asked, outcomes, steps } = moving({
      waiting: Array(40)
        .fill(0)
        .flatMap(() => [2, 0, 3]),
    });
    const broken = new Error('a code does not lead to its link');
    const turn = () =>
      outcomes.push(broken, broken, broken, { moved: 3, kept: 0, left: 0, isCut: false, isStuck: false });
    turn();
    mover.onApplicationBootstrap();
    await pass(0);
    expect(lines(asked)).toEqual(retried);
    expect(steps.filter((step) => step === 'batch')).toHaveLength(4);
    for (let tries = 0; tries < 3; tries += 1) turn();
    await pass(60_000);
    expect(lines(asked)).toHaveLength(3 * retried.length);
    turn();
    await pass(HOUR * 1.11);
    expect(lines(asked)).toEqual(rested);
    await mover.onModuleDestroy();
  });

  it('is tried again soon anew, where links were stuck before and could be moved meanwhile', async () => {
    const { mover, asked, outcomes } = moving({
      waiting: Array(40)
        .fill(0)
        .flatMap(() => [0, 2, 0]),
    });
    const broken = new Error('a code does not lead to its link');
    /** So many turns in a row in which nothing can be moved. */
    const stuck = (turns: number) => outcomes.push(...Array.from({ length: 3 * turns }, () => broken));
    stuck(4);
    mover.onApplicationBootstrap();
    await pass(60_000);
    expect(lines(asked)).toHaveLength(4 * retried.length);
    mover.wake(['d']);
    await pass(60_000);
    expect(lines(asked)).toHaveLength(retried.length);
    stuck(4);
    mover.wake(['d']);
    await pass(60_000);
    expect(lines(asked)).toHaveLength(4 * retried.length);
    await mover.onModuleDestroy();
  });

  it('waits for the next hour where a link that was found by itself cannot be moved', async () => {
    const { mover, asked, outcomes, logger } = moving({ waiting: [0, 1, 0, 0, 1] });
    outcomes.push(...Array.from({ length: 4 }, () => new Error('a code does not lead to its link')));
    mover.onApplicationBootstrap();
    await pass(60_000);
    expect(lines(asked)).toEqual(retried);
    expect(logger.error).toHaveBeenCalledTimes(1);
    await mover.onModuleDestroy();
  });

  it('is left where nothing can be moved at all, batch after batch', async () => {
    const { mover, outcomes, steps } = moving({ waiting: [0, ...Array(30).fill(100)] });
    for (let tries = 0; tries < 4_000; tries += 1) outcomes.push(new Error('nothing can be written'));
    mover.onApplicationBootstrap();
    await pass(0);
    // Ten batches of that stretch, and of the next one.
    expect(steps.filter((step) => step === 'batch')).toHaveLength(2 * 10 * 101);
    await mover.onModuleDestroy();
  });

  it('is reached in the end behind however many of which none can be moved: each turn looks past what the one before gave up at', async () => {
    const stuck: number[] = Array(10).fill(100);
    const { mover, asked, outcomes, logger } = moving({
      waiting: [0, ...stuck, 0, 0, ...stuck, ...stuck, 0, 0, ...stuck, 7, 0, 0, ...stuck, 0],
    });
    const broken = () => new Error('a code does not lead to its link');
    outcomes.push(...Array.from({ length: 4 * 10 * 101 }, broken));
    outcomes.push({ moved: 7, kept: 0, left: 0 });
    outcomes.push(...Array.from({ length: 10 * 101 }, broken));
    mover.onApplicationBootstrap();
    const turns: number[] = [];
    for (const restMs of [0, 5_000, 5_000, 5_000]) {
      await pass(restMs);
      turns.push(lines(asked).filter((line) => line.startsWith('d host') && line.endsWith('..d.test')).length);
    }
    // The first thousand are tried each time; what is behind them has been reached, so the last turn begins anew.
    expect(turns).toEqual([10, 20, 11, 10]);
    expect(logger.info.mock.calls).toEqual([[expect.any(String), { domain_id: 'd', moved: 7 }]]);
    await mover.onModuleDestroy();
  });

  it('is not held up by links that cannot be moved: the others are, and these are told', async () => {
    const { mover, asked, outcomes, logger, steps } = moving({ waiting: [0, 7] });
    const broken = new Error('a code does not lead to its link');
    const moved = { moved: 1, kept: 0, left: 0, isCut: false, isStuck: false };
    outcomes.push(broken, moved, broken, moved, moved, broken);
    mover.onApplicationBootstrap();
    await pass(0);
    expect(steps.filter((step) => step === 'batch')).toHaveLength(8);
    expect(logger.error.mock.calls).toEqual([[expect.any(String), expect.objectContaining({ link_ids: '1 4' })]]);
    expect(logger.warn).not.toHaveBeenCalled();
    lines(asked);
    await pass(60_000);
    expect(lines(asked)).toEqual([]);
    await mover.onModuleDestroy();
  });

  it('is every domain in turn, though one has links for hours', async () => {
    const { mover, asked } = moving({
      domains: [domain('big'), domain('d')],
      waiting: [0, ...Array(30).fill(100)],
      batchMs: 10_000,
    });
    mover.onApplicationBootstrap();
    await pass(0);
    const first = lines(asked);
    expect(first.indexOf('d host d.test..')).toBeGreaterThan(0);
    expect(first.filter((line) => line.startsWith('big')).length).toBeLessThan(12);
    await pass(60_000);
    const second = lines(asked);
    expect(second.at(-1)).toBe('big host big.test..');
    // What was kept from its host has been tried: it may be as many.
    expect(second).not.toContain('big kept_from -..');
    await mover.onModuleDestroy();
  });

  it('is looked at again soon where the database was away at its news', async () => {
    const { mover, asked, outcomes } = moving({ waiting: [0, 0, 0, 0, 7] });
    mover.onApplicationBootstrap();
    await pass(0);
    expect(lines(asked)).toEqual(retried);
    outcomes.push(new AppError('service.unavailable'));
    mover.wake(['d']);
    await pass(0);
    expect(lines(asked)).toEqual(retried.slice(0, 2));
    await pass(5_000);
    expect(lines(asked)).toEqual(retried);
    await mover.onModuleDestroy();
  });

  it('waits as a whole, and no link is told to be broken, where the database goes away while they are tried one by one', async () => {
    const { mover, asked, outcomes, logger } = moving({ domains: [domain('d'), domain('other')], waiting: [0, 7] });
    const broken = new Error('a code does not lead to its link');
    outcomes.push(broken, { moved: 1, kept: 0, left: 0 }, broken, new AppError('service.unavailable'));
    mover.onApplicationBootstrap();
    await pass(0);
    expect(lines(asked)).toEqual(retried.slice(0, 2));
    await pass(5_000);
    expect(lines(asked)).toHaveLength(6);
    expect(logger.error).not.toHaveBeenCalled();
    await mover.onModuleDestroy();
  });

  it('waits as a whole while the database is away', async () => {
    const { mover, asked, outcomes } = moving({ domains: [domain('d'), domain('other')], waiting: [0, 7] });
    outcomes.push(new AppError('service.unavailable'));
    mover.onApplicationBootstrap();
    await pass(0);
    expect(lines(asked)).toEqual(retried.slice(0, 2));
    await pass(5_000);
    expect(lines(asked)).toHaveLength(6);
    await mover.onModuleDestroy();
  });
});
