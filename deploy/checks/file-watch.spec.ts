import { describe, expect, it } from '@jest/globals';
import { FileWatch, THE_END } from './file-watch.mjs';

const counts = (passed: number, failed = 0) => ({ passed, failed, skipped: 0 });

describe('files under way', () => {
  it('hang when they run for longer than the limit, until they end', () => {
    const watch = new FileWatch({ file: 1_000, end: 100 });
    watch.take({ started: '/a.spec.ts' }, 1_000);
    watch.take({ started: '/b.spec.ts' }, 1_500);
    expect(watch.hung(2_000)).toEqual([]);
    expect(watch.hung(2_001)).toEqual(['/a.spec.ts']);
    watch.take({ ended: '/a.spec.ts', counts: counts(1), failures: [] }, 2_002);
    expect(watch.hung(2_400)).toEqual([]);
    expect(watch.hung(9_000)).toEqual(['/b.spec.ts']);
  });

  it('do not hang while one test after the other ends', () => {
    const watch = new FileWatch({ file: 1_000, end: 100 });
    watch.take({ started: '/a.spec.ts' }, 1_000);
    watch.take({ goesOn: '/a.spec.ts' }, 1_900);
    expect(watch.hung(2_900)).toEqual([]);
    expect(watch.hung(2_901)).toEqual(['/a.spec.ts']);
  });

  it('are followed by the end, which may hang as well', () => {
    const watch = new FileWatch({ file: 1_000, end: 100 });
    watch.take({ started: '/a.spec.ts' }, 1_000);
    watch.take({ ended: '/a.spec.ts', counts: counts(1), failures: [] }, 1_500);
    watch.take({ complete: true }, 1_600);
    expect(watch.hung(1_701)).toEqual([THE_END]);
  });

  it('leave their counts when another hangs, which is a failure', () => {
    const watch = new FileWatch({ file: 1_000, end: 100 });
    const failure = { file: '/a.spec.ts', name: 'a b', message: 'no' };
    watch.take({ started: '/a.spec.ts' });
    watch.take({ ended: '/a.spec.ts', counts: counts(3, 1), failures: [failure] });
    watch.take({ started: '/b.spec.ts' });
    watch.take({ ended: '/b.spec.ts', counts: counts(2), failures: [] });
    expect(watch.resultOf(['/c.spec.ts'])).toEqual({
      passed: 5,
      failed: 2,
      skipped: 0,
      complete: false,
      failures: [failure, { file: '/c.spec.ts', name: 'did not end', message: 'nothing within 1 s' }],
    });
  });
});
