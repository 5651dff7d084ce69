import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { api, body, type Overview } from '@linkway/kit/api';
import { createQueryClient, QueryClientProvider, usePageQuery } from '@linkway/kit/query';
import { loadSession } from '@linkway/kit/session';
import { problem, serveApi, startApp } from '@linkway/kit/testing';
import { act, cleanup, render } from '@testing-library/react';
import { useLiveClicks } from './live-clicks';

class FakeSource extends EventTarget {
  static last: FakeSource | undefined;
  readyState = 0;
  constructor(readonly url: string) {
    super();
    FakeSource.last = this;
  }
  close(): void {
    this.readyState = 2;
  }
  connect(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(link_ids: string[] | null): void {
    this.dispatchEvent(new MessageEvent('clicks', { data: JSON.stringify({ link_ids }) }));
  }
}

function Page() {
  const refetchInterval = useLiveClicks<Overview>('overview', 'mine', ({ total_links }) => total_links === null);
  usePageQuery({
    queryKey: ['overview'],
    queryFn: () => body(api.GET('/api/analytics/overview', { params: { query: { timezone: 'UTC' } } })),
    refetchInterval,
  });
  return null;
}

let asked: number;
let answer: () => unknown;
const seconds = (count: number) => act(() => jest.advanceTimersByTimeAsync(count * 1_000));

/** How often the page asks within so many seconds. */
async function askedIn(count: number): Promise<number> {
  const before = asked;
  await seconds(count);
  return asked - before;
}

beforeEach(async () => {
  asked = 0;
  answer = () => ({ body: { total_links: 1 } });
  Object.assign(globalThis, { EventSource: FakeSource });
  await startApp();
  serveApi({
    'GET /api/me': { body: { id: '11111111-1111-4111-8111-111111111111', email: 'ada@example.com' } },
    'GET /api/analytics/overview': () => {
      asked += 1;
      return answer() as never;
    },
  });
  await loadSession();
  jest.useFakeTimers();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await seconds(1);
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'EventSource');
});

/** The stream is there, and what that sets off is over. */
async function connect(): Promise<void> {
  await act(async () => FakeSource.last?.connect());
  await seconds(5);
}

describe('a page that shows clicks', () => {
  it('asks by itself until it is told of them, then only as time passes', async () => {
    expect(await askedIn(31)).toBe(3);
    await connect();
    expect(await askedIn(290)).toBe(0);
    expect(await askedIn(20)).toBe(1);
  });

  it('asks when its own link was clicked, or any may have been', async () => {
    await connect();
    for (const [ids, times] of [
      [['other'], 0],
      [['other', 'mine'], 1],
      [null, 1],
    ] as const) {
      const before = asked;
      await act(async () => FakeSource.last?.say(ids && [...ids]));
      await seconds(5);
      expect(asked - before).toBe(times);
    }
  });

  it.each([
    ['an answer that did not come', () => problem(504, 'service.timeout')],
    ['a server that was busy', () => problem(503, 'service.busy')],
    ['an answer that lacks what was away', () => ({ body: { total_links: null } })],
  ])('asks again soon after %s', async (_, ill) => {
    await connect();
    answer = ill;
    await act(async () => FakeSource.last?.say(null));
    await seconds(9);
    answer = () => ({ body: { total_links: 1 } });
    expect(await askedIn(11)).toBeGreaterThan(0);
    expect(await askedIn(100)).toBe(0);
  });

  it('does not insist where it was refused', async () => {
    await connect();
    answer = () => problem(400, 'analytics.range_invalid');
    await act(async () => FakeSource.last?.say(null));
    await seconds(5);
    expect(await askedIn(100)).toBe(0);
  });
});
