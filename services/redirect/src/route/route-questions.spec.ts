import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type Route, VERSIONS_LIMIT } from '@linkway/contracts';
import type { RpcClient } from '@linkway/platform';
import { HostBook } from '../host/host-book.js';
import { route } from './fake-route.js';
import { RouteCache } from './route-cache.js';
import { RouteQuestions } from './route-questions.js';
import { nothing, versionOf } from './route-version.js';

const TIMEOUT_MS = 2_000;

const questionsTo = (call: unknown, cache: Pick<RouteCache, 'correct'>): RouteQuestions =>
  new RouteQuestions(
    { findByKeys: async () => [], findElsewhere: async (keys) => keys.map(() => []) },
    { call: call as RpcClient['call'] },
    cache,
    { believable: async (mends) => mends, mend: async () => undefined },
    new HostBook([]),
    { warn: () => undefined },
  );

let asked: number;
let questions: RouteQuestions;
beforeEach(() => {
  jest.useFakeTimers();
  asked = 0;
  const hangs = () => {
    asked += 1;
    return new Promise<never>((_, fail) => setTimeout(() => fail(new Error('timed out')), TIMEOUT_MS));
  };
  questions = questionsTo(hangs, { correct: () => undefined });
});
afterEach(() => {
  jest.useRealTimers();
});

it('checks that wait behind links that hangs fail with the first, and none waits for as long again', async () => {
  const failed: string[] = [];
  for (let number = 0; number < 3 * VERSIONS_LIMIT; number += 1) {
    const known = versionOf(route({ code: `code${number}` }));
    void questions.check(known).catch((error: Error) => failed.push(error.message));
  }
  // The first ones collect for a moment.
  await jest.advanceTimersByTimeAsync(TIMEOUT_MS + 100);
  expect(failed).toEqual(Array(3 * VERSIONS_LIMIT).fill('timed out'));
  expect(asked).toBe(2);
  // What is asked later has a question of its own.
  void questions.check(versionOf(route())).catch((error: Error) => failed.push(error.message));
  await jest.advanceTimersByTimeAsync(TIMEOUT_MS + 100);
  expect(asked).toBe(3);
  expect(failed).toHaveLength(3 * VERSIONS_LIMIT + 1);
});

it.each([
  ['an older version', route({ original_url: 'https://example.com/kept' })],
  ['that there is none', null],
])('what is newer in memory gives way to links that tells %s', async (_what, content: Route | null) => {
  const cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
  const newer = versionOf(route({ version: 7 }));
  const other = versionOf(route({ host: 'other.test', version: 9 }));
  for (const one of [newer, other]) cache.put(one, false);
  const row = { key: ['abc', 'go.test'], version: content?.version ?? null, content };
  const asking = questionsTo(async () => ({ rows: [row], checked: 2 }), cache);
  const checking = Promise.all([asking.check(newer), asking.check(other)]);
  await jest.advanceTimersByTimeAsync(100);
  await checking;
  expect(cache.get('abc', 'go.test')?.known.route).toEqual(content);
  expect(cache.get('abc', 'other.test')?.known).toEqual(other);
});

it('many visits are one question, of which each gets what its own host and any host have', async () => {
  const calls: unknown[] = [];
  const [own, any, other] = [route(), route({ host: '*', code: 'def' }), route({ host: 'other.test' })];
  const asking = questionsTo(
    async (_contract: unknown, input: unknown) => {
      calls.push(input);
      return { routes: [other, any, own], checked: 3 };
    },
    { correct: () => undefined },
  );
  const answers = Promise.all([
    asking.resolve({ code: 'abc', host: 'go.test' }),
    asking.resolve({ code: 'def', host: 'go.test' }),
    asking.resolve({ code: 'none', host: 'go.test' }),
  ]);
  await jest.advanceTimersByTimeAsync(10);
  expect(await answers).toEqual([[versionOf(own)], [versionOf(any)], []]);
  expect(calls).toEqual([{ keys: ['abc', 'def', 'none'].map((code) => ({ code, hosts: ['go.test', '*'] })) }]);
});

