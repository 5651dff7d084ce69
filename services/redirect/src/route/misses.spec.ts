import { describe, expect, it } from '@jest/globals';
import { Misses } from './misses.js';

const now = Date.now();
const misses = (perMinute: number, perSecond: number) => new Misses({ perMinute, perSecond }, () => now);

describe('codes that are not in memory', () => {
  it.each([
    ['an IPv4 /24', '203.0.113.7', '203.0.113.250', '203.0.114.7'],
    ['an IPv6 /48', '2001:db8:1:2::7', '2001:db8:1:ffff::9', '2001:db8:2:2::7'],
    ['IPv4 within IPv6', '::ffff:203.0.113.7', '203.0.113.9', '::ffff:203.0.114.7'],
  ])('are paid by %s', (_network, one, same, another) => {
    const few = misses(1, 100);
    expect(few.begin(one, now)).toBeNull();
    expect(few.begin(same, now)).toEqual({ refused: 'flooding', retryAfterSeconds: 60 });
    expect(few.isSpent(same, now)).toBe(true);
    expect(few.begin(another, now)).toBeNull();
  });

  it('cost nothing where they led somewhere', () => {
    const few = misses(1, 1);
    for (let visit = 0; visit < 3; visit += 1) {
      expect(few.begin('203.0.113.7', now)).toBeNull();
      few.end('203.0.113.7', true);
    }
    expect(few.begin('203.0.113.7', now)).toBeNull();
    few.end('203.0.113.7', false);
    expect(few.begin('203.0.113.7', now)).toMatchObject({ refused: 'flooding' });
  });

  it('may be so many of all networks, and cost one nothing that had no turn', async () => {
    const few = misses(2, 1);
    expect(few.begin('203.0.113.7', now)).toBeNull();
    const waiting = Array.from({ length: 1_000 }, (_, at) => few.begin(`10.${at >> 8}.${at & 255}.1`, now));
    expect(waiting[0]).toBeInstanceOf(Promise);
    for (let visit = 0; visit < 4; visit += 1) {
      // In the same round as all of them.
      expect(few.begin('192.0.2.1', now)).toEqual({ refused: 'busy', retryAfterSeconds: 5 });
    }
    few.end('203.0.113.7', true);
    expect(await waiting[0]).toBeNull();
  });
});
