import { describe, expect, it } from '@jest/globals';
import type { Outbox } from '@linkway/platform';
import type { AttemptRepository, Window } from '../attempt/attempt.repository.js';
import { AttemptService } from '../attempt/attempt.service.js';
import type { User } from '../user/user.entity.js';
import type { SealedCodes } from './sealed-codes.js';
import { SecondFactor } from './second-factor.js';
import type { Manager, TwoFactorRepository } from './two-factor.repository.js';
import type { TwoFactorNotices } from './two-factor-notices.js';

const RIGHT = '123456';
const MANAGER = {} as Manager;

/** Of an account that asks for a code, with counters in memory. */
function secondFactor(state: { enabled: boolean } = { enabled: true }) {
  const counts: Record<string, number> = {};
  const tally = (key: string) => ({ key, count: counts[key] ?? 0, remaining: 60 });
  const attempts = new AttemptService({
    read: async (keys: string[]) => keys.map(tally),
    add: async (windows: Window[]) =>
      windows.map(({ key }) => {
        counts[key] = (counts[key] ?? 0) + 1;
        return tally(key);
      }),
    remove: async (keys: string[]) => {
      for (const key of keys) delete counts[key];
    },
  } as unknown as AttemptRepository);
  const judged: string[] = [];
  const notices: number[] = [];
  const twoFactors = {
    isEnabled: async () => state.enabled,
    find: async () => ({ enabled_at: state.enabled ? new Date() : null }),
  };
  const codes = {
    use: async (_id: string, _state: unknown, code: string) => {
      judged.push(code);
      return code === RIGHT ? { kind: 'authenticator' } : null;
    },
  };
  const notice = { wrongCodesIn: async (_user: User, seconds: number) => notices.push(seconds), send: () => undefined };
  const outbox = { transaction: (work: (manager: Manager) => Promise<unknown>) => work(MANAGER) };
  const service = new SecondFactor(
    twoFactors as unknown as TwoFactorRepository,
    codes as unknown as SealedCodes,
    attempts,
    notice as unknown as TwoFactorNotices,
    outbox as unknown as Outbox,
  );
  const tries = attempts.signIn('an@example.com', '203.0.113.7', null);
  /** `before`: what else happens before the transaction has its turn. */
  const enter = (code?: string, before: () => Promise<void> = async () => undefined): Promise<string> =>
    service
      .guard({ user: { id: 'an' } as User, tries }, code, async (prove) => {
        await before();
        await prove(MANAGER);
        return 'in';
      })
      .catch(({ code: error }: { code: string }) => error);
  return { enter, counts, judged, notices };
}

describe('SecondFactor', () => {
  it('judges ten codes, however many wait for their turn together', async () => {
    const { enter, judged, notices } = secondFactor();
    const turn = Promise.withResolvers<void>();
    const wrong = Array.from({ length: 20 }, () => enter('000000', () => turn.promise));
    // The right one among them, too late.
    const right = enter(RIGHT, () => turn.promise);
    turn.resolve();
    const outcomes = await Promise.all(wrong);
    expect(await right).toBe('auth.throttled');
    expect(outcomes.filter((outcome) => outcome === 'two_factor.code_invalid')).toHaveLength(10);
    expect(judged).toHaveLength(10);
    expect(notices).toEqual([60]);
  });

  it('counts no missing code, and forgets nothing for it', async () => {
    const { enter, counts } = secondFactor();
    await enter('000000');
    const before = { ...counts };
    expect(Object.keys(before)).toHaveLength(5);
    expect(await enter()).toBe('two_factor.required');
    expect(counts).toEqual(before);
    expect(await enter(RIGHT)).toBe('in');
    // The network's failures stay.
    expect(Object.keys(counts).map((key) => key.split(':')[0])).toEqual(['sign-in-network']);
  });

  it('asks for a code that was not counted, where it is turned on meanwhile, and for none where it is turned off', async () => {
    const state = { enabled: false };
    const { enter, counts, judged } = secondFactor(state);
    const turn = (enabled: boolean) => async () => {
      state.enabled = enabled;
    };
    expect(await enter(RIGHT, turn(true))).toBe('two_factor.required');
    expect(await enter('000000', turn(false))).toBe('in');
    expect([judged, counts]).toEqual([[], {}]);
  });
});
