import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { sessionChanged, sessionEnded, userChanged } from '@linkway/contracts';
import type { EventTail, RpcClient } from '@linkway/platform';
import type { Session } from '../http/api-request.js';
import { Sessions } from './sessions.js';

function setUp(answer: () => Promise<Session | null>) {
  let asked = 0;
  let ended: (event: { session_id?: string; user_id: string }, envelope: { type: string }) => void = () => undefined;
  let gap = () => undefined as void;
  let isHeard = true;
  const rpc = {
    call: () => {
      asked += 1;
      return answer();
    },
  } as unknown as RpcClient;
  const tail = {
    follow: (_contracts: unknown, handler: typeof ended) => {
      ended = handler;
      return { onGap: (callback: () => void) => void (gap = callback), isHeard: () => isHeard, stop: () => undefined };
    },
  } as unknown as EventTail;
  const sessions = new Sessions(rpc, tail);
  sessions.onModuleInit();
  return {
    sessions,
    asked: () => asked,
    end: (id: string) => ended({ session_id: id, user_id: id }, { type: sessionEnded.subject }),
    change: (id: string) => ended({ user_id: id }, { type: userChanged.subject }),
    changeSession: (id: string) => ended({ session_id: id, user_id: id }, { type: sessionChanged.subject }),
    gap: () => gap(),
    hear: (heard: boolean) => void (isHeard = heard),
  };
}

function session(expiresInMs = 60_000): Session {
  const id = randomUUID();
  return {
    session_id: randomUUID(),
    expires_at: new Date(Date.now() + expiresInMs).toISOString(),
    user: {
      id,
      email: 'ada@example.com',
      full_name: 'Ada',
      role: 'user',
      workspace_id: id,
      subscription_type: 'basic',
      created_at: new Date().toISOString(),
    },
  };
}

afterEach(() => void jest.restoreAllMocks());

