import { createHmac, timingSafeEqual } from 'node:crypto';
import { ownText } from '@linkway/platform';
import { LRUCache } from 'lru-cache';

/** `stale`: signed with the secret before this one. */
export type Signed = 'good' | 'stale' | 'none';

const REMEMBERED = 10_000;

/** Tells session tokens that a gateway gave out from made-up ones, without asking anybody. */
export class SessionSignature {
  /** Good signatures that came lately, by their tokens: each request of a session brings the same. */
  private readonly good = new LRUCache<string, string>({ max: REMEMBERED });

  constructor(
    private readonly secret: string,
    /** Empty: there was none. */
    private readonly previous: string,
  ) {}

  of(token: string): string {
    return signature(this.secret, token);
  }

  check(token: string, given: string): Signed {
    if (given === '') return 'none';
    // Whoever can be told apart by the time that this takes has the token already.
    if (this.good.get(token) === given) return 'good';
    if (same(this.of(token), given)) {
      this.good.set(ownText(token), ownText(given));
      return 'good';
    }
    return this.previous !== '' && same(signature(this.previous, token), given) ? 'stale' : 'none';
  }
}

const signature = (secret: string, token: string): string =>
  createHmac('sha256', secret).update('session ').update(token).digest('base64url');

function same(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
