import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type AppLogger, loadConfig } from '@linkway/platform';
import { hash } from '@node-rs/argon2';
import { type RedirectConfig, redirectConfig } from '../config.js';
import type { AttemptRepository } from './attempt.repository.js';
import { PasswordService } from './password.service.js';

const CHEAP = { memoryCost: 4_096, timeCost: 1 };
const config = {
  PASSWORD_ATTEMPTS: 3,
  PASSWORD_WINDOW_SECONDS: 900,
  HASH_CONCURRENCY: 1,
  HASH_QUEUE: 4,
  HASH_PER_NETWORK: 2,
} as RedirectConfig;

let counts: Map<string, number>;
let asked: number;
let service: PasswordService;
let start: (config: RedirectConfig) => PasswordService;
beforeEach(() => {
  counts = new Map();
  asked = 0;
  const attempts: Pick<AttemptRepository, 'count' | 'giveBack' | 'forget' | 'removeOld'> = {
    count: async (_link, visitor) => {
      asked += 1;
      counts.set(visitor, (counts.get(visitor) ?? 0) + 1);
      return { count: counts.get(visitor) ?? 0, resetsAt: Date.now() + 900_000 };
    },
    giveBack: async (_link, visitor) => void counts.set(visitor, (counts.get(visitor) ?? 0) - 1),
    forget: async (_link, visitor) => void counts.delete(visitor),
    removeOld: async () => undefined,
  };
  const logger = { warn: () => undefined } as unknown as AppLogger;
  start = (with_) => new PasswordService(attempts as AttemptRepository, logger, with_);
  service = start(config);
});
afterEach(() => service.onModuleDestroy());

describe('a password', () => {
  it('opens in whatever form its letters come, also when it was hashed before they had one', async () => {
    const composed = 'mật khẩu'.normalize('NFC');
    const decomposed = composed.normalize('NFD');
    const today = await hash(composed.normalize('NFKC'), CHEAP);
    for (const typed of [composed, decomposed]) {
      expect(await service.check('l', today, typed, '192.0.2.1')).toEqual({ kind: 'right' });
    }
    const before = await hash(decomposed, CHEAP);
    expect(await service.check('l', before, decomposed, '192.0.2.1')).toEqual({ kind: 'right' });
    expect(await service.check('l', before, 'another', '192.0.2.1')).toEqual({ kind: 'wrong' });
  });

  it('of a guesser is not looked at any more, not even in the database', async () => {
    const right = await hash('right', CHEAP);
    for (let guess = 0; guess < 3; guess += 1) {
      expect(await service.check('l', right, 'guess', '192.0.2.1')).toEqual({ kind: 'wrong' });
    }
    expect(await service.check('l', right, 'right', '192.0.2.1')).toMatchObject({ kind: 'wait' });
    const before = asked;
    const many = await Promise.all(Array.from({ length: 50 }, () => service.check('l', right, 'x', '192.0.2.1')));
    expect(many.every(({ kind }) => kind === 'wait')).toBe(true);
    expect(asked).toBe(before);
    expect(await service.check('l', right, 'right', '192.0.2.2')).toEqual({ kind: 'right' });
  });

  it('of one network has few places; who gets none has used no try', async () => {
    const right = await hash('right', CHEAP);
    const links = ['a', 'b', 'c', 'd'];
    const verdicts = await Promise.all(links.map((link) => service.check(link, right, 'right', '2001:db8::1')));
    expect(verdicts.map(({ kind }) => kind)).toEqual(['right', 'right', 'busy', 'busy']);
    expect(verdicts[2]).toMatchObject({ seconds: expect.any(Number) });
    expect([...counts.values()]).toEqual([0, 0]);
    const both = await Promise.all(
      ['2001:db8::1', '2001:db8:0:1::1'].map((ip) => service.check('e', right, 'right', ip)),
    );
    expect(both.map(({ kind }) => kind)).toEqual(['right', 'right']);
  });

  it('of a sixth network is checked while five try all that they can, as configured by default', async () => {
    await service.onModuleDestroy();
    service = start(loadConfig(redirectConfig, { NATS_URL: 'n', DATABASE_URL: 'd', CLICK_LOG_DIR: 'c' }));
    const right = await hash('right', CHEAP);
    // Each of its own link, so that none has used up its tries.
    const flood = [1, 2, 3, 4, 5].flatMap((network) =>
      Array.from({ length: 100 }, (_, link) => service.check(`l${link}`, right, 'guess', `203.0.113.${network}`)),
    );
    expect(await service.check('sixth', right, 'right', '198.51.100.6')).toEqual({ kind: 'right' });
    const kinds = (await Promise.all(flood)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'busy').length).toBeGreaterThan(400);
  });
});
