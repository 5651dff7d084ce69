import { beforeAll, describe, expect, it } from '@jest/globals';
import { Metrics } from '@linkway/platform';
import { hash } from '@node-rs/argon2';
import type { IdentityConfig } from '../config.js';
import type { SecuritySettingsRepository } from '../security/security-settings.repository.js';
import { PasswordService } from './password.service.js';

describe('PasswordService', () => {
  const passwords = new PasswordService(
    { HASH_CONCURRENCY: 2, HASH_QUEUE: 8, HASH_PER_NETWORK: 8 } as IdentityConfig,
    { find: async () => ({ min_password_length: 10 }) } as unknown as SecuritySettingsRepository,
    new Metrics('identity'),
  );
  beforeAll(() => passwords.onModuleInit());

  it('asks for as many characters as administrators do, and for what every password has to be', async () => {
    const owner = { email: 'an@example.com', full_name: 'Nguyễn An' };
    const refusalOf = (password: string) =>
      passwords.check(password, owner, 'new_password').then(
        () => null,
        (error: { errors?: unknown[] }) => error.errors?.[0],
      );
    expect(await refusalOf('nine-char')).toMatchObject({ field: 'new_password', code: 'auth.password_short' });
    expect(await refusalOf('ten-chars!')).toBeNull();
    expect(await refusalOf('aaaaaaaaaa')).toMatchObject({ code: 'auth.password_common' });
  });

  it('hashes with argon2id and its own salt each time', async () => {
    const [one, two] = await Promise.all([passwords.hash('secret1'), passwords.hash('secret1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('tells the right password from a wrong one', async () => {
    const stored = await passwords.hash('Mật khẩu 1');
    await expect(passwords.verify(stored, 'Mật khẩu 1')).resolves.toBe(true);
    await expect(passwords.verify(stored, 'mật khẩu 1')).resolves.toBe(false);
    await expect(passwords.verify(stored, 'Mật khẩu 1 ')).resolves.toBe(false);
  });

  it('takes the same letters however the keyboard sends them', async () => {
    const stored = await passwords.hash('Mật khẩu'.normalize('NFC'));
    await expect(passwords.verify(stored, 'Mật khẩu'.normalize('NFD'))).resolves.toBe(true);
  });

  it('does the same work for an unknown account', async () => {
    const stored = await passwords.hash('secret1');
    const cpuOf = async (of: string | null) => {
      const before = process.cpuUsage();
      await passwords.verify(of, 'wrong-one');
      const spent = process.cpuUsage(before);
      return spent.user + spent.system;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 8; round++) {
      known.push(await cpuOf(stored));
      unknown.push(await cpuOf(null));
    }
    // The least of each: what the process does beside a hash only adds.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
    await expect(passwords.verify(null, 'secret1')).resolves.toBe(false);
  });

  it('knows a hash that should be made anew', async () => {
    expect(passwords.isOutdated(await hash('secret1', { memoryCost: 8_192, timeCost: 1 }))).toBe(true);
    expect(passwords.isOutdated(await passwords.hash('secret1'))).toBe(false);
  });
});
