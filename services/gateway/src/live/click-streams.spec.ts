import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError, type AppLogger, Metrics, type Signals } from '@linkway/platform';
import type { Session } from '../http/api-request.js';
import type { Sessions } from '../session/sessions.js';
import { ClickStreams } from './click-streams.js';
import type { EventStream } from './event-stream.js';

/** Of a person of their own, unless it is said whose. */
const reader = (id: string, { token = `t${id}`, workspace = 'w', user = `u${id}`, ip = '192.0.2.1' } = {}) => ({
  session: { session_id: id, user: { id: user, workspace_id: workspace } } as Session,
  token,
  ip,
});
const logger = { warn: () => undefined } as unknown as AppLogger;

function setUp(LIVE_PAGES = 100) {
  const heard = new Map<string, (data: { link_ids: string[] | null }) => void>();
  let gap = () => undefined as void;
  let failure: Error | null = null;
  let ended: (id: string) => void = () => undefined;
  const find = jest.fn(async (token: string): Promise<unknown> => ({ user: { id: token.replace('t', 'u') } }));
  const signals = {
    hear: (_contract: unknown, key: string, handler: (data: { link_ids: string[] | null }) => void) => {
      if (failure) throw failure;
      heard.set(key, handler);
      return { stop: () => void heard.delete(key) };
    },
    onGap: (callback: () => void) => void (gap = callback),
  } as unknown as Signals;
  const sessions = { find, onEnd: (callback: typeof ended) => void (ended = callback) } as unknown as Sessions;
  const streams = new ClickStreams(signals, sessions, { LIVE_PAGES }, logger, new Metrics('gateway'));
  streams.onModuleInit();
  const fail = (error: Error | null) => void (failure = error);
  return { streams, heard, find, fail, gap: () => gap(), ended: (id: string) => ended(id) };
}

const text = (stream: EventStream): string => String(stream.read() ?? '');
const code = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};
/** One round of what is done every 30 s, a tenth more or less. */
const ROUND_MS = 33_100;
/** As the answer of a reader that went away. */
const leave = async (stream: EventStream) => {
  stream.destroy();
  await jest.advanceTimersByTimeAsync(0);
};
const isOver = async (stream: EventStream): Promise<boolean> => {
  stream.resume();
  await jest.advanceTimersByTimeAsync(0);
  return stream.readableEnded;
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  // This clock begins with 0. What is due at one time shares a timer, and what another test has left waits for a real one of its first minutes.
  jest.advanceTimersByTime(3_600_000);
});
afterEach(() => void jest.useRealTimers());

