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

  it('of a flood from ever new addresses take no more memory than that of some', () => {
    const few = misses(1_000, 1);
    const { networks } = few as unknown as { networks: Map<string, string> };
    for (let address = 0; address < 25_000; address += 1) few.isSpent(`2001:db8::${address.toString(16)}`, now);
    expect(networks.size).toBeLessThanOrEqual(10_000);
  });

  it('cost nothing where they led somewhere', () => {
    const few = misses(1, 1);
    for (let visit = 0; visit < 3; visit += 1) {
      expect(few.begin('203.0.113.7', now)).toBeNull();
      few.end('203.0.113.7', true, now);
    }
    expect(few.begin('203.0.113.7', now)).toBeNull();
    few.end('203.0.113.7', false, now);
    expect(few.begin('203.0.113.7', now)).toMatchObject({ refused: 'flooding' });
  });

  it('may be so many of all networks, and a flood that gets no turn is soon refused for what it is', async () => {
    const few = misses(4, 20);
    for (let at = 0; at < 20; at += 1) expect(few.begin(`203.0.${at}.7`, now)).toBeNull();
    const waiting = Array.from({ length: 8 }, (_, at) => few.begin(`10.0.${at}.1`, now));
    expect(waiting[0]).toBeInstanceOf(Promise);
    for (let visit = 0; visit < 4; visit += 1) {
      // In the same round as all of them.
      expect(few.begin('192.0.2.1', now)).toEqual({ refused: 'busy', retryAfterSeconds: 5 });
    }
    expect(few.begin('192.0.2.1', now)).toMatchObject({ refused: 'flooding' });
    few.end('203.0.1.7', true, now);
    expect(await waiting[0]).toBeNull();
  });

  it('are looked for first where the network tried none that led nowhere within the last minute', async () => {
    let at = now;
    const few = new Misses({ perMinute: 600, perSecond: 20 }, () => at);
    for (let turn = 0; turn < 20; turn += 1) void few.begin(`203.0.${turn}.7`, at);
    for (const network of [1, 2]) few.end(`203.0.${network}.7`, false, at);
    const order: string[] = [];
    const wait = (ip: string) => Promise.resolve(few.begin(ip, at)).then((refused) => refused ?? order.push(ip));
    at += 50_000;
    for (let turn = 0; turn < 20; turn += 1) void few.begin(`198.18.${turn}.7`, at);
    const asked = [wait('203.0.1.9'), wait('192.0.2.1'), wait('203.0.3.9')];
    for (let turn = 0; turn < 3; turn += 1) few.end(`198.18.${turn}.7`, true, at);
    await Promise.all(asked);
    expect(order).toEqual(['192.0.2.1', '203.0.3.9', '203.0.1.9']);
    at += 20_000;
    for (let turn = 0; turn < 20; turn += 1) void few.begin(`198.19.${turn}.7`, at);
    const later = [wait('203.0.2.9'), wait('192.0.2.2')];
    for (let turn = 0; turn < 2; turn += 1) few.end(`198.19.${turn}.7`, true, at);
    await Promise.all(later);
    expect(order.slice(3)).toEqual(['203.0.2.9', '192.0.2.2']);
  });
});
