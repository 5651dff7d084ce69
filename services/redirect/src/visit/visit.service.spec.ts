import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type AppLogger, type FloodReporter, Metrics } from '@linkway/platform';
import { BlockedBook } from '../blocked/blocked-book.js';
import type { ClickLog } from '../click/click-log.js';
import type { RedirectConfig } from '../config.js';
import type { Cities } from '../country/cities.js';
import type { Countries } from '../country/countries.js';
import { HostBook } from '../host/host-book.js';
import type { OrphanVisits } from '../orphan/orphan-visits.js';
import { digestOf } from '../own-visits/own-visits.js';
import { route } from '../route/fake-route.js';
import type { Refused } from '../route/misses.js';
import type { RouteDirectory } from '../route/route-directory.js';
import { WorkspaceBook } from '../workspace/workspace-book.js';
import type { AdmissionService } from './admission.service.js';
import { Outcomes } from './outcomes.js';
import { VisitService } from './visit.service.js';

const IP = '203.0.113.7';
const find = jest.fn<RouteDirectory['find']>();
const foundMeanwhile = jest.fn<RouteDirectory['foundMeanwhile']>();
const flooded = jest.fn<FloodReporter['count']>();
const orphan = jest.fn<OrphanVisits['count']>();
const append = jest.fn<ClickLog['append']>();
const country = jest.fn<Countries['find']>();
const city = jest.fn<Cities['find']>();

let visits: VisitService;
let workspaces: WorkspaceBook;
let blocked: BlockedBook;
beforeEach(() => {
  jest.useFakeTimers();
  const config = { WEB_URL: 'https://go.test', TRUSTED_PROXIES: [], PROXY_SECRET: '', SESSION_COOKIE: 's' };
  workspaces = new WorkspaceBook();
  blocked = new BlockedBook();
  visits = new VisitService(
    { find, foundMeanwhile } as unknown as RouteDirectory,
    new HostBook([]),
    workspaces,
    blocked,
    { find: country } as unknown as Countries,
    { find: city } as unknown as Cities,
    { append } as unknown as ClickLog,
    {} as AdmissionService,
    new Outcomes(new Metrics('test')),
    { count: flooded } as unknown as FloodReporter,
    { count: orphan } as unknown as OrphanVisits,
    config as unknown as RedirectConfig,
    { warn: () => undefined } as unknown as AppLogger,
  );
});
afterEach(() => {
  jest.useRealTimers();
  jest.resetAllMocks();
});

/** Of the visit that was begun last. */
let socket = { remoteAddress: IP, destroyed: false };

