import { describe, expect, it } from '@jest/globals';
import { verify } from '@node-rs/argon2';
import { hashPassword, requireFuture } from './link.fields.js';

describe('requireFuture', () => {
  const now = new Date('2026-01-01T00:00:00Z');

  it.each([undefined, '2026-01-01T00:00:01Z', '2026-01-01T01:00:01+01:00'])('takes %s', (at) =>
    expect(() => requireFuture(at, now)).not.toThrow(),
  );

  it.each(['2026-01-01T00:00:00Z', '2025-12-31T23:59:59Z', '2026-01-01T06:00:00+07:00'])('refuses %s', (at) =>
    expect(() => requireFuture(at, now)).toThrow(expect.objectContaining({ code: 'links.expires_in_past' })),
  );
});

describe('hashPassword', () => {
  it('is a salted argon2id hash; no password, no hash', async () => {
    const [one, two] = await Promise.all([hashPassword('mật khẩu'), hashPassword('mật khẩu')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verify(one ?? '', 'mật khẩu')).toBe(true);
    expect(await hashPassword(null)).toBeNull();
    expect(await hashPassword(undefined)).toBeNull();
  });
});
