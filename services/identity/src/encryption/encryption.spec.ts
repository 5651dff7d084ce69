import { describe, expect, it } from '@jest/globals';
import type { IdentityConfig } from '../config.js';
import { Encryption } from './encryption.js';

const encryption = (ENCRYPTION_KEY: string, ENCRYPTION_KEY_PREVIOUS = '') =>
  new Encryption({ ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS } as IdentityConfig);

describe('Encryption', () => {
  const one = encryption('one key of thirty-two characters');
  const other = encryption('another key of many characters...');

  it('gives back what was sealed, each time in another form, and shows nothing of it', () => {
    const [sealed, again] = [1, 2].map(() => one.seal('mật khẩu', 'smtp-password')) as [Buffer, Buffer];
    expect(one.open(sealed, 'smtp-password')).toBe('mật khẩu');
    expect(sealed.equals(again)).toBe(false);
    expect(sealed.includes('mật khẩu')).toBe(false);
    expect(one.open(one.seal('', 'empty'), 'empty')).toBe('');
  });

  it('opens it at its own place alone, whole, and with its own key', () => {
    const sealed = one.seal('secret', 'mail 1');
    expect(one.open(sealed, 'mail 2')).toBeNull();
    expect(other.open(sealed, 'mail 1')).toBeNull();
    expect(one.open(sealed.subarray(0, 20), 'mail 1')).toBeNull();
    expect(one.open(Buffer.alloc(0), 'mail 1')).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const damaged = Buffer.from(sealed);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(one.open(damaged, 'mail 1')).toBeNull();
    }
  });

  it('goes on opening what the key before sealed', () => {
    const sealed = one.seal('secret', 'mail 1');
    const renewed = encryption('another key of many characters...', 'one key of thirty-two characters');
    expect(renewed.open(sealed, 'mail 1')).toBe('secret');
    expect(other.open(renewed.seal('secret', 'mail 1'), 'mail 1')).toBe('secret');
  });
});
