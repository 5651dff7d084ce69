import { describe, expect, it } from '@jest/globals';
import { HashLimiter } from './hash-limiter.js';

const job = () => {
  let finish: (value: string) => void = () => {};
  const done = new Promise<string>((resolve) => {
    finish = resolve;
  });
  return { run: () => done, finish };
};

describe('HashLimiter', () => {
  it('runs no more at once than it may, in order', async () => {
    const limiter = new HashLimiter(2, 10);
    const jobs = Array.from({ length: 5 }, job);
    const started: number[] = [];
    const results = jobs.map(({ run }, index) =>
      limiter.run(() => {
        started.push(index);
        return run();
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    expect(limiter.queued).toBe(3);

    jobs[1]?.finish('b');
    await results[1];
    jobs[0]?.finish('a');
    await results[0];
    expect(started).toEqual([0, 1, 2, 3]);

    for (const { finish } of jobs) finish('x');
    await expect(Promise.all(results)).resolves.toEqual(['a', 'b', 'x', 'x', 'x']);
    expect(limiter.queued).toBe(0);
  });

  it('refuses what the queue has no room for', async () => {
    const limiter = new HashLimiter(1, 1);
    const first = job();
    const results = [limiter.run(first.run), limiter.run(first.run)];
    await expect(limiter.run(first.run)).rejects.toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 2 });
    first.finish('done');
    await expect(Promise.all(results)).resolves.toEqual(['done', 'done']);
    await expect(limiter.run(first.run)).resolves.toBe('done');
  });

  it('goes on after a job that failed', async () => {
    const limiter = new HashLimiter(1, 0);
    await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(limiter.run(async () => 'fine')).resolves.toBe('fine');
  });

  it('refuses what waited longer than its caller does', async () => {
    let now = 0;
    const limiter = new HashLimiter(1, 5, () => now);
    const first = job();
    const running = limiter.run(first.run);
    const late = limiter.run(async () => 'late').catch((error: { code: string }) => error.code);
    now = 2_000;
    const fresh = limiter.run(async () => 'fresh');
    now = 4_000;
    first.finish('done');
    await expect(Promise.all([running, late, fresh])).resolves.toEqual(['done', 'service.unavailable', 'fresh']);
  });
});