interface Asked {
  keys: unknown[];
}

// Links looks at one key at least. An answer that told otherwise must neither end the asking nor make it endless.
it.each([1, 0])(
  'what links left out of an answer that looked at %d keys is asked again, and found',
  async (checked) => {
    const calls: number[] = [];
    const last = route({ code: 'def' });
    const asking = questionsTo(
      async (_contract: unknown, { keys }: Asked) => {
        calls.push(keys.length);
        return keys.length > 1 ? { routes: [], checked } : { routes: [last], checked: 1 };
      },
      { correct: () => undefined },
    );
    const answers = Promise.all(['none', 'gone', 'def'].map((code) => asking.resolve({ code, host: 'go.test' })));
    await jest.advanceTimersByTimeAsync(10);
    expect(await answers).toEqual([[], [], [versionOf(last)]]);
    expect(calls).toEqual([3, 2, 1]);
  },
);

it.each([1, 0])(
  'what links left out of a check that looked at %d keys is checked again, and corrected',
  async (checked) => {
    const calls: number[] = [];
    const cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
    const known = ['abc', 'def', 'ghi'].map((code) => cache.put(versionOf(route({ code })), false).known);
    const changed = route({ code: 'ghi', version: 2, is_active: false });
    const row = { key: ['ghi', 'go.test'], version: 2, content: changed };
    const asking = questionsTo(async (_contract: unknown, { keys }: Asked) => {
      calls.push(keys.length);
      return keys.length > 1 ? { rows: [], checked } : { rows: [row], checked: 1 };
    }, cache);
    const checking = Promise.all(known.map((one) => asking.check(one)));
    await jest.advanceTimersByTimeAsync(100);
    await checking;
    expect(calls).toEqual([3, 2, 1]);
    expect(cache.get('ghi', 'go.test')?.known.route).toEqual(changed);
  },
);

it('of a key that leads nowhere links is told so, since its version alone may be that of a link', async () => {
  const asks: unknown[] = [];
  const asking = questionsTo(
    async (_contract: unknown, { keys }: Asked) => {
      asks.push(...keys);
      return { rows: [], checked: keys.length };
    },
    { correct: () => undefined },
  );
  const ended = { ...versionOf(route({ code: 'ended', version: 3 })), route: null };
  const checking = Promise.all(
    [ended, nothing({ code: 'none', host: '*' }), versionOf(route())].map((one) => asking.check(one)),
  );
  await jest.advanceTimersByTimeAsync(100);
  await checking;
  expect(asks).toEqual([
    { key: ['ended', 'go.test'], version: 3, digest: null },
    { key: ['none', '*'], version: null, digest: null },
    { key: ['abc', 'go.test'], version: 1 },
  ]);
});

it('of a link on another host only what its page needs is kept', async () => {
  const other = route({
    host: 'other.test',
    password_hash: 'x',
    device_targeting: { mobile: 'https://m.example.com/' },
  });
  const targets = {
    fallback_url: 'https://example.com/over',
    system_targeting: {},
    location_targeting: {},
    deep_links: {},
    trackers: {},
    ab_test: null,
  };
  const asking = new RouteQuestions(
    { findByKeys: async () => [], findElsewhere: async () => [[{ ...other, ...targets }]] },
    { call: (() => undefined) as unknown as RpcClient['call'] },
    { correct: () => undefined },
    { believable: async (mends) => mends, mend: async () => undefined },
    new HostBook([]),
    { warn: () => undefined },
  );
  const asked = asking.elsewhere({ code: 'abc', host: 'go.test' });
  await jest.advanceTimersByTimeAsync(10);
  expect(await asked).toEqual({ ...other, original_url: '', password_hash: null, device_targeting: null });
});
