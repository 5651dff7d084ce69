import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { paced } from './paced';

let runs: number;
beforeEach(() => {
  jest.useFakeTimers();
  runs = 0;
});
afterEach(() => void jest.useRealTimers());
const work = (ms: number) => async () => {
  runs += 1;
  await new Promise((done) => setTimeout(done, ms));
};

it('runs at once, and once more for all that was wanted meanwhile', async () => {
  const { run } = paced(work(100));
  for (let wanted = 0; wanted < 5; wanted += 1) run();
  expect(runs).toBe(1);
  await jest.advanceTimersByTimeAsync(1_099);
  expect(runs).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(runs).toBe(2);
  run();
  expect(runs).toBe(3);
});

it('runs the rarer the longer it takes, whether it succeeds or not', async () => {
  const { run } = paced(async () => {
    await work(2_000)();
    throw new Error('the server is ill');
  });
  run();
  run();
  await jest.advanceTimersByTimeAsync(5_999);
  expect(runs).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
});

it('runs no more when it was stopped', async () => {
  const { run, stop } = paced(work(100));
  run();
  run();
  stop();
  run();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(runs).toBe(1);
});
