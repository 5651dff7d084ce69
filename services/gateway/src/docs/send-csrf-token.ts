interface DocsRequest {
  method?: string;
  headers?: Record<string, string>;
}

/**
 * Adds what the API wants with a change to what somebody sends from the docs page; a token that they filled in themselves stays. The page
 * gets this function as text, so it can use nothing but what a browser has. A token is asked for with each change: one that was kept
 * would be of no use once the cookies were cleared.
 */
export const sendCsrfToken = async (request: DocsRequest): Promise<DocsRequest> => {
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes((request.method ?? 'GET').toUpperCase());
  const names = Object.keys(request.headers ?? {}).map((name) => name.toLowerCase());
  if (isSafe || names.includes('x-csrf-token')) return request;
  const answer = await fetch('/api/auth/csrf', { headers: { accept: 'application/json' } });
  // Without it the API says what is wrong.
  if (!answer.ok) return request;
  const { csrf_token } = (await answer.json()) as { csrf_token: string };
  return Object.assign(request, { headers: { ...request.headers, 'X-CSRF-Token': csrf_token } });
};
