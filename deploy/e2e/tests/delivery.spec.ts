import { dashboardPages, open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('the page has a strict policy', async ({ request }) => {
  for (const path of ['/', '/login', '/dashboard', '/no/such/page']) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? '';
    expect(policy, path).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9_-]{24,}'/);
    expect(policy, path).toMatch(/default-src 'self'.*object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/);
    expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval/);
  }
  const shortLink = (await request.get('/zzzzzz')).headers()['content-security-policy'] ?? '';
  expect(shortLink).toMatch(/default-src 'none'/);
  expect(shortLink).not.toMatch(/unsafe-inline|unsafe-eval/);
});

test('files with a hash are kept for a year, all else is asked for again', async ({ request }) => {
  const page = await request.get('/');
  expect(page.headers()['cache-control']).toBe('private, no-cache');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
  const answer = await request.get(script, { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
  });
  for (const path of ['/config.json', '/remotes/dashboard/mf-manifest.json', '/remotes/dashboard/remoteEntry.js']) {
    const file = await request.get(path);
    expect(file.status(), path).toBe(200);
    expect(file.headers()['cache-control'], path).toBe('no-cache');
  }
  for (const path of ['/assets/none.js', '/remotes/dashboard/none.js', '/remotes/none/mf-manifest.json']) {
    const missing = await request.get(path);
    expect(missing.status(), path).toBe(404);
    expect(missing.headers()['content-type'], path).not.toContain('text/html');
  }
});

test('the landing page is one script, and of at most 150 kB with what comes after it', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Map<string, { url: string; bytes: number }>();
  client.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (type === 'Script') scripts.set(requestId, { url: request.url, bytes: 0 });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script) script.bytes = encodedDataLength;
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByLabel('Your long link')).toBeVisible();
  const loaded = [...scripts.values()];
  const all = () => [...scripts.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  expect(loaded).toHaveLength(1);
  expect(loaded[0]?.bytes).toBeGreaterThan(10_000);
  expect(loaded[0]?.bytes).toBeLessThanOrEqual(150_000);
  await expect(page.getByRole('heading', { name: 'Try one, and watch it count' })).toBeVisible();
  expect(all()).toBeLessThanOrEqual(150_000);
  // Also for a browser or proxy that knows gzip only.
  const gzip = await page.request.head(loaded[0]?.url ?? '', { headers: { 'accept-encoding': 'gzip' } });
  expect(Number(gzip.headers()['content-length'])).toBeLessThanOrEqual(150_000);
});

test('no browser drops a rule of a style sheet', async ({ page, api }) => {
  await api.register();
  const seen = new Set<string>();
  for (const path of ['/', '/terms', ...dashboardPages]) {
    await open(page, path);
    const sheets = await page.evaluate(async () => {
      const source = async (tag: Element): Promise<[string, string]> => {
        const href = tag.getAttribute('data-href') ?? tag.getAttribute('href') ?? '';
        return [href, tag instanceof HTMLLinkElement ? await (await fetch(href)).text() : (tag.textContent ?? '')];
      };
      const texts = await Promise.all(
        [...document.querySelectorAll('style[data-href], link[rel="stylesheet"]')].map(source),
      );
      return texts.map(([href, text]) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        let depth = 0;
        let written = 0;
        for (const brace of text.replaceAll(/\/\*.*?\*\//gs, '').match(/[{}]/g) ?? []) {
          if (brace === '{' && depth === 0) written += 1;
          depth += brace === '{' ? 1 : -1;
        }
        return { href, read: sheet.cssRules.length, written };
      });
    });
    for (const { href, read, written } of sheets) {
      seen.add(href);
      expect(read, href).toBe(written);
    }
  }
  expect(seen.size).toBeGreaterThan(5);
});
