import type { Me } from '@linkway/contracts';
import { useSyncExternalStore } from 'react';
import { api, body } from '../api/client';
import { type ApiProblem, asProblem } from '../api/problem';
import {
  ask,
  forgetCsrf,
  LOGOUT,
  leaveBy,
  refusalOf,
  type SessionRefusal,
  speakFor,
  whenRefused,
} from '../api/transport';
import { inStorage, putInStorage } from '../base/storage';
import { tellOtherTabs, watchOtherTabs } from './other-tabs';

/** `unknown`: not asked yet. A failed question (`problem`) is not an answer: nobody is sent away because the API is down. */
export type Session =
  | { state: 'unknown' }
  | { state: 'loading' }
  /**
   * `elsewhere`: another tab signed somebody else in (`other`), or nobody is signed in any more (`out`). The page stays the
   * one of `me`, with what is typed on it, and the API refuses all that it asks.
   */
  | { state: 'signed-in'; me: Me; elsewhere?: 'other' | 'out' }
  | { state: 'signed-out'; why?: 'left' }
  /** The session ran out while it was in use; whose it was, for as long as the page is open. */
  | { state: 'signed-out'; why: 'ended'; email: string }
  | { state: 'problem'; problem: ApiProblem };

// The session itself is in an HttpOnly cookie. The gateway sets and clears this mark with it, which spares a visitor a
// question whose answer (401) the browser would print as an error.
const MARK = 'linkway_signed_in';
const isMarked = (): boolean => document.cookie.split('; ').includes(`${MARK}=1`);
const dropMark = (): void => {
  document.cookie = `${MARK}=; Path=/; Max-Age=0`;
};

/** Tells nobody what it hears. */
const askMe = (): Promise<Me> => body(api.GET('/api/me', { fetch: ask }));

/** Also of a page that the build has drawn. */
const UNKNOWN: Session = { state: 'unknown' };
let session: Session = UNKNOWN;
/** When it was told, in ms since 1970. */
let toldAt = 0;
export const sessionToldAt = (): number => toldAt;
const listeners = new Set<() => void>();

function set(next: Session): void {
  session = next;
  toldAt = Date.now();
  speakFor(next.state === 'signed-in' ? next.me.id : null);
  if (next.state === 'signed-out') dropMark();
  for (const listener of listeners) listener();
}

const SUCCESSOR_MS = 500;
/** Of the calls that are refused at once one asks. */
let asking: Promise<unknown> | null = null;

whenRefused(async (refusal) => {
  if (refusal === 'auth.unauthenticated' && session.state === 'signed-in' && !session.elsewhere) {
    try {
      // A call that was on its way while the password changed was of the former session: this browser is in another one now, or
      // will be as soon as the answer to the change is here.
      await (asking ??= new Promise((resolve) => setTimeout(resolve, SUCCESSOR_MS)).then(askMe));
      return true;
    } catch (error) {
      const said = refusalOf(asProblem(error));
      if (said !== refusal) {
        if (said) lose(said);
        return false;
      }
    } finally {
      asking = null;
    }
  }
  // Answers that were on their way at a sign-out say nothing new: whoever left goes home and not to the sign-in page.
  if (session.state === 'signed-out') return false;
  // Who was told already that the session is gone or another's keeps the page.
  if (refusal === 'session.other_account' || (session.state === 'signed-in' && session.elsewhere)) lose(refusal);
  else if (session.state === 'signed-in') set({ state: 'signed-out', why: 'ended', email: session.me.email });
  else set({ state: 'signed-out' });
  return false;
});

function lose(refusal: SessionRefusal): void {
  if (session.state !== 'signed-in') return;
  const elsewhere = refusal === 'session.other_account' ? 'other' : 'out';
  if (session.elsewhere !== elsewhere) set({ ...session, elsewhere });
}

/** Whether the session is still this page's. */
async function checkSession(): Promise<void> {
  if (session.state !== 'signed-in') return;
  try {
    const me = await askMe();
    if (session.state !== 'signed-in') return;
    // Also where the API is of a release that does not compare.
    if (me.id !== session.me.id) return lose('session.other_account');
    // They are signed in again, by another session.
    if (session.elsewhere) forgetCsrf();
    set({ state: 'signed-in', me });
  } catch (error) {
    const refusal = refusalOf(asProblem(error));
    if (refusal) lose(refusal);
  }
}

/**
 * Asks who is signed in. Who is known to be stays so while the question cannot be asked. `fresh`: not if that was told in the
 * last so many ms.
 */
export async function loadSession({ fresh = 0 } = {}): Promise<void> {
  if (session.state === 'loading') return;
  if (session.state === 'signed-in' && Date.now() - toldAt < fresh) return;
  if (session.state !== 'signed-in') {
    if (!isMarked()) {
      // Why nobody is signed in stays known.
      if (session.state !== 'signed-out') set({ state: 'signed-out' });
      return;
    }
    set({ state: 'loading' });
  }
  try {
    set({ state: 'signed-in', me: await body(api.GET('/api/me')) });
  } catch (error) {
    const problem = asProblem(error);
    if (problem.code !== 'auth.unauthenticated' && session.state !== 'signed-in') set({ state: 'problem', problem });
  }
}

/** At the start of every page. */
export async function resumeSession(): Promise<void> {
  if (session.state !== 'unknown') return;
  watchOtherTabs(() => void checkSession());
  await loadSession();
}

/** Of the browser and not of an account: a guest's own, made before anybody signed in, and what they are told to be his by. */
const GUESTS = ['guest_links', 'guest_device_id'];

function forget(): void {
  const kept = GUESTS.map((key) => [key, inStorage(key)] as const);
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Nothing can be kept here.
  }
  for (const [key, value] of kept) if (value) putInStorage(key, value);
}

/** Ends the session and clears what this browser kept of it. */
export async function signOut(): Promise<void> {
  await leaveBy(async () => {
    await api.POST(LOGOUT);
    forgetCsrf();
    forget();
    set({ state: 'signed-out', why: 'left' });
  });
  tellOtherTabs();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session =>
  useSyncExternalStore(
    subscribe,
    () => session,
    () => UNKNOWN,
  );
