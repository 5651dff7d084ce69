import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { median, percentile, report, say, slackOf } from './result.ts';
import { quietRounds } from './rounds.ts';

const AT_ONCE = 50;
const TARGET_MS = 100;
const ASKS_PER_SECOND = 50;
/** What `ApiSession.register` gives every account. */
const PASSWORD = 'a-password-1';
/** Of accounts being opened at the same time, for their passwords are hashed, too. */
const OPENED_AT_ONCE = 4;
const WARM_SECONDS = 5;

/** What people who are signed in wait for `GET /api/me` while 50 others sign in all the time, against the same without those. */
export async function benchSignIn(short: boolean): Promise<void> {
  const seconds = short ? 5 : 20;
  const node = await Harness.start({ processes: true, environment: { RATE_LIMIT_PER_MINUTE: '1000000' } });
  try {
    const emails = await openAccounts(node.web);
    const member = await ApiSession.register(node.web);
    const signIns = new SignIns(node.web, emails);
    // Programs are not as quick yet as they will be, least of all at what they never did.
    const warm = signIns.start();
    await asked(member, WARM_SECONDS);
    await warm();
    const rounds = await quietRounds({
      count: short ? 3 : 5,
      name: 'pair',
      roots: () => [node.record().pid, process.pid],
      measure: async () => {
        const alone = percentile(await asked(member, seconds), 0.99);
        const stop = signIns.start();
        const beside = percentile(await asked(member, seconds), 0.99);
        const answered = await stop();
        return { alone, beside, perSecond: answered / seconds };
      },
      describe: ({ alone, beside, perSecond }) =>
        `p99 ${beside.toFixed(0)} ms while ${perSecond.toFixed(0)} a second sign in, ${alone.toFixed(0)} ms without`,
    });
    const value = median(rounds.map(({ beside }) => beside));
    const reference = median(rounds.map(({ alone }) => alone));
    const most = TARGET_MS * slackOf(short);
    say(
      `a sign-in among ${AT_ONCE} took ${median(signIns.durations).toFixed(0)} ms in the middle, ${percentile(signIns.durations, 1).toFixed(0)} at most; ${signIns.durations.length} in all, ${signIns.refused} refused`,
    );
    report({
      name: 'signin',
      value,
      unit: `ms at the 99th percentile of GET /api/me while ${AT_ONCE} sign in at once`,
      reference,
      ratio: value / reference,
      target: `< ${most}, no sign-in refused (${signIns.refused})`,
      pass: value < most && signIns.refused === 0 && rounds.every(({ perSecond }) => perSecond > 0),
    });
  } finally {
    await node.dispose();
  }
}

async function openAccounts(base: string): Promise<string[]> {
  const emails: string[] = [];
  await Promise.all(
    Array.from({ length: OPENED_AT_ONCE }, async (_, lane) => {
      for (let account = lane; account < AT_ONCE; account += OPENED_AT_ONCE) {
        const session = await ApiSession.register(base);
        emails.push((await session.send<{ email: string }>('GET', '/api/me')).email);
      }
    }),
  );
  return emails;
}

/** Milliseconds from when each question was due to its answer. */
async function asked(member: ApiSession, seconds: number): Promise<number[]> {
  const durations: number[] = [];
  const under: Promise<void>[] = [];
  const started = performance.now();
  for (let nth = 0; nth < seconds * ASKS_PER_SECOND; nth += 1) {
    const due = started + (nth / ASKS_PER_SECOND) * 1_000;
    await delay(Math.max(due - performance.now(), 0));
    under.push(
      member.send('GET', '/api/me').then(() => {
        durations.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(under);
  return durations;
}

class SignIns {
  readonly durations: number[] = [];
  refused = 0;
  private readonly base: string;
  private readonly emails: readonly string[];

  constructor(base: string, emails: readonly string[]) {
    this.base = base;
    this.emails = emails;
  }

  /** Each account signs in again and again; what it answers ends that and tells how many did. */
  start(): () => Promise<number> {
    const before = this.durations.length;
    const stopping = new AbortController();
    const all = this.emails.map(async (email) => {
      while (!stopping.signal.aborted) {
        const began = performance.now();
        await ApiSession.signIn(this.base, email, PASSWORD).then(
          () => this.durations.push(performance.now() - began),
          () => {
            this.refused += 1;
          },
        );
      }
    });
    return async () => {
      const answered = this.durations.length - before;
      stopping.abort();
      await Promise.all(all);
      return answered;
    };
  }
}