/** Answers what pages it was sent. */
function visit(...headers: string[]) {
  socket = { remoteAddress: IP, destroyed: false };
  const request = { url: '/abc', method: 'GET', rawHeaders: ['host', 'go.test', ...headers], socket };
  const writeHead = jest.fn<(status: number, headers: readonly string[]) => void>();
  const response = { req: request, writeHead, end: () => undefined };
  visits.answer(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  return writeHead;
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

it('an address that is blocked is told so, looks nothing up and is no click, until it is let in again', () => {
  find.mockReturnValue(route());
  blocked.hear({ version: 2, blocked: [{ address: '203.0.113.0/24', expires_at: null }] });
  expect(visit().mock.calls[0]?.[0]).toBe(403);
  expect([find.mock.calls.length, append.mock.calls.length]).toEqual([0, 0]);
  blocked.hear({ version: 1, blocked: [] });
  expect(visit().mock.calls[0]?.[0]).toBe(403);
  blocked.hear({ version: 3, blocked: [{ address: '203.0.113.8', expires_at: null }] });
  visit();
  expect(append).toHaveBeenCalledTimes(1);
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

it('a link that is in memory is paused from the moment that its workspace is shut, and opens with it again', () => {
  const known = route({ workspace_id: '0197a000-0000-7000-8000-00000000000a' });
  find.mockReturnValue(known);
  const decided = () => {
    append.mockClear();
    const pages = visit();
    return [append.mock.calls.length, ...pages.mock.calls.map(([status]) => status)];
  };
  const tell = (is_shut: boolean, version: number) =>
    workspaces.apply({ workspace_id: known.workspace_id ?? '', is_shut, version });
  expect(decided()).toEqual([1]);
  tell(true, 2);
  expect(decided()).toEqual([0, 404]);
  tell(false, 3);
  expect(decided()).toEqual([1]);
});

describe('a link of who has privacy mode', () => {
  const workspace_id = '0197a000-0000-7000-8000-00000000000a';
  const [mine, another] = ['m'.repeat(24), 'n'.repeat(24)];
  const cookie = (token: string) => ['cookie', `language=vi; linkway_own_visits=${token}; x=y`];
  const privacy = (token: string | null, version: number) =>
    workspaces.apply({ workspace_id, is_shut: false, own_visits: token && digestOf(token), version });
  /** Whether it is a click, the status, and whether it asks not to be indexed. */
  const decided = (...headers: string[]) => {
    append.mockReset();
    append.mockImplementation((_json, _hash, then) => then());
    const [[status, sent] = []] = visit(...headers).mock.calls;
    return [append.mock.calls.length, status, sent?.includes('X-Robots-Tag')];
  };

  it.each<[string, string[], unknown[]]>([
    ['its owner', cookie(mine), [0, 302, true]],
    ['its owner, who sends nothing else', ['cookie', `linkway_own_visits=${mine}`], [0, 302, true]],
    [
      'its owner, beside what another host has set',
      ['cookie', `linkway_own_visits=${another}; linkway_own_visits=${mine}`],
      [0, 302, true],
    ],
    [
      'its owner, beside a name that ends so',
      ['cookie', `xlinkway_own_visits=1; linkway_own_visits=${mine}`],
      [0, 302, true],
    ],
    ['who sends it under another name', ['cookie', `xlinkway_own_visits=${mine}`], [1, 302, true]],
    ['another owner', cookie(another), [1, 302, true]],
    ['nobody in particular', [], [1, 302, true]],
    ['somebody who sends what cannot be one', cookie('x'), [1, 302, true]],
  ])('is visited by %s', (_who, headers, told) => {
    find.mockReturnValue(route({ workspace_id }));
    privacy(mine, 2);
    expect(decided(...headers)).toEqual(told);
  });

  it('counts its owner from the moment that it is off, and knows no browser by a former token', () => {
    find.mockReturnValue(route({ workspace_id }));
    privacy(mine, 2);
    privacy(null, 3);
    expect(decided(...cookie(mine))).toEqual([1, 302, false]);
    privacy(another, 4);
    expect([decided(...cookie(mine)), decided(...cookie(another))]).toEqual([
      [1, 302, true],
      [0, 302, true],
    ]);
  });

  it.each([null, '0197a000-0000-7000-8000-00000000000b'])('is another matter than one of %s', (workspace) => {
    find.mockReturnValue(route({ workspace_id: workspace }));
    privacy(mine, 2);
    expect(decided(...cookie(mine))).toEqual([1, 302, false]);
  });
});

it('counts a visit that is refused for its network as a flood, and none that is refused for all', () => {
  find.mockReturnValue({ refused: 'busy', retryAfterSeconds: 5 });
  visit();
  expect(flooded).not.toHaveBeenCalled();
  find.mockReturnValue({ refused: 'flooding', retryAfterSeconds: 5 });
  visit();
  visit();
  expect(flooded.mock.calls).toEqual([[IP], [IP]]);
});

describe('a visit that leads nowhere', () => {
  const workspace_id = '0197a000-0000-7000-8000-00000000000a';
  const counted = () => orphan.mock.calls.map(([, reason, of]) => [reason, of?.link_id ?? null]);

  it('is counted by its reason, with the link where there is one', () => {
    const paused = route({ is_active: false });
    find.mockReturnValueOnce(null).mockReturnValueOnce(paused).mockReturnValueOnce(route());
    for (let visited = 0; visited < 3; visited += 1) visit();
    expect(counted()).toEqual([
      ['unknown', null],
      ['paused', paused.link_id],
    ]);
  });

  it('is counted when it is turned away', async () => {
    find.mockReturnValue({ refused: 'busy', retryAfterSeconds: 1 });
    foundMeanwhile.mockReturnValue(null);
    visit();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(counted()).toEqual([['busy', null]]);
  });

  it('is not counted of its owner in privacy mode', () => {
    const token = 'm'.repeat(24);
    workspaces.apply({ workspace_id, is_shut: false, own_visits: digestOf(token), version: 2 });
    find.mockReturnValue(route({ workspace_id, is_active: false }));
    expect(visit('cookie', `linkway_own_visits=${token}`).mock.calls[0]?.[0]).toBe(404);
    expect(counted()).toEqual([]);
    visit();
    expect(counted()).toHaveLength(1);
  });
});

describe('a link with rules', () => {
  const rule = () => /"rule":"([^"]*)"/.exec(String(append.mock.calls.at(-1)?.[0]))?.[1];
  const ruleOf = (...all_of: { kind: string; values: string[] }[]) => ({
    rules: [{ url: 'https://rule.example.com/', any_of: [{ all_of }] }],
  });

  it('is answered in the same turn, by what the visit brings', () => {
    find.mockReturnValue(route(ruleOf({ kind: 'language', values: ['vi'] })));
    visit('accept-language', 'vi-VN,vi;q=0.9,en;q=0.8');
    expect(rule()).toBe('rule:1');
    visit('accept-language', 'en,vi;q=0.9');
    expect(rule()).toBe('default');
    expect([country, city].map((asked) => asked.mock.calls)).toEqual([[], []]);
  });

  it('is told where the visitor is as far as a rule asks for it', async () => {
    find.mockReturnValue(route(ruleOf({ kind: 'country', values: ['VN'] })));
    country.mockReturnValue('VN');
    visit();
    expect([rule(), city.mock.calls]).toEqual(['rule:1', []]);
    country.mockClear();
    find.mockReturnValue(route(ruleOf({ kind: 'city', values: ['Hanoi'] })));
    city.mockResolvedValue('Hanoi');
    visit();
    await jest.advanceTimersByTimeAsync(1);
    expect([rule(), append.mock.calls.length, country.mock.calls]).toEqual(['rule:1', 2, []]);
  });
});

describe('a link that targets by country', () => {
  const there = { location_targeting: { VN: 'https://vn.example.com/' } };
  const rule = () => /"rule":"([^"]*)"/.exec(String(append.mock.calls.at(-1)?.[0]))?.[1];

  it('is answered in the same turn while countries are in memory', () => {
    find.mockReturnValue(route(there));
    country.mockReturnValue('VN');
    visit();
    expect([country.mock.calls, rule()]).toEqual([[[IP]], 'country:VN']);
  });

  it('waits for them, and is no click of whoever leaves meanwhile', async () => {
    find.mockReturnValue(route(there));
    const [stays, leaves] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    country.mockReturnValueOnce(stays.promise).mockReturnValueOnce(leaves.promise);
    visit();
    visit();
    socket.destroyed = true;
    expect(append).not.toHaveBeenCalled();
    leaves.resolve('VN');
    stays.resolve('VN');
    await jest.advanceTimersByTimeAsync(1);
    expect([append.mock.calls.length, rule()]).toEqual([1, 'country:VN']);
  });

  it('alone asks for them', () => {
    find.mockReturnValue(route());
    visit();
    expect(country).not.toHaveBeenCalled();
  });
});
