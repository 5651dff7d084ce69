import { describe, expect, it } from '@jest/globals';
import { FileWatch, THE_END } from './file-watch.mjs';

const counts = (passed: number, failed = 0) => ({ passed, failed, skipped: 0 });

describe('files under way', () => {
  it('hang when they run for longer than the limit, until they end', () => {
    const watch = new FileWatch();
    watch.take({ started: '/a.spec.ts' }, 1_000);
    watch.take({ started: '/b.spec.ts' }, 1_500);
    expect(watch.hung(2_000, 1_000)).toEqual([]);
    expect(watch.hung(2_001, 1_000)).toEqual(['/a.spec.ts']);
    watch.take({ ended: '/a.spec.ts', counts: counts(1), failures: [] }, 2_002);
    expect(watch.hung(2_400, 1_000)).toEqual([]);
    expect(watch.hung(9_000, 1_000)).toEqual(['/b.spec.ts']);
  });

  it('are followed by the end, which may hang as well', () => {
    const watch = new FileWatch();
    watch.take({ started: '/a.spec.ts' }, 1_000);
    watch.take({ ended: '/a.spec.ts', counts: counts(1), failures: [] }, 1_500);
    watch.take({ complete: true }, 1_600);
    expect(watch.hung(2_601, 1_000)).toEqual([THE_END]);
  });

  it('leave their counts when another hangs, which is a failure', () => {
    const watch = new FileWatch();
    const failure = { file: '/a.spec.ts', name: 'a b', message: 'no' };
    watch.take({ started: '/a.spec.ts' });
    watch.take({ ended: '/a.spec.ts', counts: counts(3, 1), failures: [failure] });
    watch.take({ started: '/b.spec.ts' });
    watch.take({ ended: '/b.spec.ts', counts: counts(2), failures: [] });
    expect(watch.resultOf(['/c.spec.ts'], 60_000)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 0,
      failures: [failure, { file: '/c.spec.ts', name: 'did not end', message: 'not within 60 s' }],
    });
  });
});
