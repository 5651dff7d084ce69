import { beforeAll, expect, it } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { problem, serveApi, startApp } from '../../testing';
import { api } from '../api';
import { loadSession, resumeSession, signOut, useSession } from './store';

beforeAll(() => startApp());

const me = { body: { id: '1', email: 'ann@example.com' } };
const outage = { 'GET /api/me': problem(503, 'service.unavailable') };
const csrf = { 'GET /api/auth/csrf': { body: { csrf_token: 'a' } } };

const looked = () => act(async () => void window.dispatchEvent(new Event('focus')));

it('asks nothing of a visitor who never signed in, tells an outage from a sign-out, and clears the browser on sign-out', async () => {
  const quiet = serveApi({});
  const { result } = renderHook(useSession);
  await act(resumeSession);
  expect([result.current.state, quiet.length]).toEqual(['signed-out', 0]);

  serveApi(outage);
  await act(loadSession);
  expect(result.current).toMatchObject({ state: 'problem', problem: { code: 'service.unavailable' } });

  serveApi({ 'GET /api/me': me });
  await act(loadSession);
  expect(result.current).toMatchObject({ state: 'signed-in', me: { email: 'ann@example.com' } });

  serveApi(outage);
  await act(loadSession);
  expect(result.current.state).toBe('signed-in');

  serveApi({ 'GET /api/me': problem(401, 'auth.unauthenticated') });
  await act(loadSession);
  expect(result.current).toEqual({ state: 'signed-out', why: 'ended', email: me.body.email });

  // What a guest made here, and what it is told to be his by, is no account's.
  const guest = { guest_links: '[]', guest_device_id: 'device-1234' };
  for (const [key, value] of Object.entries({ ...guest, draft: 'x' })) localStorage.setItem(key, value);
  serveApi({ ...csrf, 'POST /api/auth/logout': { status: 204 } });
  await act(signOut);
  expect(result.current).toEqual({ state: 'signed-out', why: 'left' });
  expect(Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]))).toEqual(guest);
});

it('says whose page it is, and keeps the page when another tab signs in somebody else, or signs out', async () => {
  const { result } = renderHook(useSession);
  const requests = serveApi({ 'GET /api/me': me, 'GET /api/domains': { body: { data: [] } } });
  await act(loadSession);
  await act(() => api.GET('/api/domains'));
  expect(requests.map(({ headers }) => headers.get('x-linkway-account'))).toEqual([null, '1']);

  const other = problem(409, 'session.other_account');
  const asked = serveApi({ 'GET /api/me': other, 'GET /api/domains': other });
  await looked();
  await waitFor(() =>
    expect(result.current).toMatchObject({ state: 'signed-in', elsewhere: 'other', me: { id: '1' } }),
  );
  expect(asked[0]?.headers.get('x-linkway-account')).toBe('1');

  serveApi({ 'GET /api/me': problem(401, 'auth.unauthenticated') });
  await looked();
  await waitFor(() => expect(result.current).toMatchObject({ state: 'signed-in', elsewhere: 'out' }));
  // What the page asks by itself does not send it away either.
  await act(() => loadSession());
  expect(result.current).toMatchObject({ state: 'signed-in', elsewhere: 'out' });

  serveApi(outage);
  await looked();
  expect(result.current).toMatchObject({ elsewhere: 'out' });
  serveApi({ 'GET /api/me': me });
  await looked();
  await waitFor(() => expect(result.current).toEqual({ state: 'signed-in', me: me.body }));

  // So does who is answered by an API that does not compare.
  serveApi({ 'GET /api/me': { body: { ...me.body, id: '2' } } });
  await looked();
  await waitFor(() =>
    expect(result.current).toMatchObject({ state: 'signed-in', elsewhere: 'other', me: { id: '1' } }),
  );
  serveApi({ 'GET /api/me': me });
  await looked();
  await waitFor(() => expect(result.current).toEqual({ state: 'signed-in', me: me.body }));

  // A call of a page learns it as well.
  serveApi({ 'GET /api/domains': other });
  await act(() => api.GET('/api/domains').then(String, String));
  expect(result.current).toMatchObject({ state: 'signed-in', elsewhere: 'other' });
  serveApi({ ...csrf, 'POST /api/auth/logout': { status: 204 } });
  await act(signOut);
});

it('goes on where the refused call was of a session that another has followed, and believes that it is over once that is said', async () => {
  const { result } = renderHook(useSession);
  const domains = { body: { data: [] } };
  serveApi({ 'GET /api/me': me });
  await act(loadSession);

  let calls = 0;
  const late = () => (++calls === 1 ? problem(401, 'auth.unauthenticated') : domains);
  serveApi({ 'GET /api/me': me, 'GET /api/domains': late });
  expect((await act(() => api.GET('/api/domains'))).data).toEqual(domains.body);
  expect([calls, result.current]).toEqual([2, { state: 'signed-in', me: me.body }]);

  // Once more and no further, where two nodes tell of it otherwise.
  const over = problem(401, 'auth.unauthenticated');
  const twice = serveApi({ 'GET /api/me': me, 'GET /api/domains': over });
  expect(await act(() => api.GET('/api/domains').then(String, (error: Error) => error.message))).toContain(
    'auth.unauthenticated',
  );
  expect(twice.filter(({ url }) => url.endsWith('/domains'))).toHaveLength(2);
  expect(result.current).toEqual({ state: 'signed-in', me: me.body });

  // A question that failed is no answer, and another's session is not this one's end.
  serveApi({ ...outage, 'GET /api/domains': over });
  await act(() => api.GET('/api/domains').then(String, String));
  expect(result.current).toEqual({ state: 'signed-in', me: me.body });
  serveApi({ 'GET /api/me': problem(409, 'session.other_account'), 'GET /api/domains': over });
  await act(() => api.GET('/api/domains').then(String, String));
  expect(result.current).toMatchObject({ state: 'signed-in', elsewhere: 'other' });
  serveApi({ 'GET /api/me': me });
  await looked();
  await waitFor(() => expect(result.current).toEqual({ state: 'signed-in', me: me.body }));

  const asked = serveApi({ 'GET /api/me': over, 'GET /api/domains': over });
  await act(() => Promise.all([1, 2, 3].map(() => api.GET('/api/domains').then(String, String))));
  expect(result.current).toEqual({ state: 'signed-out', why: 'ended', email: me.body.email });
  expect(asked.map(({ url }) => new URL(url).pathname).filter((path) => path === '/api/me')).toHaveLength(1);
});
