import { createHash } from 'node:crypto';
import {
  AppError,
  AppLogger,
  atMost,
  CONFIG,
  HashLimiter,
  networkOf,
  type Periodic,
  periodic,
} from '@linkway/platform';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { verify } from '@node-rs/argon2';
import { LRUCache } from 'lru-cache';
import type { RedirectConfig } from '../config.js';
import { AttemptRepository, type Attempts } from './attempt.repository.js';

export type Verdict = { kind: 'right' } | { kind: 'wrong' } | { kind: 'wait' | 'busy'; seconds: number };

const CLEAN_EVERY_MS = 600_000;
/** Who has no tries left is answered from memory for so long, before the database is asked again. */
const REMEMBER_MS = 5_000;
const BUSY_SECONDS = 2;
/** Visitors of links whose tries are remembered. */
const REMEMBERED = 50_000;

/** Checks a link's password, and slows down who guesses. */
@Injectable()
export class PasswordService implements OnModuleDestroy {
  // Takes over while the database is away, so that an outage is no open door.
  private readonly memory = new LRUCache<string, Attempts>(atMost(REMEMBERED));
  private readonly throttled = new LRUCache<string, number>({ ...atMost(REMEMBERED), ttl: REMEMBER_MS });
  private readonly limiter: HashLimiter;
  private readonly cleaning: Periodic;

  constructor(
    private readonly attempts: AttemptRepository,
    private readonly logger: AppLogger,
    @Inject(CONFIG) private readonly config: RedirectConfig,
  ) {
    this.limiter = new HashLimiter({
      concurrency: config.HASH_CONCURRENCY,
      queue: config.HASH_QUEUE,
      perNetwork: config.HASH_PER_NETWORK,
    });
    this.cleaning = periodic(CLEAN_EVERY_MS, () => attempts.removeOld(), {
      name: 'removing old password attempts',
      logger,
    });
  }

  /**
   * A try counts before it is checked, so that many at once cannot slip through. A place among the hashes is taken by tries
   * that are left alone: guesses that have to wait cost nothing but a look into memory.
   */
  async check(linkId: string, hash: string, password: string, ip: string): Promise<Verdict> {
    const visitor = visitorKey(linkId, ip);
    const until = this.throttled.get(visitor);
    if (until !== undefined) return waitUntil(until);
    const { count, resetsAt } = await this.count(linkId, visitor);
    if (count > this.config.PASSWORD_ATTEMPTS) {
      this.throttled.set(visitor, resetsAt);
      return waitUntil(resetsAt);
    }
    if (password === '') return { kind: 'wrong' };
    try {
      if (!(await this.limiter.run(networkOf(ip), () => isRight(hash, password)))) return { kind: 'wrong' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.giveBack(linkId, visitor);
      return { kind: 'busy', seconds: error.retryAfterSeconds ?? BUSY_SECONDS };
    }
    await this.forgive(linkId, visitor);
    return { kind: 'right' };
  }

  async onModuleDestroy(): Promise<void> {
    await this.cleaning.stop();
  }

  private async count(linkId: string, visitor: string): Promise<Attempts> {
    const seconds = this.config.PASSWORD_WINDOW_SECONDS;
    try {
      return await this.attempts.count(linkId, visitor, seconds);
    } catch (error) {
      this.logger.warn('password attempts are counted in memory', { error });
      const known = this.memory.get(visitor);
      const current =
        known && known.resetsAt > Date.now() ? known : { count: 0, resetsAt: Date.now() + seconds * 1_000 };
      current.count += 1;
      this.memory.set(visitor, current);
      return { ...current };
    }
  }

  // It was not judged, so it was no try.
  private async giveBack(linkId: string, visitor: string): Promise<void> {
    const known = this.memory.get(visitor);
    if (known && known.count > 0) known.count -= 1;
    await this.attempts.giveBack(linkId, visitor).catch((error: unknown) => {
      this.logger.warn('a password attempt could not be given back', { error });
    });
  }

  private async forgive(linkId: string, visitor: string): Promise<void> {
    this.memory.delete(visitor);
    this.throttled.delete(visitor);
    await this.attempts.forget(linkId, visitor).catch((error: unknown) => {
      this.logger.warn('password attempts could not be forgotten', { error });
    });
  }
}

const waitUntil = (time: number): Verdict => ({
  kind: 'wait',
  seconds: Math.max(1, Math.ceil((time - Date.now()) / 1_000)),
});

/**
 * The same letters may arrive composed or decomposed, depending on the keyboard, so links hashes them in one form. Hashes of
 * before that were made of the letters as they came.
 */
async function isRight(hash: string, password: string): Promise<boolean> {
  const canonical = password.normalize('NFKC');
  if (await verify(hash, canonical)) return true;
  return canonical !== password && verify(hash, password);
}

/** A visitor's network (one address of IPv4, a /64 of IPv6), per link and not readable from the table. */
export function visitorKey(linkId: string, ip: string): string {
  return createHash('sha256')
    .update(`${linkId} ${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 32);
}
