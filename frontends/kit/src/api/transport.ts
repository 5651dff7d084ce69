import { currentLanguage } from '../i18n/instance';
import { forgetEarlyAnswers, takeEarlyAnswer } from './early-answers';
import { forgetAnswers, unlessKept } from './kept-answers';
import { ApiProblem, leftProblem, networkProblem, problemOf } from './problem';

export const LOGOUT = '/api/auth/logout';

let csrfToken: Promise<string> | null = null;
let account: string | null = null;

/** What the API says of the session itself: there is none, or it is another account's than the page's. */
export type SessionRefusal = 'auth.unauthenticated' | 'session.other_account';
let onRefusal = async (_refusal: SessionRefusal): Promise<boolean> => false;

/** Told of such an answer to any call; true: the session goes on, and the call is worth another try. */
export function whenRefused(listener: typeof onRefusal): void {
  onRefusal = listener;
}

export const refusalOf = ({ code }: ApiProblem): SessionRefusal | null =>
  code === 'auth.unauthenticated' || code === 'session.other_account' ? code : null;

/** Whose page this is: every call says so, and none is answered out of another account. null: not known, or nobody's. */
export function speakFor(userId: string | null): void {
  // Signed in elsewhere in this browser, it is another session.
  if (account !== userId) forgetCsrf();
  if (account !== null && account !== userId) forgetAnswers();
  account = userId;
}

/** A new session has a new token. */
export function forgetCsrf(): void {
  csrfToken = null;
}

let leaving: Promise<unknown> | null = null;

/**
 * Ends the session by `work`. What a page asks meanwhile waits for its outcome: it goes on if the session does, else it is refused as the API
 * would refuse it, which is not asked.
 */
export async function leaveBy<T>(work: () => Promise<T>): Promise<T> {
  const left = work();
  leaving = left.catch(() => undefined);
  try {
    return await left;
  } finally {
    leaving = null;
  }
}

async function send(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw networkProblem();
  }
}

async function fetchCsrf(base: string): Promise<string> {
  const response = await send(new Request(new URL('/api/auth/csrf', base), { credentials: 'same-origin' }));
  if (!response.ok) throw await problemOf(response);
  return ((await response.json()) as { csrf_token: string }).csrf_token;
}

function token(base: string): Promise<string> {
  csrfToken ??= fetchCsrf(base).catch((error: unknown) => {
    csrfToken = null;
    throw error;
  });
  return csrfToken;
}

/** The fetch of the client. */
export async function transport(request: Request): Promise<Response> {
  const whose = account;
  if (leaving && !request.url.endsWith(LOGOUT)) {
    await leaving;
    if (whose !== account) throw leftProblem();
  }
  try {
    return await ask(request);
  } catch (error) {
    const refusal = error instanceof ApiProblem && refusalOf(error);
    // Whatever session comes next has a token of its own.
    if (refusal) forgetCsrf();
    if (refusal && (await onRefusal(refusal)) && whose === account) return ask(request);
    throw error;
  }
}

/** Language, account, CSRF token on a change (fetched anew once when it is out of date), problems thrown; tells nobody. */
export async function ask(request: Request): Promise<Response> {
  const changes = request.method !== 'GET';
  // The second try is of the same page: its session may have ended since the first, and another account's begun.
  const whose = account;
  const language = currentLanguage();
  const attempt = async (): Promise<Response> => {
    const copy = request.clone();
    copy.headers.set('Accept-Language', language);
    if (whose !== null) copy.headers.set('X-Linkway-Account', whose);
    if (changes) copy.headers.set('X-CSRF-Token', await token(request.url));
    return changes ? send(copy) : unlessKept(copy, async () => (await takeEarlyAnswer(copy, whose)) ?? send(copy));
  };
  // What is asked after a change shall know of it.
  if (changes) forgetEarlyAnswers();
  let response = await attempt();
  if (changes && response.status === 403 && (await problemOf(response)).code === 'request.csrf_invalid') {
    forgetCsrf();
    response = await attempt();
  }
  if (response.ok) return response;
  throw await problemOf(response, language);
}
