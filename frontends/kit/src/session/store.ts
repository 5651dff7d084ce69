import type { Me } from '@linkway/contracts';
import { useSyncExternalStore } from 'react';
import { api, body } from '../api/client';
import { type ApiProblem, asProblem } from '../api/problem';
import { forgetCsrf, whenSignedOut } from '../api/transport';

/** `unknown`: not asked yet. A failed question (`problem`) is not an answer: nobody is sent away because the API is down. */
export type Session =
  | { state: 'unknown' }
  | { state: 'loading' }
  | { state: 'signed-in'; me: Me }
  /** `left`: by the person's own choice; `ended`: the session ran out while it was in use. */
  | { state: 'signed-out'; why?: 'left' | 'ended' }
  | { state: 'problem'; problem: ApiProblem };

// The session itself is in an HttpOnly cookie. The gateway sets and clears this mark with it, which spares a visitor a
// question whose answer (401) the browser would print as an error.
const MARK = 'linkway_signed_in';
const isMarked = (): boolean => document.cookie.split('; ').includes(`${MARK}=1`);
const dropMark = (): void => {
  document.cookie = `${MARK}=; Path=/; Max-Age=0`;
};

let session: Session = { state: 'unknown' };
const listeners = new Set<() => void>();

function set(next: Session): void {
  session = next;
  if (next.state === 'signed-out') dropMark();
  for (const listener of listeners) listener();
}

whenSignedOut(() => {
  // Answers that were on their way at a sign-out say nothing new: whoever left goes home and not to the sign-in page.
  if (session.state === 'signed-out') return;
  set({ state: 'signed-out', ...(session.state === 'signed-in' && { why: 'ended' as const }) });
});

/** Asks who is signed in. Who is known to be stays so while the question cannot be asked. */
export async function loadSession(): Promise<void> {
  if (session.state === 'loading') return;
  if (session.state !== 'signed-in' && !isMarked()) return set({ state: 'signed-out' });
  if (session.state !== 'signed-in') set({ state: 'loading' });
  try {
    set({ state: 'signed-in', me: await body(api.GET('/api/me')) });
  } catch (error) {
    const problem = asProblem(error);
    if (problem.code !== 'auth.unauthenticated' && session.state !== 'signed-in') set({ state: 'problem', problem });
  }
}

/** At the start of every page. */
export async function resumeSession(): Promise<void> {
  if (session.state === 'unknown') await loadSession();
}

export async function signIn(email: string, password: string): Promise<void> {
  await body(api.POST('/api/auth/login', { body: { email, password } }));
  forgetCsrf();
}

export interface Registration {
  email: string;
  password: string;
  full_name: string;
  accept_terms: true;
}

export async function register(input: Registration): Promise<void> {
  await body(api.POST('/api/auth/register', { body: input }));
  forgetCsrf();
}

/** Ends the session and clears what this browser kept of it. */
export async function signOut(): Promise<void> {
  await api.POST('/api/auth/logout');
  forgetCsrf();
  localStorage.clear();
  sessionStorage.clear();
  set({ state: 'signed-out', why: 'left' });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session);
