import { describe, expect, it } from '@jest/globals';
import type { AttemptRepository, Tally, Window } from './attempt.repository.js';
import { AttemptService } from './attempt.service.js';

const serviceOn = (counts: Record<string, number> = {}) => {
  const tally = (key: string): Tally => ({
    key,
    count: counts[key] ?? 0,
    remaining: key.startsWith('sign-in-pair') ? 60 : 600,
  });
  const repository = {
    read: async (keys: string[]) => keys.filter((key) => key in counts).map(tally),
    add: async (windows: Window[]) =>
      windows.map(({ key }) => {
        counts[key] = (counts[key] ?? 0) + 1;
        return tally(key);
      }),
    remove: async (keys: string[]) => {
      for (const key of keys) delete counts[key];
    },
  };
  return new AttemptService(repository as unknown as AttemptRepository);
};

describe('AttemptService', () => {
  it('counts by account and network, by account, and by network', () => {
    const { account, network } = serviceOn().signIn('an@example.com', '203.0.113.7', null);
    expect([...account, ...network].map(({ key, max, seconds }) => [key.split(':')[0], max, seconds])).toEqual([
      ['sign-in-pair', 10, 900],
      ['sign-in-account', 100, 900],
      ['sign-in-network', 50, 900],
    ]);
  });

  it('counts for a device that the account knows, and for nothing else', () => {
    const { account, network } = serviceOn().signIn('an@example.com', '203.0.113.7', 'a device');
    expect([...account, ...network].map(({ key, max, seconds }) => [key.split(':')[0], max, seconds])).toEqual([
      ['sign-in-device', 10, 900],
    ]);
    expect(JSON.stringify(account)).not.toMatch(/example|203|a device/);
    expect(serviceOn().signIn('binh@example.com', '203.0.113.7', 'a device').account).not.toEqual(account);
  });

  it('counts codes besides, so that strangers use up theirs before those of the account', () => {
    const codes = (device: string | null) => serviceOn().signIn('an@example.com', '203.0.113.7', device).code;
    const [stranger, own] = [codes(null), codes('a device')];
    const limits = ({ own, all }: typeof stranger) =>
      [...own, ...all].map(({ key, max, seconds }) => [key.split(':')[0], max, seconds]);
    expect(limits(stranger)).toEqual([
      ['code-account', 20, 3600],
      ['code-all', 50, 3600],
    ]);
    expect(limits(own)).toEqual([
      ['code-device', 20, 3600],
      ['code-all', 50, 3600],
    ]);
    expect(own.all).toEqual(stranger.all);
    expect(JSON.stringify([stranger, own])).not.toMatch(/example|203|a device/);
  });

  it('stores neither address', () => {
    const { account, network } = serviceOn().signIn('an@example.com', '203.0.113.7', null);
    expect(JSON.stringify([account, network])).not.toMatch(/example|203/);
  });

  it('tells accounts and networks apart', () => {
    const service = serviceOn();
    const keys = (email: string, ip: string) => service.signIn(email, ip, null).account.map(({ key }) => key);
    const [pair, account] = keys('an@example.com', '203.0.113.7');
    expect(keys('an@example.com', '203.0.113.8')).toEqual([expect.not.stringMatching(pair ?? ''), account]);
    expect(keys('binh@example.com', '203.0.113.7')).not.toContain(account);
  });

  it('never holds one machine against all its people, but still guards each account', async () => {
    const service = serviceOn();
    expect(service.registration('127.0.0.1')).toEqual([]);
    const local = service.signIn('an@example.com', '::1', null);
    expect(local.network).toEqual([]);
    for (let failure = 1; failure <= 10; failure++) await service.count(local.account);
    await expect(service.count(local.account)).rejects.toMatchObject({ code: 'auth.throttled' });
  });

  it('lets the tenth failure through and says that it is the last, then tells how long to wait', async () => {
    const service = serviceOn();
    const { account } = service.signIn('an@example.com', '203.0.113.7', null);
    for (let failure = 1; failure <= 9; failure++) expect(await service.count(account)).toEqual([]);
    await expect(service.check(account)).resolves.toBeUndefined();
    expect(await service.count(account)).toEqual([{ counter: account[0], remaining: 60 }]);
    await expect(service.check(account)).rejects.toMatchObject({
      code: 'auth.throttled',
      retryAfterSeconds: 60,
      params: { retry_after: 60 },
    });
    await service.forget(account);
    await expect(service.check(account)).resolves.toBeUndefined();
  });

  it('counts mails that are asked for by address, by it and a network, and by network, and stores neither', () => {
    const counters = serviceOn().mail('forgot-password', 'an@example.com', '203.0.113.7');
    expect(counters.map(({ key, max, seconds }) => [key.split(':')[0], max, seconds])).toEqual([
      ['forgot-password-pair', 5, 3600],
      ['forgot-password', 10, 3600],
      ['forgot-password-network', 50, 3600],
    ]);
    expect(JSON.stringify(counters)).not.toMatch(/example|203/);
    expect(serviceOn().mail('forgot-password', 'an@example.com', '127.0.0.1')).toHaveLength(2);
  });

  it('gives a network a hundred registrations an hour', async () => {
    const service = serviceOn();
    const counters = service.registration('203.0.113.7');
    for (let nth = 1; nth <= 100; nth++) await service.count(counters);
    await expect(service.count(counters)).rejects.toMatchObject({ code: 'auth.throttled', retryAfterSeconds: 600 });
  });
});
