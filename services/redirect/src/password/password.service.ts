import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppLogger, CONFIG } from '@linkway/platform';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { verify } from '@node-rs/argon2';
import { LRUCache } from 'lru-cache';
import type { RedirectConfig } from '../config.js';
import { AttemptRepository, type Attempts } from './attempt.repository.js';

export type Verdict = { kind: 'right' } | { kind: 'wrong' } | { kind: 'wait'; seconds: number };

/** argon2id is costly on purpose: more checks than this at once would only make all of them late. */
const MAX_CHECKS = 16;
const CLEAN_EVERY_MS = 600_000;

/** Checks a link's password, and slows down who guesses. */
@Injectable()
export class PasswordService implements OnModuleDestroy {
  // Takes over while the database is away, so that an outage is no open door.
  private readonly memory = new LRUCache<string, Attempts>({ max: 50_000 });
  private readonly cleaning: NodeJS.Timeout;
  private checks = 0;

  constructor(
    private readonly attempts: AttemptRepository,
    private readonly logger: AppLogger,
    @Inject(CONFIG) private readonly config: RedirectConfig,
  ) {
    this.cleaning = setInterval(() => void this.clean(), CLEAN_EVERY_MS);
    this.cleaning.unref();
  }

  /** A try counts before it is checked, so that many at once cannot slip through. */
  async check(linkId: string, hash: string, password: string, ip: string): Promise<Verdict> {
    if (this.checks >= MAX_CHECKS) return { kind: 'wait', seconds: 1 };
    this.checks += 1;
    try {
      const visitor = visitorKey(linkId, ip);
      const { count, resetsAt } = await this.count(linkId, visitor);
      if (count > this.config.PASSWORD_ATTEMPTS) {
        return { kind: 'wait', seconds: Math.max(1, Math.ceil((resetsAt - Date.now()) / 1_000)) };
      }
      const right = password !== '' && (await verify(hash, password));
      if (!right) return { kind: 'wrong' };
      await this.forgive(linkId, visitor);
      return { kind: 'right' };
    } finally {
      this.checks -= 1;
    }
  }

  onModuleDestroy(): void {
    clearInterval(this.cleaning);
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
      return current;
    }
  }

  private async forgive(linkId: string, visitor: string): Promise<void> {
    this.memory.delete(visitor);
    await this.attempts.forget(linkId, visitor).catch((error: unknown) => {
      this.logger.warn('password attempts could not be forgotten', { error });
    });
  }

  private async clean(): Promise<void> {
    await this.attempts.removeOld().catch((error: unknown) => {
      this.logger.warn('old password attempts could not be removed', { error });
    });
  }
}

/** A visitor's network (one address of IPv4, a /64 of IPv6), per link and not readable from the table. */
export function visitorKey(linkId: string, ip: string): string {
  return createHash('sha256')
    .update(`${linkId} ${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 32);
}

/** Who a visitor is, as far as limits go: one address of IPv4, a /64 of IPv6. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
