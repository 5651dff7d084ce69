import { configure, getConfig, render } from '@testing-library/react';
import React, { type ReactNode, Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { type Namespace, registerNamespaces, startI18n } from '../src/i18n';
import { createQueryClient, QueryClientProvider } from '../src/query';
import { startTheme } from '../src/theme';
import { UiProvider } from '../src/ui';

keepNoOwnerStacks();

configure(({ getElementError }) => ({
  // A page's first import of antd takes seconds on a busy machine.
  asyncUtilTimeout: 10_000,
  // What is waited for is looked for again and again: the page is put into the message when it is given up, not each time.
  getElementError: (message, container) => {
    const whole = () => getElementError(message, container);
    if (!isWaitedFor()) return whole();
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' });
    return Object.defineProperty(error, 'message', { configurable: true, get: () => whole().message });
  },
}));

/**
 * React keeps a stack of calls with each element, to name its owner in a warning in a browser's console: a tenth of the time of a
 * page's tests, which show none. It leaves them out by itself once it has made many within a second.
 */
function keepNoOwnerStacks(): void {
  const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
  const internals = (React as unknown as Record<string, object | undefined>)[name];
  if (internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set() {} });
}

/** Is this a try of `waitFor`, which reads the message of the last one alone? */
function isWaitedFor(): boolean {
  return (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
}

export { provideRemote } from './federation';

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
/** `GET /api/me` -> its answer, or a function that makes it from the request. */
export type Routes = Record<string, Answer | ((request: Request) => Answer | Promise<Answer>)>;

/** Answers fetch from a table and keeps the requests. An address that is not in it is a 404 problem. */
export function serveApi(routes: Routes): Request[] {
  const requests: Request[] = [];
  // Where /api/me answers there is a session, and the gateway's mark of it.
  document.cookie = `linkway_signed_in=1; Max-Age=${routes['GET /api/me'] ? 60 : 0}`;
  globalThis.fetch = async (input, init) => {
    const request = new Request(
      input instanceof Request ? input : new URL(String(input), window.location.origin),
      init,
    );
    requests.push(request.clone());
    const route = routes[`${request.method} ${new URL(request.url).pathname}`] ?? problem(404, 'request.not_found');
    const { status = 200, body, headers } = typeof route === 'function' ? await route(request) : route;
    const type = status >= 400 ? 'application/problem+json' : 'application/json';
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': type, ...headers },
    });
  };
  return requests;
}

/** A problem answer as the API gives it. */
export const problem = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: {
    type: 'about:blank',
    title: code,
    status,
    code,
    detail: `Detail of ${code}`,
    params: {},
    trace_id: 'trace-1',
    ...more,
  },
});

/** Starts texts and theme in English, as the app's main does. */
export async function startApp(namespaces: Record<string, Namespace> = {}): Promise<void> {
  localStorage.setItem('language', 'en');
  registerNamespaces(namespaces);
  startTheme();
  await startI18n();
}

/** Draws a page inside everything that the frame puts around it. */
export function renderPage(page: ReactNode, { path = '/' }: { path?: string } = {}) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <UiProvider>
          <Suspense fallback={null}>{page}</Suspense>
        </UiProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
