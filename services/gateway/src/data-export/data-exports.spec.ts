import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ExportedAccount, type ExportedPortion, permissionsOfRole } from '@linkway/contracts';
import { AppError, type AppLogger, Metrics, type RpcClient } from '@linkway/platform';
import type { SessionCaller } from '../http/api-request.js';
import type { Sessions } from '../session/sessions.js';
import { DataExports } from './data-exports.js';

const NOTHING: ExportedPortion = { columns: [], rows: [], next: null };
const caller: SessionCaller = {
  kind: 'session',
  user_id: 'u1',
  workspace_id: 'w1',
  session_id: 's1',
  role: 'user',
  permissions: [...permissionsOfRole('user')],
};
const account = { profile: { email: 'an@example.com' }, settings: {}, avatar: null } as unknown as ExportedAccount;
const wanted = { account, language: 'en', madeAt: new Date(), caller, token: 't1' } as const;

function setUp() {
  const call = jest.fn(async (): Promise<unknown> => NOTHING);
  const find = jest.fn(async (): Promise<unknown> => ({ session_id: 's1', user: { id: 'u1' } }));
  let ended: (sessionId: string) => void = () => undefined;
  const sessions = { find, onEnd: (callback: typeof ended) => void (ended = callback) } as unknown as Sessions;
  const logger = { warn: () => undefined } as unknown as AppLogger;
  const exports = new DataExports({ call } as unknown as RpcClient, sessions, logger, new Metrics('gateway'));
  return { exports, call, find, ended: (sessionId: string) => ended(sessionId) };
}

/** How a whole archive was read: its end, or the code of what cut it. */
const outcomeOf = (archive: NodeJS.ReadableStream): Promise<string> =>
  text(archive).then(
    () => 'whole',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => void jest.useRealTimers());

describe('exports under way', () => {
  it('are none any more once the server closes, those included that were being asked for', async () => {
    const { exports } = setUp();
    exports.enter('u1');
    const first = outcomeOf(exports.archive(wanted));
    exports.enter('u2');
    exports.endAll();
    expect(await first).toBe('service.unavailable');
    expect(() => exports.archive(wanted)).toThrow(expect.objectContaining({ code: 'service.busy' }));
    expect(() => exports.enter('u3')).toThrow(expect.objectContaining({ code: 'service.busy' }));
  });

  it('end with their session: at once, also where nothing is read, and where it has become somebody else’s unheard', async () => {
    const { exports, ended } = setUp();
    const unread = exports.archive(wanted);
    const other = exports.archive({ ...wanted, caller: { ...caller, session_id: 's2' } });
    ended('s1');
    await jest.advanceTimersByTimeAsync(0);
    expect([unread.destroyed, other.destroyed]).toEqual([true, false]);
    expect(await outcomeOf(other)).toBe('whole');

    const { exports: unheard, call, find } = setUp();
    find.mockResolvedValue({ session_id: 's1', user: { id: 'u2' } });
    expect(await outcomeOf(unheard.archive(wanted))).toBe('auth.unauthenticated');
    expect(call).not.toHaveBeenCalled();
  });

  it('go on while identity cannot be asked whose session it is', async () => {
    const { exports, find } = setUp();
    find.mockRejectedValue(new AppError('service.unavailable'));
    expect(await outcomeOf(exports.archive(wanted))).toBe('whole');
  });

  it('end an hour after they began', async () => {
    const { exports, call } = setUp();
    call.mockReturnValue(new Promise(() => undefined));
    const late = outcomeOf(exports.archive(wanted));
    await jest.advanceTimersByTimeAsync(60 * 60_000 - 1);
    const slow = exports.archive(wanted);
    await jest.advanceTimersByTimeAsync(1);
    expect(await late).toBe('service.timeout');
    expect(slow.destroyed).toBe(false);
    slow.destroy();
  });

  it('ask once for what does not pass', async () => {
    const { exports, call } = setUp();
    call.mockRejectedValue(new AppError('service.internal'));
    expect(await outcomeOf(exports.archive(wanted))).toBe('service.internal');
    expect(call).toHaveBeenCalledTimes(1);
  });
});
