import { configure, render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { type Namespace, registerNamespaces, startI18n } from '../src/i18n';
import { createQueryClient, QueryClientProvider } from '../src/query';
import { startTheme } from '../src/theme';
import { UiProvider } from '../src/ui';

// A page's first import of antd takes seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

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
