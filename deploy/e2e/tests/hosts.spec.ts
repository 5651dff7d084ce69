import { chromium as browsers } from '@playwright/test';
import { chromium } from '../support/chromium.ts';
import { expect, test } from '../support/test.ts';

const NAME = 'rebound.example';

test('a name that leads to this machine gets short links, but neither app nor API', async ({
  api,
  request,
  linkway,
}) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/any-name` });
  const host = `${NAME}:${new URL(linkway.web).port}`;
  for (const path of ['/', '/login', '/dashboard', '/config.json']) {
    const answer = await request.get(path, { headers: { host }, maxRedirects: 0 });
    expect([path, answer.status()]).toEqual([path, 421]);
  }
  const read = await request.get('/api/me', { headers: { host } });
  expect([read.status(), await read.json()]).toEqual([421, expect.objectContaining({ code: 'request.host_unknown' })]);
  const changed = await request.post('/api/guest/links', {
    headers: { host, origin: `http://${host}` },
    data: { url: linkway.destination, device_id: 'of-a-rebound-page' },
  });
  expect([changed.status(), (await changed.json()).code]).toEqual([421, 'request.host_unknown']);
  // Its own rules decide, not the gateway's. On a busy machine the first visit may be told to come again.
  await expect
    .poll(async () => (await request.get(`/${link.short_code}`, { headers: { host }, maxRedirects: 0 })).status())
    .toBe(403);
  expect((await request.get('/healthz', { headers: { host } })).status()).toBe(200);
});

test('a page of a name that was led here reads nothing, and the visitor is told where the app is', async ({
  linkway,
}) => {
  const args = [...(chromium.args ?? []), `--host-resolver-rules=MAP ${NAME} 127.0.0.1`];
  const browser = await browsers.launch({ ...chromium, args });
  try {
    const page = await browser.newPage({ locale: 'vi-VN' });
    const answer = await page.goto(`http://${NAME}:${new URL(linkway.web).port}/login`);
    expect(answer?.status()).toBe(421);
    await expect(page.getByRole('heading')).toHaveText('Linkway không ở địa chỉ này');
    const seen = await page.evaluate(async () => {
      const read = await fetch('/api/auth/csrf').then(
        (response) => response.status,
        () => 'nothing',
      );
      return [read, document.cookie];
    });
    expect(seen).toEqual(['nothing', '']);
    await page.getByRole('link', { name: linkway.web }).click();
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/vi$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  } finally {
    await browser.close();
  }
});
