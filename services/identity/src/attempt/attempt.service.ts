import { createHash } from 'node:crypto';
import { DATA_EXPORTS_PER_HOUR } from '@linkway/contracts';
import { AppError, LOOPBACK, networkOf } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AttemptRepository, type Tally } from './attempt.repository.js';

/** Refuses after `max` within `seconds` of the first; `grows`: where it comes to that again, twice as long each time, for a day at most. */
export interface Counter {
  key: string;
  max: number;
  seconds: number;
  grows: boolean;
}

/** A counter at its limit, and for how many seconds it stays there. */
export interface Reached {
  counter: Counter;
  remaining: number;
}

export interface SignInCounters {
  /** Forgotten after a success. */
  account: Counter[];
  /** Kept: whoever has one account must not win new tries at those of others with it. */
  network: Counter[];
  /**
   * Of codes after a right password, beside those of the account: a new password or a mailed link, which forget those, leave these.
   * `own`: from where they come; `all`: of the account from anywhere, which its devices reach and strangers do not, whose `own` ends before.
   */
  code: { own: Counter[]; all: Counter[] };
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

@Injectable()
export class AttemptService {
  constructor(private readonly attempts: AttemptRepository) {}

  /**
   * Failures count for the account from that network, for the account from anywhere, and for the network. From a device that
   * the account was entered with before (null: none) they count for that alone, and others' for it never: nobody is locked out
   * of their account by those who guess. Those of strangers and networks grow.
   */
  signIn(email: string, ip: string, device: string | null): SignInCounters {
    const all = [counter('code-all', [email], 50, HOUR)];
    if (device !== null)
      return {
        account: [counter(`sign-in-device:${digestOf([email])}`, [email, device], 10, QUARTER_HOUR)],
        network: [],
        code: { own: [counter('code-device', [email, device], 20, HOUR)], all },
      };
    const network = networkOf(ip);
    return {
      account: [
        growing(counter(`sign-in-pair:${digestOf([email])}`, [email, network], 10, QUARTER_HOUR)),
        growing(counter('sign-in-account', [email], 100, QUARTER_HOUR)),
      ],
      network: network === LOOPBACK ? [] : [growing(counter('sign-in-network', [network], 50, QUARTER_HOUR))],
      code: { own: [counter('code-account', [email], 20, HOUR)], all },
    };
  }

  /** First codes of a setup, which whoever tries has been shown. */
  enabling(userId: string): Counter[] {
    return [counter('two-factor-enabling', [userId], 10, QUARTER_HOUR)];
  }

  registration(ip: string): Counter[] {
    const network = networkOf(ip);
    return network === LOOPBACK ? [] : [counter('registration', [network], 100, HOUR)];
  }

  /**
   * Mails that somebody asks for without being signed in: to an address, to it from one network, and from that network. The answer
   * is the same for addresses that nobody has.
   */
  mail(what: 'forgot-password' | 'resend-confirmation', email: string, ip: string): Counter[] {
    const network = networkOf(ip);
    return [
      counter(`${what}-pair`, [email, network], 5, HOUR),
      counter(what, [email], 10, HOUR),
      ...(network === LOOPBACK ? [] : [counter(`${what}-network`, [network], 50, HOUR)]),
    ];
  }

  /** Of one's own data. */
  dataExport(userId: string): Counter[] {
    return [counter('data-export', [userId], DATA_EXPORTS_PER_HOUR, HOUR)];
  }

  /** Of an administrator. */
  testMail(userId: string | null): Counter[] {
    return [counter('test-mail', [userId ?? ''], 30, HOUR)];
  }

  /** Throws `auth.throttled` where a counter is at its limit. */
  async check(counters: Counter[]): Promise<void> {
    refuse(counters, await this.attempts.read(counters.map(({ key }) => key)), (count, max) => count >= max);
  }

  /**
   * Counts one more on each; throws `auth.throttled` where that is beyond the limit, also when many come at once. Answers those that
   * have just come to it: of all that come at once, one is told so.
   */
  async count(counters: Counter[]): Promise<Reached[]> {
    if (counters.length === 0) return [];
    const windows = counters.map(({ key, seconds, max, grows }) => ({ key, seconds, growsAt: grows ? max : null }));
    const tallies = await this.attempts.add(windows);
    refuse(counters, tallies, (count, max) => count > max);
    return tallies.flatMap(({ key, count, remaining }) => {
      const counter = counters.find((each) => each.key === key && each.max === count);
      return counter ? [{ counter, remaining }] : [];
    });
  }

  /** Forgets what was counted against an account, from wherever: its owner has shown who they are. */
  async forgetAccount(email: string): Promise<void> {
    const digest = digestOf([email]);
    const counters = ['sign-in-pair', 'sign-in-device', 'sign-in-account'].map((what) => `${what}:${digest}`);
    await this.attempts.removeBelow(counters);
  }

  async forget(counters: Counter[], manager?: Parameters<AttemptRepository['remove']>[1]): Promise<void> {
    await this.attempts.remove(
      counters.map(({ key }) => key),
      manager,
    );
  }
}

const digestOf = (whom: string[]): string => createHash('sha256').update(whom.join('\n')).digest('base64url');

const counter = (what: string, whom: string[], max: number, seconds: number): Counter => ({
  key: `${what}:${digestOf(whom)}`,
  max,
  seconds,
  grows: false,
});

const growing = (of: Counter): Counter => ({ ...of, grows: true });

function refuse(counters: Counter[], tallies: Tally[], over: (count: number, max: number) => boolean): void {
  const waits = tallies
    .filter((tally) => counters.some(({ key, max }) => key === tally.key && over(tally.count, max)))
    .map(({ remaining }) => remaining);
  if (waits.length === 0) return;
  const retryAfterSeconds = Math.max(...waits);
  throw new AppError('auth.throttled', { retry_after: retryAfterSeconds }, { retryAfterSeconds });
}
