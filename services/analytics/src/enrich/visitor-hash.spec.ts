import { describe, expect, it } from '@jest/globals';
import { VisitorHash } from './visitor-hash.js';

const visit = { clickedAt: '2026-03-02T10:00:00.000Z', workspaceId: 'w', ip: '192.0.2.1', userAgent: 'Firefox' };
const hash = new VisitorHash('secret');

describe('VisitorHash', () => {
  it('is the same for one visitor on one day, and fits 64 bits', () => {
    expect(hash.of({ ...visit, clickedAt: '2026-03-02T23:59:59.999Z' })).toBe(hash.of(visit));
    expect(BigInt(hash.of(visit))).toBeLessThan(2n ** 64n);
  });

  it.each([
    ['day', { clickedAt: '2026-03-03T00:00:00.000Z' }],
    ['workspace', { workspaceId: 'other' }],
    ['address', { ip: '192.0.2.2' }],
    ['user agent', { userAgent: 'Safari' }],
  ])('is another one for another %s', (_name, change) =>
    expect(hash.of({ ...visit, ...change })).not.toBe(hash.of(visit)),
  );

  it('cannot be computed without the secret', () =>
    expect(new VisitorHash('another').of(visit)).not.toBe(hash.of(visit)));
});
