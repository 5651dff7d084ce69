import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TurnedAway, type TurnedAwayVisit } from './turned-away.js';
import type { Visit } from './visit.js';

describe('visits that are turned away', () => {
  const answered: string[] = [];
  const cut: string[] = [];
  let turnedAway: TurnedAway;

  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    answered.length = 0;
    cut.length = 0;
    destroy.mockClear();
    collectYoung.mockClear();
    const code = ({ visit }: TurnedAwayVisit) => String(visit.code);
    turnedAway = new TurnedAway(
      (one) => answered.push(code(one)),
      (one) => cut.push(code(one)),
      { perSecond: 500, atOnce: 4, waiting: 20 },
      Date.now,
      collectYoung,
    );
  });
  afterEach(() => void jest.useRealTimers());

  const destroy = jest.fn();
  const collectYoung = jest.fn();
  const send = (code: string, socket: object = {}): void => {
    const response = { req: { socket }, destroy } as unknown as ServerResponse;
    turnedAway.add({
      response,
      visit: { code } as Visit,
      why: { refused: 'flooding', retryAfterSeconds: 1 },
      password: null,
    });
  };
  const flood = (count: number) => Array.from({ length: count }, (_, at) => `x${at}`).forEach((code) => send(code));

  it('are answered at their pace, in their order, few at once', async () => {
    flood(20);
    expect(answered).toEqual([]);
    await jest.advanceTimersByTimeAsync(4);
    expect(answered).toEqual(['x0', 'x1', 'x2', 'x3']);
    await jest.advanceTimersByTimeAsync(12);
    expect(answered).toHaveLength(10);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(answered).toEqual(Array.from({ length: 20 }, (_, at) => `x${at}`));
    expect(cut).toEqual([]);
    // One that comes alone waits for nobody.
    send('late');
    await jest.advanceTimersByTimeAsync(4);
    expect(answered.at(-1)).toBe('late');
  });

  it('are answered at once where too many wait', async () => {
    flood(22);
    expect(answered).toEqual(['x20', 'x21']);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(answered).toHaveLength(22);
    expect(cut).toEqual([]);
  });

  it('are cut off where their connection sends ahead of its answers', async () => {
    const socket = {};
    send('a', socket);
    send('b', socket);
    expect(cut).toEqual(['b']);
    expect(destroy).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(4);
    send('c', socket);
    await jest.advanceTimersByTimeAsync(4);
    expect(answered).toEqual(['a', 'c']);
  });

  it('have young memory collected each time that 64 more of them wait', async () => {
    for (let batch = 0; batch < 7; batch += 1) {
      flood(20);
      await jest.advanceTimersByTimeAsync(100);
      expect(answered).toHaveLength((batch + 1) * 20);
      expect(collectYoung).toHaveBeenCalledTimes(Math.floor(((batch + 1) * 20) / 80));
    }
  });
});
