import { describe, expect, it } from '@jest/globals';
import { Secret } from 'otpauth';
import { newSecret, otpauthUrl, stepOf } from './authenticator.js';

// RFC 6238, appendix B: its secret for SHA-1, and the last six of its eight digits.
const SECRET = Secret.fromLatin1('12345678901234567890').base32;
const vectors: [seconds: number, code: string, step: number][] = [
  [59, '287082', 0x1],
  [1_111_111_109, '081804', 0x23523ec],
  [1_111_111_111, '050471', 0x23523ed],
  [1_234_567_890, '005924', 0x273ef07],
  [2_000_000_000, '279037', 0x3f940aa],
  [20_000_000_000, '353130', 0x27bc86aa],
];

describe('the code of an authenticator', () => {
  it.each(vectors)('at %i s is that of RFC 6238', (seconds, code, step) => {
    expect(stepOf(SECRET, code, null, seconds * 1_000)).toBe(step);
    expect(
      stepOf(
        SECRET,
        code.replace(/^./, (digit) => String((Number(digit) + 1) % 10)),
        null,
        seconds * 1_000,
      ),
    ).toBeNull();
  });

  it('is taken a step early or late, and no further', () => {
    const [code, step] = ['005924', 0x273ef07];
    const at = (second: number) => stepOf(SECRET, code, null, (step * 30 + second) * 1_000);
    expect([-31, -30, 0, 29, 30, 59, 60].map(at)).toEqual([null, step, step, step, step, step, null]);
  });

  it('is not taken again, nor one of an earlier step than the last', () => {
    const [code, step] = ['005924', 0x273ef07];
    const after = (last: number) => stepOf(SECRET, code, last, step * 30_000);
    expect(after(step - 1)).toBe(step);
    expect(after(step)).toBeNull();
    expect(after(step + 1)).toBeNull();
  });
});

describe('the secret of an authenticator', () => {
  it('has 160 random bits in 32 characters of base32', () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(secrets).size).toBe(50);
  });

  it('is read from a link that names the account', () => {
    const link = new URL(otpauthUrl(SECRET, 'an+news@example.com'));
    expect(link.protocol).toBe('otpauth:');
    expect(decodeURIComponent(link.href)).toContain('totp/Linkway:an+news@example.com?');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      issuer: 'Linkway',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
