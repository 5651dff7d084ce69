import { describe, expect, it } from '@jest/globals';
import { withDeadline } from '../rpc/patience.js';
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
    const limiter = new HashLimiter({ concurrency: 2, queue: 10 });
    const jobs = Array.from({ length: 5 }, job);
    const started: number[] = [];
    const results = jobs.map(({ run }, index) =>
      limiter.run(null, () => {
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
    const limiter = new HashLimiter({ concurrency: 1, queue: 1 });
    const first = job();
    const results = [limiter.run(null, first.run), limiter.run(null, first.run)];
    await expect(limiter.run(null, first.run)).rejects.toMatchObject({ code: 'service.busy', retryAfterSeconds: 2 });
    first.finish('done');
    await expect(Promise.all(results)).resolves.toEqual(['done', 'done']);
    await expect(limiter.run(null, first.run)).resolves.toBe('done');
  });

  it('goes on after a job that failed', async () => {
    const limiter = new HashLimiter({ concurrency: 1, queue: 0 });
    await expect(limiter.run(null, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(limiter.run(null, async () => 'fine')).resolves.toBe('fine');
  });

  it('measures patience by the clock that deadlines are of', async () => {
    const limiter = new HashLimiter({ concurrency: 1, queue: 1 });
    const first = job();
    const running = limiter.run(null, first.run);
    const patient = withDeadline(performance.now() + 60_000, () => limiter.run(null, async () => 'begun'));
    first.finish('done');
    await expect(Promise.all([running, patient])).resolves.toEqual(['done', 'begun']);
  });

  it('refuses what waited longer than its caller does', async () => {
    let now = 0;
    const limiter = new HashLimiter({ concurrency: 1, queue: 5, now: () => now });
    const first = job();
    const running = limiter.run(null, first.run);
    const late = limiter.run(null, async () => 'late').catch((error: { code: string }) => error.code);
    now = 3_000;
    const fresh = limiter.run(null, async () => 'fresh');
    now = 6_000;
    first.finish('done');
    await expect(Promise.all([running, late, fresh])).resolves.toEqual(['done', 'service.busy', 'fresh']);
  });

  it('keeps half of what its caller has left for the hash and what comes after it', async () => {
    let now = performance.now();
    const limiter = new HashLimiter({ concurrency: 1, queue: 5, now: () => now });
    const first = job();
    const running = limiter.run(null, first.run);
    const [soon, late] = [4_000, 2_000].map((left) =>
      withDeadline(now + left, () => limiter.run(null, async () => 'begun')).catch(
        ({ code }: { code: string }) => code,
      ),
    );
    now += 1_500;
    first.finish('done');
    await expect(Promise.all([running, soon, late])).resolves.toEqual(['done', 'begun', 'service.busy']);
  });

  it('gives up a place that is waited in for nothing', async () => {
    let now = performance.now();
    const limiter = new HashLimiter({ concurrency: 1, queue: 2, now: () => now });
    const first = job();
    const running = limiter.run(null, first.run);
    const late = (name: string) =>
      withDeadline(now + 500, () => limiter.run(null, async () => name)).catch((error: { code: string }) => error.code);
    const gone = [late('a'), late('b')];
    await expect(limiter.run(null, async () => 'full')).rejects.toMatchObject({ code: 'service.busy' });
    now += 1_000;
    // Their places are free before their turn comes.
    const fresh = limiter.run(null, async () => 'fresh');
    await expect(Promise.all(gone)).resolves.toEqual(['service.timeout', 'service.timeout']);
    const alsoGone = late('c');
    now += 1_000;
    first.finish('done');
    await expect(Promise.all([running, fresh, alsoGone])).resolves.toEqual(['done', 'fresh', 'service.timeout']);
    // Nor is there a place for who comes too late.
    const tooLate = withDeadline(performance.now() - 1, () => limiter.run(null, async () => 'never'));
    await expect(tooLate).rejects.toMatchObject({ code: 'service.timeout' });
  });

  it('gives one network its few places and no more, so that another still finds one', async () => {
    const limiter = new HashLimiter({ concurrency: 1, queue: 10, perNetwork: 2 });
    const first = job();
    const flood = Array.from({ length: 6 }, () =>
      limiter.run('203.0.113.7', first.run).catch((error: { code: string }) => error.code),
    );
    const other = limiter.run('203.0.113.8', async () => 'other');
    expect(limiter.queued).toBe(2);
    first.finish('done');
    await expect(Promise.all(flood)).resolves.toEqual(['done', 'done', ...Array(4).fill('service.busy')]);
    await expect(other).resolves.toBe('other');
    // Places are given back, also by work that failed.
    await expect(limiter.run('203.0.113.7', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const again = [1, 2].map(() => limiter.run('203.0.113.7', async () => 'again'));
    await expect(Promise.all(again)).resolves.toEqual(['again', 'again']);
  });
});
