import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FairTurns } from './fair-turns.js';

const LIMITS = { perSecond: 10, waiting: 6, patienceMs: 1_000 };
let turns: FairTurns;
/** Who had a turn, in order; `-name` had none in time. */
let had: string[];

beforeEach(() => {
  jest.useFakeTimers();
  turns = new FairTurns(LIMITS);
  had = [];
});
afterEach(() => {
  jest.useRealTimers();
});

function take(network: string, isWasteful = false, name = network): boolean {
  const turn = turns.take(network, isWasteful);
  if (typeof turn === 'boolean') return turn;
  void turn.then((hasTurn) => had.push(hasTurn ? name : `-${name}`));
  return true;
}
/** Uses up what there is at once. */
function useUp(): void {
  for (let number = 0; number < LIMITS.perSecond; number += 1) expect(turns.take('first', false)).toBe(true);
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('turns', () => {
  it('are had at once while there are any, and again where one was given back', async () => {
    useUp();
    turns.giveBack();
    expect(turns.take('a', false)).toBe(true);
    take('b');
    turns.giveBack();
    await pass(0);
    expect(had).toEqual(['b']);
  });

  it('of networks that came once are forgotten, however many there are', async () => {
    useUp();
    const { lastOf } = turns as unknown as { lastOf: Map<string, number> };
    for (let network = 0; network < 400; network += 1) {
      void turns.take(`n${network}`, false);
      if (network % 3 === 0) await pass(100);
    }
    expect(lastOf.size).toBeLessThanOrEqual(4 * LIMITS.waiting);
  });

  it('come back so many a second, and no more than a second of them are kept', async () => {
    useUp();
    for (let number = 0; number < 6; number += 1) take(`n${number}`);
    await pass(340);
    expect(had).toEqual(['n0', 'n1', 'n2']);
    await pass(10_000);
    expect(had).toHaveLength(6);
    useUp();
    expect(turns.take('more', false)).toBeInstanceOf(Promise);
  });

  it('go round the networks: whoever comes late to a flood waits for one turn of each', async () => {
    useUp();
    for (let number = 0; number < 4; number += 1) take('flood', false, `flood${number}`);
    take('late');
    await pass(560);
    expect(had).toEqual(['flood0', 'late', 'flood1', 'flood2', 'flood3']);
  });

  it('come a round later for those that waste them', async () => {
    useUp();
    for (const name of ['scan1', 'scan2', 'scan3']) take(name, true);
    for (const name of ['late1', 'late2']) take(name);
    await pass(560);
    expect(had).toEqual(['late1', 'late2', 'scan1', 'scan2', 'scan3']);
  });

  it('are waited for by few: the last of the longest flood gives way, and a flood alone is refused', async () => {
    useUp();
    for (let number = 0; number < 6; number += 1) expect(take('flood', false, `flood${number}`)).toBe(true);
    expect(take('flood')).toBe(false);
    expect(take('late')).toBe(true);
    await pass(0);
    expect(had).toEqual(['-flood5']);
    await pass(240);
    expect(had).toEqual(['-flood5', 'flood0', 'late']);
  });

  it('end for those that waited in vain', async () => {
    turns = new FairTurns({ ...LIMITS, perSecond: 1 });
    expect(turns.take('a', false)).toBe(true);
    for (const name of ['b', 'c', 'd']) take(name);
    await pass(1_050);
    expect(had).toEqual(['-b', '-c', '-d']);
    await pass(1_000);
    expect(turns.take('e', false)).toBe(true);
  });

  it('come last in their round to those that waste them, and yet come, though there are ever new networks', async () => {
    turns = new FairTurns({ ...LIMITS, patienceMs: 60_000 });
    useUp();
    take('scan', true);
    take('first');
    for (let number = 0; number < 30; number += 1) {
      take(`new${number}`);
      await pass(100);
    }
    expect(had.indexOf('scan')).toBeGreaterThan(had.indexOf('new3'));
    expect(had.indexOf('scan')).toBeLessThan(had.indexOf('new20'));
  });

  it('are had by who wastes none before all that do, however many of them wait', async () => {
    useUp();
    for (let number = 0; number < 6; number += 1) take(`scan${number}`, true);
    await pass(120);
    take('scan6', true);
    take('person');
    await pass(100);
    expect(had).toEqual(['scan0', '-scan6', 'person']);
  });
});
