import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Bus } from '../../test/support/counts.js';
import type { SharedCounts } from './shared-counts.js';

const MINUTE = 60_000;
let bus = new Bus();
let running: SharedCounts[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(running.map((counts) => counts.onModuleDestroy()));
  bus = new Bus();
  running = [];
});

async function start(many: number): Promise<SharedCounts[]> {
  const started = Array.from({ length: many }, () => bus.start());
  running.push(...started);
  await delay(30);
  return started;
}
const any = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;
async function letIn(counts: SharedCounts, max: number, whom = 'user:an'): Promise<boolean> {
  return (await counts.count('changes', whom, max, MINUTE)).count <= max;
}
/** How many of so many are let in, each at any of the processes, some at once. */
async function admitted(all: readonly SharedCounts[], times: number, max: number, whom?: string): Promise<number> {
  let count = 0;
  const one = async (from: number) => {
    for (let n = from; n < times; n += 8) if (await letIn(any(all), max, whom)) count += 1;
  };
  await Promise.all(Array.from({ length: 8 }, (_, from) => one(from)));
  return count;
}

describe('counts that several gateways share', () => {
  it.each([1, 2, 3, 5])('let in exactly as many as may come, at %i of them', async (many) => {
    const all = await start(many);
    for (const max of [0, 1, 2, 7, 60, 601]) {
      expect(await admitted(all, max * 2 + 20, max, `user:${max}`)).toBe(max);
    }
  });

  it('let in exactly as many where all come at once', async () => {
    const all = await start(4);
    const said = await Promise.all(Array.from({ length: 400 }, () => letIn(any(all), 100)));
    expect(said.filter(Boolean)).toHaveLength(100);
  });

  it('count each caller and each limit apart', async () => {
    const all = await start(3);
    expect(await admitted(all, 30, 10, 'user:an')).toBe(10);
    expect(await admitted(all, 30, 10, 'user:binh')).toBe(10);
    expect((await any(all).count('calls', 'user:an', 10, MINUTE)).count).toBe(1);
  });

  it('ask nobody for a caller who is far below a limit, nor about one who has used it up', async () => {
    const all = await start(3);
    bus.messages.length = 0;
    for (const counts of all) for (let n = 0; n < 100; n += 1) expect(await letIn(counts, 600)).toBe(true);
    expect(bus.messages).toHaveLength(0);
    await admitted(all, 900, 600);
    bus.messages.length = 0;
    for (const counts of all) for (let n = 0; n < 100; n += 1) expect(await letIn(counts, 600)).toBe(false);
    expect(bus.messages.length).toBeLessThanOrEqual(all.length * 2);
  });

  it('let more in at once where the limit is raised', async () => {
    const all = await start(3);
    expect(await admitted(all, 40, 10)).toBe(10);
    // Those that were refused count as well, as they do at one.
    const last = await any(all).count('changes', 'user:an', 1_000, MINUTE);
    expect(last.count).toBeGreaterThan(10);
    expect(last.count).toBeLessThanOrEqual(41);
  });

  it('begin anew for all when the window is over', async () => {
    const all = await start(3);
    const now = performance.now.bind(performance);
    let offset = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + offset);
    expect(await admitted(all, 40, 10)).toBe(10);
    const { left_ms } = await any(all).count('changes', 'user:an', 10, MINUTE);
    expect(left_ms).toBeGreaterThan(50_000);
    expect(left_ms).toBeLessThanOrEqual(MINUTE);
    offset = 61_000;
    expect(await admitted(all, 40, 10)).toBe(10);
  });

  it('end for all with the first window that began', async () => {
    const [first, second] = (await start(2)) as [SharedCounts, SharedCounts];
    const now = performance.now.bind(performance);
    let offset = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + offset);
    await letIn(first, 100);
    offset = 50_000;
    expect(await admitted([second], 40, 100)).toBe(40);
    const { count, left_ms } = await second.count('changes', 'user:an', 100, MINUTE);
    expect(count).toBe(42);
    expect(left_ms).toBeLessThanOrEqual(10_000);
  });

  it('take no heed of a clock that is set back', async () => {
    const all = await start(2);
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T10:00:00Z'));
    expect(await admitted(all, 20, 10)).toBe(10);
    now.mockReturnValue(Date.parse('2026-03-01T09:00:00Z'));
    for (const counts of all) {
      const { left_ms } = await counts.count('changes', 'user:an', 10, MINUTE);
      expect(left_ms).toBeLessThanOrEqual(MINUTE);
    }
  });

  it('are gathered again by another process when the one that counts leaves, and by one that comes', async () => {
    const all = await start(4);
    expect(await admitted(all, 60, 100)).toBe(60);
    const [first, ...others] = all as [SharedCounts, ...SharedCounts[]];
    await first.onModuleDestroy();
    bus.kill(first);
    await delay(20);
    const fresh = await start(1);
    const taken = await admitted([...others, ...fresh], 100, 100);
    // What the one that left had let in by itself is not known any more.
    expect(taken).toBeGreaterThanOrEqual(40);
    expect(taken).toBeLessThanOrEqual(40 + 60);
    expect(await admitted([...others, ...fresh], 50, 100)).toBe(0);
  });

  it('forget what one counted for all before another took that over for a while', async () => {
    const all = await start(2);
    const whom = Array.from({ length: 20 }, (_, number) => `user:${number}`);
    const each = async (times: number) => {
      const taken: number[] = [];
      for (const name of whom) taken.push(await admitted(all, times, 10, name));
      return taken;
    };
    expect(await each(4)).toEqual(whom.map(() => 4));
    const [third] = (await start(1)) as [SharedCounts];
    expect(await each(4)).toEqual(whom.map(() => 4));
    await third.onModuleDestroy();
    bus.kill(third);
    await delay(20);
    expect(await each(8)).toEqual(whom.map(() => 2));
  });

  it('go on within a moment when one is killed', async () => {
    const all = await start(3);
    await admitted(all, 80, 100);
    const [first, ...others] = all as [SharedCounts, ...SharedCounts[]];
    bus.kill(first);
    const began = performance.now();
    await admitted(others, 100, 100);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await admitted(others, 50, 100)).toBe(0);
  });

  it('are those of each process while they cannot hear each other, and shared again afterwards', async () => {
    const all = await start(2);
    bus.nats.isConnected = false;
    const [one, two] = all as [SharedCounts, SharedCounts];
    expect(await admitted([one], 20, 10)).toBe(10);
    expect(await admitted([two], 20, 10)).toBe(10);
    bus.return();
    await delay(20);
    expect(await admitted(all, 30, 10, 'user:binh')).toBe(10);
  });
});