describe('Sessions', () => {
  it('asks once for a token in a while, known or not', async () => {
    const known = session();
    const { sessions, asked } = setUp(async () => known);
    expect(await sessions.find('token')).toBe(known);
    expect(await sessions.find('token')).toBe(known);
    expect(asked()).toBe(1);
    const unknown = setUp(async () => null);
    expect(await unknown.sessions.find('token')).toBeNull();
    expect(await unknown.sessions.find('token')).toBeNull();
    expect(unknown.asked()).toBe(1);
  });

  it('refuses a session that ended, even when its answer was on the way then', async () => {
    const late = session();
    const under = Promise.withResolvers<Session | null>();
    const answers = [under.promise];
    const { sessions, end } = setUp(() => answers.shift() ?? Promise.resolve(null));
    const finding = sessions.find('token');
    end(late.session_id);
    under.resolve(late);
    expect(await finding).toBeNull();
    expect(await sessions.find('token')).toBeNull();
  });

  it('asks anew about the sessions of a user who has changed, also for what was on the way, and about no others', async () => {
    const [one, other] = [session(), session()];
    const { sessions, asked, change } = setUp(async () => (asked() % 2 === 1 ? one : other));
    expect([await sessions.find('one'), await sessions.find('other')]).toEqual([one, other]);
    change(one.user.id);
    expect(await sessions.find('other')).toBe(other);
    expect(asked()).toBe(2);
    const finding = sessions.find('one');
    change(one.user.id);
    expect(await finding).toBe(one);
    await sessions.find('one');
    expect(asked()).toBe(4);
  });

  it('asks anew about a session that is somebody else’s now, also for what was on the way, and ends its pages', async () => {
    const own = session();
    const { sessions, asked, changeSession } = setUp(async () => own);
    const ended: string[] = [];
    sessions.onEnd((id) => ended.push(id));
    await sessions.find('token');
    changeSession(own.session_id);
    const finding = sessions.find('token');
    changeSession(own.session_id);
    expect(await finding).toBe(own);
    expect(await sessions.find('token')).toBe(own);
    expect(asked()).toBe(3);
    expect(ended).toEqual([own.session_id, own.session_id]);
  });

  it('of an administrator who acts as a user, asks anew when either has changed, and when the time is over', async () => {
    const by = { id: randomUUID(), email: 'admin@example.com', full_name: 'Admin' };
    const until = (ms: number) => ({ by, expires_at: new Date(Date.now() + ms).toISOString() });
    const acting = { ...session(), impersonation: until(60_000) };
    const { sessions, asked, change } = setUp(async () => acting);
    const ended: string[] = [];
    sessions.onEnd((id) => ended.push(id));
    await sessions.find('token');
    expect(sessions.recentUser('token')).toBe(by.id);
    change(acting.user.id);
    await sessions.find('token');
    change(by.id);
    await sessions.find('token');
    await sessions.find('token');
    expect(asked()).toBe(3);
    expect(ended).toEqual([acting.session_id, acting.session_id]);
    acting.impersonation = until(-1);
    await sessions.find('token');
    expect(asked()).toBe(4);
  });

  it('keeps what is on the way while others change, however many they are', async () => {
    const mine = session();
    const under = Promise.withResolvers<Session | null>();
    const { sessions, asked, change, changeSession } = setUp(() => under.promise);
    const finding = sessions.find('token');
    change(randomUUID());
    changeSession(randomUUID());
    under.resolve(mine);
    await finding;
    for (let other = 0; other < 1_000; other += 1) change(randomUUID());
    expect(await sessions.find('token')).toBe(mine);
    expect(asked()).toBe(1);
  });

  it('believes no refusal that was on the way while something changed, which may have let it in', async () => {
    const under = Promise.withResolvers<Session | null>();
    const answers: Promise<Session | null>[] = [under.promise, Promise.resolve(session())];
    const { sessions, change } = setUp(() => answers.shift() ?? Promise.resolve(null));
    const finding = sessions.find('token');
    change(randomUUID());
    under.resolve(null);
    expect(await finding).toBeNull();
    expect(await sessions.find('token')).not.toBeNull();
  });

  it('asks anew about all sessions of a user who has changed, and forgets nobody who was found again meanwhile', async () => {
    const user = session().user;
    const all = ['a', 'b', 'c'].map(() => ({ ...session(), user }));
    const { sessions, asked, change } = setUp(async () => all[(asked() - 1) % 3] ?? null);
    for (const token of ['a', 'b', 'c']) await sessions.find(token);
    for (const time of [1, 2]) {
      change(user.id);
      for (const token of ['a', 'b', 'c']) await sessions.find(token);
      expect(asked()).toBe(3 + 3 * time);
    }
  });

  it('tells no longer whose a token was that has ended here, or that identity knows no more', async () => {
    const mine = session();
    const answers = [mine, mine];
    let now = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const { sessions, end } = setUp(async () => answers.shift() ?? null);
    await sessions.find('token');
    await sessions.find('other');
    expect([sessions.recentUser('token'), sessions.recentUser('other')]).toEqual([mine.user.id, mine.user.id]);
    end(mine.session_id);
    expect(sessions.recentUser('other')).toBeUndefined();
    now += 61_000;
    expect(await sessions.find('token')).toBeNull();
    expect(sessions.recentUser('token')).toBeUndefined();
  });

  it('refuses a cached session once it has expired', async () => {
    const { sessions } = setUp(async () => session(-1));
    expect(await sessions.find('token')).toBeNull();
  });

  it('asks again after events may have been missed, also for what was on the way', async () => {
    const known = session();
    const { sessions, asked, gap } = setUp(async () => known);
    await sessions.find('token');
    gap();
    const finding = sessions.find('token');
    gap();
    await finding;
    await sessions.find('token');
    expect(asked()).toBe(3);
  });

  it('believes what identity said for a minute while it hears of ends, and for five seconds while it does not', async () => {
    const known = session(3_600_000);
    const { sessions, asked, hear } = setUp(async () => known);
    let now = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    await sessions.find('token');
    now += 40_000;
    await sessions.find('token');
    expect(asked()).toBe(1);
    hear(false);
    await sessions.find('token');
    expect(asked()).toBe(2);
    now += 4_999;
    await sessions.find('token');
    expect(asked()).toBe(2);
    now += 2;
    await sessions.find('token');
    expect(asked()).toBe(3);
    hear(true);
    now += 60_000;
    await sessions.find('token');
    expect(asked()).toBe(4);
  });

  it('asks again soon about what was no session', async () => {
    const { sessions, asked } = setUp(async () => null);
    let now = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    await sessions.find('token');
    now += 5_001;
    await sessions.find('token');
    expect(asked()).toBe(2);
  });

  it('does not remember that identity was away', async () => {
    let fail = true;
    const { sessions } = setUp(async () => {
      if (fail) throw new Error('away');
      return session();
    });
    await expect(sessions.find('token')).rejects.toThrow('away');
    fail = false;
    expect(await sessions.find('token')).not.toBeNull();
  });

  it('stays ended where more end than are remembered, also for an answer that was under way', async () => {
    const mine = session();
    const under = Promise.withResolvers<Session | null>();
    const answers: Promise<Session | null>[] = [Promise.resolve(mine), under.promise];
    const { sessions, end, asked } = setUp(() => answers.shift() ?? Promise.resolve(null));
    expect(await sessions.find('token')).toBe(mine);
    const late = session();
    const asking = sessions.find('late');
    end(mine.session_id);
    end(late.session_id);
    for (let other = 0; other < 20_000; other += 1) end(randomUUID());
    under.resolve(late);
    await asking;
    expect([await sessions.find('token'), await sessions.find('late')]).toEqual([null, null]);
    expect(asked()).toBe(4);
  });

  it('stays ended where more end than are remembered, also for an answer that came after its end', async () => {
    const late = session();
    const under = Promise.withResolvers<Session | null>();
    const answers: Promise<Session | null>[] = [under.promise];
    const { sessions, end } = setUp(() => answers.shift() ?? Promise.resolve(null));
    const asking = sessions.find('late');
    end(late.session_id);
    under.resolve(late);
    expect(await asking).toBeNull();
    for (let other = 0; other < 20_000; other += 1) end(randomUUID());
    expect(await sessions.find('late')).toBeNull();
  });
});
