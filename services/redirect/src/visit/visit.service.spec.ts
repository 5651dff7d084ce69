import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type AppLogger, Metrics } from '@linkway/platform';
import type { ClickLog } from '../click/click-log.js';
import type { RedirectConfig } from '../config.js';
import { HostBook } from '../host/host-book.js';
import { route } from '../route/fake-route.js';
import type { Refused } from '../route/misses.js';
import type { RouteDirectory } from '../route/route-directory.js';
import type { AdmissionService } from './admission.service.js';
import { Outcomes } from './outcomes.js';
import { VisitService } from './visit.service.js';

const IP = '203.0.113.7';
const find = jest.fn<RouteDirectory['find']>();
const foundMeanwhile = jest.fn<RouteDirectory['foundMeanwhile']>();
const append = jest.fn<ClickLog['append']>();

let visits: VisitService;
beforeEach(() => {
  jest.useFakeTimers();
  const config = { WEB_URL: 'https://go.test', TRUSTED_PROXIES: [], PROXY_SECRET: '', SESSION_COOKIE: 's' };
  visits = new VisitService(
    { find, foundMeanwhile } as unknown as RouteDirectory,
    new HostBook([]),
    { append } as unknown as ClickLog,
    {} as AdmissionService,
    new Outcomes(new Metrics('test')),
    config as unknown as RedirectConfig,
    { warn: () => undefined } as unknown as AppLogger,
  );
});
afterEach(() => {
  jest.useRealTimers();
  jest.resetAllMocks();
});

function visit(): void {
  const socket = { remoteAddress: IP, destroyed: false };
  const request = { url: '/abc', method: 'GET', rawHeaders: ['host', 'go.test'], socket };
  visits.answer(request as unknown as IncomingMessage, { req: request } as unknown as ServerResponse);
}

describe('a link that is known when its visitor is about to be refused', () => {
  it.each<[Refused['refused'], string | null]>([
    ['busy', IP],
    // Its network had nothing left to pay with.
    ['flooding', null],
  ])('opens for one who is refused as %s, and its network gets back what it paid', async (refused, payer) => {
    find.mockReturnValue({ refused, retryAfterSeconds: 1 });
    foundMeanwhile.mockReturnValue(route());
    visit();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(foundMeanwhile.mock.calls).toEqual([[{ code: 'abc', host: 'go.test' }, payer]]);
    expect(append).toHaveBeenCalledTimes(1);
  });
});

it.each([1, -1])('what is in memory ages by a clock that nobody sets, a click is of the one set by %s h', (hours) => {
  find.mockReturnValue(route());
  visit();
  jest.setSystemTime(Date.now() + hours * 3_600_000);
  jest.advanceTimersByTime(1_000);
  visit();
  const [first = 0, second = 0] = find.mock.calls.map(([, , now]) => now);
  expect(second - first).toBe(1_000);
  expect(append.mock.calls.at(-1)?.[0]).toContain(new Date().toISOString());
});