describe('streams of open pages', () => {
  it('hear of their own workspace, which is listened for while somebody is there', async () => {
    const { streams, heard } = setUp();
    const [one, two, other] = [
      streams.follow(reader('1', { workspace: 'a' })),
      streams.follow(reader('2', { workspace: 'a' })),
      streams.follow(reader('3', { workspace: 'b' })),
    ];
    for (const stream of [one, two, other]) text(stream);
    expect([...heard.keys()]).toEqual(['a', 'b']);
    heard.get('a')?.({ link_ids: ['x'] });
    expect([text(one), text(two), text(other)]).toEqual([
      expect.stringContaining('"x"'),
      expect.stringContaining('"x"'),
      '',
    ]);
    await leave(one);
    expect(heard.has('a')).toBe(true);
    await leave(two);
    expect([...heard.keys()]).toEqual(['b']);
    await streams.onModuleDestroy();
  });

  it('are told to look again where something may have been missed', async () => {
    const { streams, gap } = setUp();
    const stream = streams.follow(reader('1'));
    text(stream);
    gap();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(text(stream)).toContain('event: clicks\ndata: {"link_ids":null}\n\n');
    await streams.onModuleDestroy();
  });

  it('end with their session, and with one that ran out, but not while identity cannot be asked', async () => {
    const { streams, ended, find } = setUp();
    const [out, ranOut, open] = ['1', '2', '3'].map((id) => streams.follow(reader(id)));
    if (!out || !ranOut || !open) throw new Error('three were opened');
    ended('1');
    expect(await isOver(out)).toBe(true);
    find.mockRejectedValueOnce(new AppError('service.unavailable'));
    await jest.advanceTimersByTimeAsync(ROUND_MS);
    find.mockImplementation(async (token) => (token === 't2' ? null : { user: { id: token.replace('t', 'u') } }));
    expect(await isOver(ranOut)).toBe(false);
    await jest.advanceTimersByTimeAsync(ROUND_MS);
    expect([await isOver(ranOut), await isOver(open)]).toEqual([true, false]);
    await streams.onModuleDestroy();
  });

  it('end with one that may do nothing before its address is confirmed', async () => {
    const { streams, find } = setUp();
    const [held, open] = ['1', '2'].map((id) => streams.follow(reader(id)));
    if (!held || !open) throw new Error('two were opened');
    find.mockImplementation(async (token) => ({
      user: { id: token.replace('t', 'u'), must_confirm_email: token === 't1' },
    }));
    expect(await isOver(held)).toBe(false);
    await jest.advanceTimersByTimeAsync(ROUND_MS);
    expect([await isOver(held), await isOver(open)]).toEqual([true, false]);
    await streams.onModuleDestroy();
  });

  it('end once their session is of somebody else, of whom no event told', async () => {
    const { streams, find } = setUp();
    const [former, own] = [streams.follow(reader('1', { user: 'customer' })), streams.follow(reader('1'))];
    find.mockRejectedValueOnce(new AppError('service.unavailable'));
    await jest.advanceTimersByTimeAsync(ROUND_MS);
    expect(await isOver(former)).toBe(false);
    await jest.advanceTimersByTimeAsync(ROUND_MS);
    expect([await isOver(former), await isOver(own)]).toEqual([true, false]);
    await streams.onModuleDestroy();
  });

  it('leave nothing behind: whose pages are closed is not asked for any more', async () => {
    const { streams, find } = setUp();
    const [one, two] = [streams.follow(reader('1')), streams.follow(reader('2'))];
    await leave(one);
    await jest.advanceTimersByTimeAsync(ROUND_MS);
    expect(find.mock.calls.map(([token]) => token)).toEqual(['t2']);
    await leave(two);
    find.mockClear();
    await jest.advanceTimersByTimeAsync(ROUND_MS);
    expect(find).not.toHaveBeenCalled();
    await streams.onModuleDestroy();
  });

  it('are not counted where their workspace cannot be listened for', async () => {
    const { streams, fail } = setUp(1);
    fail(new Error('the connection is closed'));
    for (const id of ['1', '2']) expect(code(() => streams.follow(reader(id)))).toContain('closed');
    fail(null);
    expect(code(() => streams.follow(reader('3')))).toBe('none');
    await streams.onModuleDestroy();
  });

  it('are kept connected', async () => {
    const { streams } = setUp();
    const stream = streams.follow(reader('1'));
    text(stream);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(text(stream)).toMatch(/^(:\n\n){2,3}$/);
    await streams.onModuleDestroy();
  });

  it('are so many of a session and of all, and none once the server closes', async () => {
    const { streams } = setUp(22);
    const own = Array.from({ length: 20 }, () => streams.follow(reader('1')));
    expect(code(() => streams.follow(reader('1')))).toBe('request.rate_limited');
    if (own[0]) await leave(own[0]);
    expect(code(() => streams.follow(reader('1')))).toBe('none');
    for (const id of ['2', '3']) expect(code(() => streams.follow(reader(id)))).toBe('none');
    expect(code(() => streams.follow(reader('4')))).toBe('service.busy');
    streams.endAll();
    if (own[1]) expect(await isOver(own[1])).toBe(true);
    if (own[1]) await leave(own[1]);
    expect(code(() => streams.follow(reader('5')))).toBe('service.busy');
    await streams.onModuleDestroy();
  });

  it('are so many of a person, however often they sign in', async () => {
    const { streams } = setUp(1_000);
    const open = (session: number, user: string) =>
      streams.follow(reader(String(session), { user, ip: `192.0.2.${session}` }));
    const own = Array.from({ length: 60 }, (_, index) => open(Math.floor(index / 10), 'ada'));
    expect(code(() => open(7, 'ada'))).toBe('request.rate_limited');
    expect(code(() => open(8, 'bob'))).toBe('none');
    if (own[0]) await leave(own[0]);
    expect([code(() => open(7, 'ada')), code(() => open(7, 'ada'))]).toEqual(['none', 'request.rate_limited']);
    await streams.onModuleDestroy();
  });

  it('are an eighth of a network at most, however many accounts come from it', async () => {
    const { streams } = setUp(1_000);
    const open = (person: number, ip: string) => streams.follow(reader(String(person), { ip }));
    const own = Array.from({ length: 125 }, (_, person) => open(person, `2001:db8:1:1::${person + 1}`));
    expect(code(() => open(200, '2001:db8:1:1:ffff::1'))).toBe('request.rate_limited');
    expect(code(() => open(201, '2001:db8:1:2::1'))).toBe('none');
    expect(code(() => open(202, '192.0.2.7'))).toBe('none');
    if (own[0]) await leave(own[0]);
    expect(code(() => open(203, '2001:db8:1:1:ffff::1'))).toBe('none');
    await streams.onModuleDestroy();
  });

  it('are none for who has enough of them, also where no place is left', async () => {
    const { streams } = setUp(20);
    for (let n = 0; n < 20; n += 1) streams.follow(reader('1'));
    expect([code(() => streams.follow(reader('1'))), code(() => streams.follow(reader('2')))]).toEqual([
      'request.rate_limited',
      'service.busy',
    ]);
    await streams.onModuleDestroy();
  });
});
