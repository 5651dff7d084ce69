import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { problem, serveApi, startApp } from '../../testing';
import { setLanguage } from '../i18n';
import { api, body } from './client';
import type { ApiProblem } from './problem';
import { forgetCsrf, LOGOUT, leaveBy, speakFor } from './transport';

const login = { email: 'ann@example.com', password: 'secret' };
const caught = (call: Promise<unknown>): Promise<ApiProblem> =>
  call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error) => error,
  );

beforeAll(() => startApp());
beforeEach(forgetCsrf);

describe('calls to the API', () => {
  it('ask in the current language', async () => {
    const requests = serveApi({ 'GET /api/domains': { body: { data: [] } } });
    await setLanguage('vi');
    await body(api.GET('/api/domains'));
    await setLanguage('en');
    expect(requests[0]?.headers.get('accept-language')).toBe('vi');
  });

  it('send one CSRF token with every change, and none with a question', async () => {
    const requests = serveApi({
      'GET /api/auth/csrf': { body: { csrf_token: 'one' } },
      'POST /api/auth/login': { body: {} },
      'GET /api/domains': { body: { data: [] } },
    });
    await api.POST('/api/auth/login', { body: login });
    await api.POST('/api/auth/login', { body: login });
    await api.GET('/api/domains');
    expect(requests.map((request) => [request.method, request.headers.get('x-csrf-token')])).toEqual([
      ['GET', null],
      ['POST', 'one'],
      ['POST', 'one'],
      ['GET', null],
    ]);
  });

  it('fetch the CSRF token anew once when it is out of date', async () => {
    let token = 0;
    const requests = serveApi({
      'GET /api/auth/csrf': () => ({ body: { csrf_token: `t${++token}` } }),
      'POST /api/auth/login': (request) =>
        request.headers.get('x-csrf-token') === 't2' ? { body: {} } : problem(403, 'request.csrf_invalid'),
    });
    await api.POST('/api/auth/login', { body: login });
    expect(await requests.at(-1)?.json()).toEqual(login);

    serveApi({
      'GET /api/auth/csrf': { body: { csrf_token: 'x' } },
      'POST /api/auth/login': problem(403, 'request.csrf_invalid'),
    });
    expect((await caught(api.POST('/api/auth/login', { body: login }))).code).toBe('request.csrf_invalid');
  });

  it('ask for another CSRF token after the session is gone, or is somebody’s that the page did not know of', async () => {
    let token = 0;
    const requests = serveApi({
      'GET /api/auth/csrf': () => ({ body: { csrf_token: `t${++token}` } }),
      'POST /api/auth/login': (request) =>
        request.headers.get('x-csrf-token') === 't1' ? problem(401, 'auth.unauthenticated') : { body: {} },
    });
    await caught(api.POST('/api/auth/login', { body: login }));
    await api.POST('/api/auth/login', { body: login });
    speakFor('1');
    await api.POST('/api/auth/login', { body: login });
    speakFor('1');
    await api.POST('/api/auth/login', { body: login });
    speakFor(null);
    const sent = requests.filter(({ method }) => method === 'POST');
    expect(sent.map(({ headers }) => headers.get('x-csrf-token'))).toEqual(['t1', 't2', 't3', 't3']);
  });

  it('say whose page it is as it was when they began, also when they are tried again', async () => {
    speakFor('1');
    const requests = serveApi({
      'GET /api/auth/csrf': { body: { csrf_token: 'x' } },
      'POST /api/auth/logout': () => {
        // The session ended meanwhile.
        speakFor(null);
        return problem(403, 'request.csrf_invalid');
      },
    });
    await caught(api.POST('/api/auth/logout'));
    const changes = requests.filter(({ method }) => method === 'POST');
    expect(changes.map(({ headers }) => headers.get('x-linkway-account'))).toEqual(['1', '1']);
  });

  it('throw the problem with its code, fields and trace id', async () => {
    const errors = [{ field: 'email', code: 'auth.email_invalid', detail: 'Please enter a valid email address' }];
    serveApi({
      'GET /api/auth/csrf': { body: { csrf_token: 'one' } },
      'POST /api/auth/login': problem(400, 'request.invalid', { errors }),
    });
    const failed = await caught(api.POST('/api/auth/login', { body: login }));
    expect(failed).toMatchObject({ code: 'request.invalid', status: 400, traceId: 'trace-1' });
    expect(failed.fields).toEqual({ email: 'Please enter a valid email address' });
  });

  it('say that Linkway cannot be reached, and understand an answer that is no problem', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
    expect((await caught(api.GET('/api/domains'))).code).toBe('network.unreachable');
    globalThis.fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    expect((await caught(api.GET('/api/domains'))).code).toBe('http.502');
  });

  it('ask for what has changed alone, each account and language for its own', async () => {
    let list = 'a';
    const requests = serveApi({
      'GET /api/domains': (request) =>
        request.headers.get('if-none-match') === `"${list}"`
          ? { status: 304 }
          : { body: { data: [list] }, headers: { etag: `"${list}"` } },
    });
    const data = async () => (await body(api.GET('/api/domains'))).data;
    const asked = () => requests.splice(0).map(({ headers }) => headers.get('if-none-match'));
    speakFor('1');
    expect([await data(), await data()]).toEqual([['a'], ['a']]);
    list = 'b';
    expect(await data()).toEqual(['b']);
    expect(asked()).toEqual([null, '"a"', '"a"']);
    await setLanguage('vi');
    expect([await data(), asked()]).toEqual([['b'], [null]]);
    await setLanguage('en');
    expect([await data(), asked()]).toEqual([['b'], ['"b"']]);
    speakFor('2');
    expect([await data(), asked()]).toEqual([['b'], [null]]);
    speakFor(null);
  });

  it.each([
    ['waits for its end and is not sent, where the session ended', true],
    ['goes on, where the session does', false],
  ])('that are asked during a sign-out: each %s', async (_what, ends) => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const requests = serveApi({
      'GET /api/auth/csrf': { body: { csrf_token: 'a' } },
      'POST /api/auth/logout': async () => {
        await answered;
        return ends ? { status: 204 } : problem(503, 'service.unavailable');
      },
      'GET /api/domains': { body: { data: [] } },
    });
    speakFor('ann');
    const left = leaveBy(async () => {
      await api.POST(LOGOUT);
      speakFor(null);
    }).catch(() => undefined);
    const asked = body(api.GET('/api/domains'));
    const outcome = ends ? caught(asked) : asked;
    await new Promise((resolve) => setTimeout(resolve, 20));
    const paths = () => requests.map(({ url }) => new URL(url).pathname);
    expect(paths()).not.toContain('/api/domains');
    answer();
    await left;
    if (ends) expect(await outcome).toMatchObject({ code: 'auth.unauthenticated', status: 401 });
    else expect(await outcome).toEqual({ data: [] });
    expect(paths().includes('/api/domains')).toBe(!ends);
    speakFor(null);
  });

  it('keep no answer of an account that has signed out, and few of one that has not', async () => {
    const requests = serveApi({
      'GET /api/domains': { body: { data: ['a'] }, headers: { etag: '"a"' } },
      'GET /api/links': { body: { data: [] }, headers: { etag: '"b"' } },
    });
    const tagOf = async (call: Promise<unknown>) => {
      await call;
      return requests.at(-1)?.headers.get('if-none-match');
    };
    speakFor('1');
    expect(await tagOf(api.GET('/api/domains'))).toBeNull();
    expect(await tagOf(api.GET('/api/domains'))).toBe('"a"');
    for (let page = 1; page <= 30; page += 1) await api.GET('/api/links', { params: { query: { page } } });
    expect(await tagOf(api.GET('/api/links', { params: { query: { page: 30 } } }))).toBe('"b"');
    expect(await tagOf(api.GET('/api/domains'))).toBeNull();
    speakFor(null);
    speakFor('1');
    expect(await tagOf(api.GET('/api/domains'))).toBeNull();
    speakFor(null);
  });

  describe('that the page began before its scripts', () => {
    const early = (of: string | null, answer: Promise<Response>, language = 'en') => {
      window.earlyAnswers = { '/api/domains': { language, account: Promise.resolve(of), answer } };
    };
    const soon = () => Promise.resolve(new Response('{"data":["early"]}'));
    const data = async () => (await body(api.GET('/api/domains'))).data;

    it('are answered once, without being asked again', async () => {
      const requests = serveApi({ 'GET /api/domains': { body: { data: ['late'] } } });
      early(null, soon());
      expect([await data(), requests.length]).toEqual([['early'], 0]);
      expect([await data(), requests.length]).toEqual([['late'], 1]);
    });

    it('are asked again where they failed, or are of another account or language', async () => {
      serveApi({ 'GET /api/domains': { body: { data: ['late'] } } });
      early(null, Promise.reject(new TypeError('fetch failed')));
      expect(await data()).toEqual(['late']);
      early('2', soon());
      expect(await data()).toEqual(['late']);
      early(null, soon(), 'vi');
      expect(await data()).toEqual(['late']);
      jest.spyOn(performance, 'now').mockReturnValue(60_000);
      early(null, soon());
      expect(await data()).toEqual(['late']);
      jest.restoreAllMocks();
    });

    it('are asked again after a change, which they know nothing of', async () => {
      serveApi({
        'GET /api/auth/csrf': { body: { csrf_token: 'one' } },
        'POST /api/auth/login': { body: {} },
        'GET /api/domains': { body: { data: ['late'] } },
      });
      early(null, soon());
      await api.POST('/api/auth/login', { body: login });
      expect(await data()).toEqual(['late']);
    });
  });
});
