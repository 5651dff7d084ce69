import { describe, expect, it } from '@jest/globals';
import { SessionSignature } from './session-signature.js';

const token = 'a'.repeat(43);
const now = new SessionSignature('now', 'before');

describe('SessionSignature', () => {
  it('takes its own, and knows the one before', () => {
    expect(now.check(token, now.of(token))).toBe('good');
    const before = new SessionSignature('before', '').of(token);
    // As often as it comes: until it is signed anew.
    for (let times = 0; times < 2; times += 1) expect(now.check(token, before)).toBe('stale');
    expect(now.check(token, new SessionSignature('long before', '').of(token))).toBe('none');
  });

  it('takes nothing of another token, nothing altered and nothing empty', () => {
    const own = now.of(token);
    // Good ones are remembered, which makes no other good.
    for (let times = 0; times < 2; times += 1) expect(now.check(token, own)).toBe('good');
    expect(now.check(`${'a'.repeat(42)}b`, own)).toBe('none');
    expect(
      now.check(
        token,
        own.replace(/^./, (first) => (first === 'x' ? 'y' : 'x')),
      ),
    ).toBe('none');
    for (const other of ['', 'x', own.slice(1), `${own}x`, 'é'.repeat(43)])
      expect(now.check(token, other)).toBe('none');
  });

  it('knows no one before where there was none', () => {
    const first = new SessionSignature('now', '');
    expect(first.check(token, new SessionSignature('', '').of(token))).toBe('none');
  });
});
