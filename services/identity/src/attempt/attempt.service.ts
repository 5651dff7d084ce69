import { createHash } from 'node:crypto';
import { AppError, LOOPBACK, networkOf } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AttemptRepository, type Tally } from './attempt.repository.js';

/** Refuses after `max` within `seconds` of the first. */
export interface Counter {
  key: string;
  max: number;
  seconds: number;
}

export interface SignInCounters {
  /** Forgotten after a success. */
  account: Counter[];
  /** Kept: whoever has one account must not win new tries at those of others with it. */
  network: Counter[];
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

@Injectable()
export class AttemptService {
  constructor(private readonly attempts: AttemptRepository) {}

  /** Failures count for the account from that network, for the account from anywhere, and for the network. */
  signIn(email: string, ip: string): SignInCounters {
    const network = networkOf(ip);
    return {
      account: [
        counter('sign-in-pair', [email, network], 10, QUARTER_HOUR),
        counter('sign-in-account', [email], 100, QUARTER_HOUR),
      ],
      network: network === LOOPBACK ? [] : [counter('sign-in-network', [network], 50, QUARTER_HOUR)],
    };
  }

  registration(ip: string): Counter[] {
    const network = networkOf(ip);
    return network === LOOPBACK ? [] : [counter('registration', [network], 100, HOUR)];
  }

  /** Throws `auth.throttled` where a counter is at its limit. */
  async check(counters: Counter[]): Promise<void> {
    refuse(counters, await this.attempts.read(counters.map(({ key }) => key)), (count, max) => count >= max);
  }

  /** Counts one more on each; throws `auth.throttled` where that is beyond the limit, also when many come at once. */
  async count(counters: Counter[]): Promise<void> {
    if (counters.length === 0) return;
    refuse(counters, await this.attempts.add(counters), (count, max) => count > max);
  }

  async forget(counters: Counter[]): Promise<void> {
    await this.attempts.remove(counters.map(({ key }) => key));
  }
}

function counter(what: string, whom: string[], max: number, seconds: number): Counter {
  const digest = createHash('sha256').update(whom.join('\n')).digest('base64url');
  return { key: `${what}:${digest}`, max, seconds };
}

function refuse(counters: Counter[], tallies: Tally[], over: (count: number, max: number) => boolean): void {
  const waits = tallies
    .filter((tally) => counters.some(({ key, max }) => key === tally.key && over(tally.count, max)))
    .map(({ remaining }) => remaining);
  if (waits.length === 0) return;
  const retryAfterSeconds = Math.max(...waits);
  throw new AppError('auth.throttled', { retry_after: retryAfterSeconds }, { retryAfterSeconds });
}
