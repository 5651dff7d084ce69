import { beforeAll, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { problem, serveApi, startApp } from '../../testing';
import { loadSession, resumeSession, signOut, useSession } from './store';

beforeAll(() => startApp());

const me = { body: { id: '1', email: 'ann@example.com' } };
const outage = { 'GET /api/me': problem(503, 'service.unavailable') };
const csrf = { 'GET /api/auth/csrf': { body: { csrf_token: 'a' } } };

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
  expect(result.current).toEqual({ state: 'signed-out', why: 'ended' });

  serveApi({ ...csrf, 'POST /api/auth/logout': { status: 204 } });
  await act(signOut);
  expect(result.current).toEqual({ state: 'signed-out', why: 'left' });
  expect(localStorage.length).toBe(0);
});
