import { Api } from '../support/api.ts';
import { signOut } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a change needs the token that only our own pages read', async ({ page, api, linkway }) => {
  await api.register();
  const link = { url: `${linkway.destination}/csrf` };
  for (const headers of [{}, { 'x-csrf-token': 'made-up' }] as Record<string, string>[]) {
    const answer = await page.request.post('/api/links', { data: link, headers });
    expect(answer.status()).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'request.csrf_invalid' });
  }
  const foreign = await page.request.post('/api/links', {
    data: link,
    headers: { 'x-csrf-token': await api.csrfToken(), origin: 'https://evil.example' },
  });
  expect(foreign.status()).toBe(403);
  expect((await api.send('POST', '/api/links', link)).status()).toBe(201);
});

test('another person’s link is as if it did not exist', async ({ api, anotherBrowser, linkway }) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/mine` });
  const other = new Api((await anotherBrowser()).request);
  await other.register();
  for (const [method, path, body] of [
    ['GET', `/api/links/${link.id}`],
    ['PUT', `/api/links/${link.id}`, { title: 'Taken over' }],
    ['DELETE', `/api/links/${link.id}`],
    ['GET', `/api/links/${link.id}/analytics`],
  ] as const) {
    expect((await other.send(method, path, body)).status(), `${method} ${path}`).toBe(404);
  }
  const { data } = await other.ok<{ data: unknown[] }>('GET', '/api/links');
  expect(data).toEqual([]);
  expect((await api.send('GET', `/api/links/${link.id}`)).status()).toBe(200);
});

test('a session ends with the sign-out, wherever its cookie was copied to', async ({
  page,
  api,
  context,
  watch,
  anotherBrowser,
}) => {
  // Questions that were on their way.
  watch.expect(/status of 401/);
  await api.register();
  const cookies = await context.cookies();
  const session = cookies.find(({ name }) => name.includes('session'));
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const thief = await anotherBrowser();
  await thief.addCookies(cookies);
  expect((await thief.request.get('/api/me')).status()).toBe(200);
  await page.goto('/dashboard');
  expect(await page.evaluate(() => document.cookie)).not.toContain('session');
  await signOut(page);
  expect((await thief.request.get('/api/me')).status()).toBe(401);
});

test('odd bodies are refused as the client’s mistake', async ({ api, page }) => {
  await api.register();
  const headers = { 'x-csrf-token': await api.csrfToken(), 'content-type': 'application/json' };
  const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
  for (const body of [
    '{',
    'null',
    '[]',
    '{"url":null}',
    '{"url":5}',
    '{"url":"https://e.com","x":1}',
    deep,
    `"${'x'.repeat(3_000_000)}"`,
  ]) {
    const answer = await page.request.post('/api/links', { headers, data: Buffer.from(body) });
    expect(answer.status(), body.slice(0, 40)).toBeGreaterThanOrEqual(400);
    expect(answer.status(), body.slice(0, 40)).toBeLessThan(500);
    expect(answer.headers()['content-type']).toContain('application/problem+json');
  }
});
