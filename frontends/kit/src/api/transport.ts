import { currentLanguage } from '../i18n/instance';
import { networkProblem, problemOf } from './problem';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

let csrfToken: Promise<string> | null = null;
let onSignedOut: () => void = () => {};

/** Told when the API says that nobody is signed in. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** A new session has a new token. */
export function forgetCsrf(): void {
  csrfToken = null;
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

/** The fetch of the client: language, CSRF token on a change (fetched anew once when it is out of date), problems thrown. */
export async function transport(request: Request): Promise<Response> {
  const changes = !SAFE.has(request.method);
  const attempt = async (): Promise<Response> => {
    const copy = request.clone();
    copy.headers.set('Accept-Language', currentLanguage());
    if (changes) copy.headers.set('X-CSRF-Token', await token(request.url));
    return send(copy);
  };
  let response = await attempt();
  if (changes && response.status === 403 && (await problemOf(response)).code === 'request.csrf_invalid') {
    forgetCsrf();
    response = await attempt();
  }
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.code === 'auth.unauthenticated') onSignedOut();
  throw problem;
}
