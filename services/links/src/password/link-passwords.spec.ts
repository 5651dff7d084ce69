import { describe, expect, it } from '@jest/globals';
import { verify } from '@node-rs/argon2';
import type { LinksConfig } from '../config.js';
import { LinkPasswords } from './link-passwords.js';

const passwords = (limits: Partial<LinksConfig> = {}) =>
  new LinkPasswords({ HASH_CONCURRENCY: 1, HASH_QUEUE: 8, HASH_PER_WORKSPACE: 4, ...limits } as LinksConfig);

describe('LinkPasswords', () => {
  it('makes salted argon2id hashes', async () => {
    const [one, two] = await Promise.all([passwords().hash('secret', 'w'), passwords().hash('secret', 'w')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('takes the same letters however the keyboard sends them', async () => {
    const stored = await passwords().hash('Mật khẩu'.normalize('NFD'), 'w');
    expect(await verify(stored, 'Mật khẩu'.normalize('NFC'))).toBe(true);
    expect(await passwords().verify(stored, 'Mật khẩu'.normalize('NFD'), 'w')).toBe(true);
    expect(await passwords().verify(stored, 'mật khẩu', 'w')).toBe(false);
  });

  it('gives a workspace a few places and tells the others to come back', async () => {
    const bounded = passwords({ HASH_PER_WORKSPACE: 2 });
    const code = (caller: string) =>
      bounded.hash('secret', caller).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
    const flood = Array.from({ length: 5 }, () => code('one'));
    const outcomes = await Promise.all([...flood, code('two')]);
    expect(outcomes).toEqual(['done', 'done', 'service.busy', 'service.busy', 'service.busy', 'done']);
  });
});
