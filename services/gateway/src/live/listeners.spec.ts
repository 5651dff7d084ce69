import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventStream } from './event-stream.js';
import { Listeners } from './listeners.js';

let listeners: Listeners;
let said: (string[] | null)[];
const stream = {
  say: (text: string) => said.push((JSON.parse(/data: (.*)/.exec(text)?.[1] ?? '') as { link_ids: string[] }).link_ids),
} as unknown as EventStream;

beforeEach(() => {
  jest.useFakeTimers();
  said = [];
  listeners = new Listeners();
  listeners.add(stream);
});
afterEach(() => void jest.useRealTimers());

const many = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `${from + index}`);

describe('the open pages of a workspace', () => {
  it('hear the first at once, and what follows soon together, each link once', () => {
    for (const link of ['a', 'b', 'c', 'b']) listeners.tell({ link_ids: [link] });
    expect(said).toEqual([['a']]);
    jest.advanceTimersByTime(500);
    expect(said).toEqual([['a'], ['b', 'c']]);
    jest.advanceTimersByTime(10_000);
    listeners.tell({ link_ids: ['d'] });
    expect(said).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('hear of any link where there are too many to name, or nobody knows which', () => {
    listeners.tell({ link_ids: many(0, 100) });
    for (const link_ids of [many(0, 60), many(50, 110), ['x']]) listeners.tell({ link_ids });
    jest.advanceTimersByTime(500);
    listeners.tell({ link_ids: ['a'] });
    listeners.tell({ link_ids: null });
    jest.advanceTimersByTime(500);
    expect(said).toEqual([many(0, 100), null, null]);
  });

  it('hear of a gap at a moment of their own, once', () => {
    const others = Array.from({ length: 200 }, () => new Listeners());
    const moments: number[] = [];
    const began = Date.now();
    for (const other of others) {
      other.add({ say: () => moments.push(Date.now() - began) } as unknown as EventStream);
      for (const _ of [1, 2]) other.tellWithin(10_000, { link_ids: null });
    }
    jest.advanceTimersByTime(60_000);
    expect(moments).toHaveLength(200);
    expect(Math.max(...moments)).toBeLessThanOrEqual(10_000);
    const inOneSecond = moments.map((from) => moments.filter((at) => at >= from && at < from + 1_000).length);
    expect(Math.max(...inOneSecond)).toBeLessThan(60);
  });

  it('are told nothing more once the last has gone', () => {
    const other = { say: jest.fn() } as unknown as EventStream;
    listeners.add(other);
    listeners.tell({ link_ids: ['a'] });
    listeners.tell({ link_ids: ['b'] });
    listeners.tellWithin(1_000, { link_ids: null });
    expect([listeners.remove(stream), listeners.remove(other)]).toEqual([false, true]);
    jest.advanceTimersByTime(10_000);
    expect(said).toEqual([['a']]);
    expect(other.say).toHaveBeenCalledTimes(1);
  });
});
