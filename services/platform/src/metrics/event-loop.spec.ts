import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { watchEventLoop } from './event-loop.js';

afterEach(() => {
  jest.useRealTimers();
});

function watched(): { registry: Registry; value: (figure: string) => Promise<number> } {
  const registry = new Registry();
  watchEventLoop(registry);
  const value = async (figure: string) => {
    const text = await registry.metrics();
    return Number(new RegExp(`^nodejs_eventloop_lag_${figure}_seconds (.*)$`, 'm').exec(text)?.[1]);
  };
  return { registry, value };
}

function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('tells what held the event loop up since it was asked last, and nothing of the time in which nobody asked', async () => {
  const { value } = watched();
  await delay(10);
  hold(400);
  expect(await value('max')).toBe(0);
  await delay(150);
  hold(400);
  await delay(150);
  expect(await value('max')).toBeGreaterThan(0.25);
  await delay(250);
  const after = await value('p99');
  expect(after).toBeGreaterThan(0.09);
  expect(after).toBeLessThan(0.25);
});

it('looks no more once nobody has asked for a while', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  const { value } = watched();
  await value('max');
  jest.advanceTimersByTime(180_000);
  jest.useRealTimers();
  await delay(250);
  expect(await value('max')).toBe(0);
});

it('has the figures that prom-client has, under the same names', async () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const names = () => registry.getMetricsAsArray().map(({ name }) => name);
  const before = names().toSorted();
  watchEventLoop(registry);
  expect(names().toSorted()).toEqual(before);
});
