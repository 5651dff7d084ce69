import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';

/** The browser's, which is not at hand here. */
let told = 0;
let hear = (): void => {};
globalThis.BroadcastChannel = class {
  postMessage(): void {
    told += 1;
  }
  addEventListener(_type: string, listener: () => void): void {
    hear = listener;
  }
} as never;
// What they are drawn with asks who is signed in, and so is of the same browser.
const { problem, serveApi, startApp } = await import('../../testing');
const { loadSession, resumeSession, signOut, useSession } = await import('./store');
const { register, signIn } = await import('./entrance');

const me = { body: { id: '1', email: 'ann@example.com' } };
const csrf = { 'GET /api/auth/csrf': { body: { csrf_token: 'a' } } };
const registration = { email: 'ann@example.com', password: 'secret', full_name: 'Ann', accept_terms: true } as const;

beforeAll(async () => {
  await startApp();
  serveApi({ ...csrf });
  await resumeSession();
});
beforeEach(() => {
  told = 0;
});

it('other tabs are told of each sign-in, registration and sign-out, and of none that failed', async () => {
  serveApi({ ...csrf, 'POST /api/auth/login': problem(401, 'auth.bad_credentials') });
  await signIn({ email: 'ann@example.com', password: 'wrong' }).catch(() => undefined);
  expect(told).toBe(0);
  serveApi({
    ...csrf,
    'POST /api/auth/login': me,
    'POST /api/auth/register': { status: 201, body: me.body },
    'POST /api/auth/logout': { status: 204 },
  });
  await signIn({ email: 'ann@example.com', password: 'secret' });
  expect(told).toBe(1);
  await register(registration);
  expect(told).toBe(2);
  await act(signOut);
  expect(told).toBe(3);
});

it('asks whose session it is when another tab tells, and when it is shown again', async () => {
  const { result } = renderHook(useSession);
  serveApi({ 'GET /api/me': me });
  await act(loadSession);
  serveApi({ 'GET /api/me': problem(409, 'session.other_account') });
  await act(async () => hear());
  await waitFor(() => expect(result.current).toMatchObject({ state: 'signed-in', elsewhere: 'other' }));
  serveApi({ 'GET /api/me': me });
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(result.current).toEqual({ state: 'signed-in', me: me.body }));
  // Signed out there: the page stays, it is not sent to the sign-in.
  serveApi({ 'GET /api/me': problem(401, 'auth.unauthenticated') });
  await act(async () => hear());
  await waitFor(() => expect(result.current).toMatchObject({ elsewhere: 'out' }));
  expect(result.current).toMatchObject({ state: 'signed-in', me: me.body });
});
