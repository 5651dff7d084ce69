import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { domainSaved } from '@linkway/contracts';
import { eventually, useServers } from '@linkway/platform/testkit';
import { hash } from '@node-rs/argon2';
import { CHROME, clicksOn, domain, PHONE, type Redirect, startRedirect } from './harness.js';

const servers = useServers({ postgres: true, nats: true });
let redirect: Redirect;
beforeAll(async () => {
  redirect = await startRedirect(servers, {
    HOST_ALIASES: 'alias.test=go.test',
    TRUSTED_PROXIES: '127.0.0.1',
    PASSWORD_ATTEMPTS: '3',
  });
}, 60_000);

describe('a link', () => {
  it('leads to its destination, uncached, and its click arrives', async () => {
    const route = await redirect.create();
    const answer = await redirect.visit(`/${route.code}?utm_source=mail`, {
      headers: { referer: 'https://news.test/', 'accept-language': 'vi', cookie: 'linkway_session=x' },
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe(route.original_url);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    await eventually(async () => {
      const { clicks } = await clicksOn(servers);
      expect(clicks.find((click) => click.query === 'utm_source=mail')).toMatchObject({
        link_id: route.link_id,
        workspace_id: route.workspace_id,
        code: route.code,
        host: 'go.test',
        ip: '127.0.0.1',
        referer: 'https://news.test/',
        accept_language: 'vi',
        method: 'GET',
        signed_in: true,
        rule: 'default',
      });
    });
  });

  it('opens with a slash at its end and in percent-encoding, counted as itself', async () => {
    const route = await redirect.create();
    const encoded = Buffer.from(route.code).toString('hex').replace(/../g, '%$&');
    const paths = [`/${route.code}/`, `/${encoded}`, `/${encoded}/`, `/%${encoded.slice(1, 3)}${route.code.slice(1)}`];
    for (const [index, path] of paths.entries()) {
      const { status, headers } = await redirect.visit(`${path}?utm_term=form-${index}`);
      expect([path, status, headers.location]).toEqual([path, 302, route.original_url]);
    }
    await eventually(async () => {
      const { clicks } = await clicksOn(servers);
      const counted = clicks.filter(({ query }) => query?.startsWith('utm_term=form-'));
      expect(counted.map(({ link_id, code }) => [link_id, code])).toEqual(paths.map(() => [route.link_id, route.code]));
    });
    for (const path of [`/${route.code}//`, `//${route.code}`, `/${route.code}%2f`, `/%25${encoded.slice(1)}`]) {
      expect([path, (await redirect.visit(path)).status]).toEqual([path, 404]);
    }
  });

  it('carries the security headers, on pages too; HSTS for those who came by https only', async () => {
    const route = await redirect.create();
    const https = { headers: { 'x-forwarded-proto': 'https' } };
    for (const path of [`/${route.code}`, '/nosuchcode', '/', '/robots.txt']) {
      const plain = (await redirect.visit(path)).headers;
      expect(plain['x-content-type-options']).toBe('nosniff');
      expect(plain['strict-transport-security']).toBeUndefined();
      const secure = (await redirect.visit(path, https)).headers;
      expect(secure['x-content-type-options']).toBe('nosniff');
      expect(secure['strict-transport-security']).toBe('max-age=31536000');
    }
    expect((await redirect.visit('/nosuchcode?lang=en', https)).headers['set-cookie']?.[0]).toContain('; Secure');
  });

  it('is timed, by what became of the visit', async () => {
    const histogram = async (outcome: string) => {
      const text = await (await fetch(`${redirect.running.adminUrl}/metrics`)).text();
      const value = (name: string, labels: string) => {
        const of = new RegExp(
          `^redirect_visit_duration_seconds_${name}\\{${labels}outcome="${outcome}"[^}]*\\} (\\S+)$`,
          'm',
        );
        return Number(of.exec(text)?.[1] ?? 0);
      };
      return { count: value('count', ''), sum: value('sum', ''), all: value('bucket', 'le="\\+Inf",') };
    };
    const route = await redirect.create();
    const [links, pages] = [await histogram('redirect'), await histogram('unknown')];
    for (const path of [`/${route.code}`, `/${route.code}`, '/neverwas1']) await redirect.visit(path);
    const after = await histogram('redirect');
    expect(after.count).toBe(links.count + 2);
    expect(after.all).toBe(after.count);
    expect(after.sum - links.sum).toBeGreaterThan(0);
    expect(after.sum - links.sum).toBeLessThan(10);
    expect((await histogram('unknown')).count).toBe(pages.count + 1);
  });

  it('answers HEAD alike', async () => {
    const route = await redirect.create();
    const answer = await redirect.visit(`/${route.code}`, { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 302, headers: { location: route.original_url } });
  });

  it('targets by device', async () => {
    const route = await redirect.create({ device_targeting: { mobile: 'https://m.example.com/' } });
    expect((await redirect.visit(`/${route.code}`)).headers.location).toBe(route.original_url);
    const phone = await redirect.visit(`/${route.code}`, { headers: { 'user-agent': PHONE } });
    expect(phone.headers.location).toBe('https://m.example.com/');
    const app = 'https://play.example.com/';
    const either = await redirect.create({
      device_targeting: { mobile: 'https://m.example.com/' },
      system_targeting: { android: app },
    });
    const android = await redirect.visit(`/${either.code}?utm_term=app`, { headers: { 'user-agent': PHONE } });
    expect(android.headers.location).toBe(app);
    await eventually(async () => {
      const { clicks } = await clicksOn(servers);
      expect(clicks.find(({ query }) => query === 'utm_term=app')).toMatchObject({ rule: 'device:android' });
    });
  });

  it('targets by the country of the visitor, whom a trusted proxy names', async () => {
    const location_targeting = { VN: 'https://vn.example.com/', other: 'https://abroad.example.com/' };
    const route = await redirect.create({ location_targeting, device_targeting: { mobile: 'https://m.example.com/' } });
    const from = async (address: string, agent = CHROME) => {
      const headers = { 'x-forwarded-for': address, 'user-agent': agent };
      return (await redirect.visit(`/${route.code}?utm_term=${address}`, { headers })).headers.location;
    };
    expect(await from('113.160.0.1', PHONE)).toBe(location_targeting.VN);
    expect(await from('2402:800:6000::1')).toBe(location_targeting.VN);
    expect(await from('8.8.8.8')).toBe(location_targeting.other);
    expect(await from('192.168.1.1')).toBe(route.original_url);
    expect(await from('192.168.1.1', PHONE)).toBe('https://m.example.com/');
    await eventually(async () => {
      const { clicks } = await clicksOn(servers);
      const rules = ['113.160.0.1', '8.8.8.8'].map(
        (ip) => clicks.find(({ query }) => query === `utm_term=${ip}`)?.rule,
      );
      expect(rules).toEqual(['country:VN', 'country:other']);
    });
    const locked = await redirect.create({ location_targeting, max_clicks: 1, password_hash: await hash('secret') });
    const form = { form: 'password=secret', headers: { 'x-forwarded-for': '113.160.0.1' } };
    expect((await redirect.visit(`/${locked.code}`, form)).headers.location).toBe(location_targeting.VN);
    expect((await redirect.visit(`/${locked.code}`, form)).status).toBe(410);
  });

  it('leads everybody to its own destination while countries cannot be looked up, and readiness tells of it', async () => {
    const broken = await startRedirect(servers, { TRUSTED_PROXIES: '127.0.0.1', GEO_DB_COUNTRY: import.meta.filename });
    const route = await broken.create({
      location_targeting: { VN: 'https://vn.example.com/', other: 'https://o.test/' },
    });
    for (const _ of [1, 2]) {
      const { headers } = await broken.visit(`/${route.code}`, { headers: { 'x-forwarded-for': '113.160.0.1' } });
      expect(headers.location).toBe(route.original_url);
    }
    const ready = await fetch(`${broken.running.adminUrl}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { warnings: { countries: expect.any(String) } }]);
  });

  it('is refused when paused, expired or on another domain', async () => {
    const paused = await redirect.create({ is_active: true });
    expect((await redirect.visit(`/${paused.code}`, { host: 'other.test' })).status).toBe(403);
    const expired = await redirect.create({ expires_at: '2020-01-01T00:00:00Z' });
    expect((await redirect.visit(`/${expired.code}`)).status).toBe(410);
    const elsewhere = await redirect.visit(`/${paused.code}`, {
      host: 'other.test',
      headers: { 'accept-language': 'en' },
    });
    expect(elsewhere.body).toContain('This link only works on domain go.test');
  });

  it('opens at its time, and leads elsewhere once it is over, counted as such', async () => {
    const later = await redirect.create({ starts_at: '2099-01-01T00:00:00Z' });
    const early = await redirect.visit(`/${later.code}?lang=vi`);
    expect([early.status, early.body.includes('Liên kết này chưa mở.')]).toEqual([404, true]);
    const fallback_url = 'https://example.com/over';
    const ended = await redirect.create({ expires_at: '2020-01-01T00:00:00Z', fallback_url });
    expect((await redirect.visit(`/${ended.code}?utm_term=over`)).headers.location).toBe(fallback_url);
    expect((await redirect.visit(`/${ended.code}`, { headers: { host: 'other.test' } })).status).toBe(410);
    await eventually(async () => {
      const { clicks } = await clicksOn(servers);
      expect(clicks.find(({ query }) => query === 'utm_term=over')).toMatchObject({ rule: 'fallback' });
    });
  });
  it('tells its destination what it is to tell of its visitor, and no more', async () => {
    const plain = await redirect.create({ original_url: 'https://example.com/?x=own' });
    const visit = (code: string) => redirect.visit(`/${code}?x=1&y=2`);
    expect((await visit(plain.code)).headers).toMatchObject({
      location: 'https://example.com/?x=own',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    const hidden = await redirect.create({ hide_referrer: true });
    expect((await visit(hidden.code)).headers['referrer-policy']).toBe('no-referrer');
    const passing = async (query_passing: 'append' | 'replace') => {
      const { code } = await redirect.create({ original_url: 'https://example.com/?x=own', query_passing });
      // What one visitor brings is not there for the next.
      await redirect.visit(`/${code}?z=9`);
      return (await visit(code)).headers.location;
    };
    expect(await passing('append')).toBe('https://example.com/?x=own&y=2');
    expect(await passing('replace')).toBe('https://example.com/?x=1&y=2');
  });
  it('lets people wait before it leads on, counted once, and leads programs on at once', async () => {
    const link = {
      original_url: 'https://example.com/?a=1&b=%222',
      countdown_seconds: 5,
      query_passing: 'append' as const,
    };
    const { code, link_id } = await redirect.create(link);
    const waits = await redirect.visit(`/${code}?lang=vi&c=3`);
    expect([waits.status, waits.headers.location]).toEqual([200, undefined]);
    expect(waits.body).toContain('Bạn sẽ được đưa đến example.com sau 5 giây.');
    const led = 'https://example.com/?a=1&amp;b=%222&amp;lang=vi&amp;c=3';
    expect(waits.body).toContain(`content="5;url=${led}"`);
    expect(waits.body).toContain(`href="${led}"`);
    const style = /<style>(\.bar.*?)<\/style>/.exec(waits.body)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(waits.headers['content-security-policy']).toContain(`'sha256-${digest}'`);
    // Its other language would be a second click.
    expect(waits.body).not.toContain('hreflang');
    expect(waits.headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    const secret = await redirect.create({ countdown_seconds: 5, hide_referrer: true });
    expect((await redirect.visit(`/${secret.code}`)).headers['referrer-policy']).toBe('no-referrer');
    const bot = {
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    };
    expect((await redirect.visit(`/${code}`, bot)).status).toBe(302);
    expect((await redirect.visit(`/${code}`, { method: 'HEAD' })).status).toBe(302);
    await eventually(async () => {
      const { clicks } = await clicksOn(servers);
      expect(clicks.filter((click) => click.link_id === link_id)).toHaveLength(3);
    });
  });
  it('shows who draws a card what its owner wrote, also where people are asked for the password', async () => {
    const custom_preview = { title: '<Tết>', description: 'For "you"', image_url: 'https://example.com/a.png' };
    const open = await redirect.create({ custom_preview, max_clicks: 1 });
    const locked = await redirect.create({ custom_preview, password_hash: await hash('secret') });
    const whatsapp = { headers: { 'user-agent': 'WhatsApp/2.24.1 A' } };
    for (const { code } of [open, open, locked]) {
      const { status, body } = await redirect.visit(`/${code}`, whatsapp);
      expect(status).toBe(200);
      expect(body).toContain('<meta property="og:title" content="&lt;Tết&gt;">');
      expect(body).toContain('<meta property="og:description" content="For &quot;you&quot;">');
      expect(body).toContain('<meta property="og:image" content="https://example.com/a.png">');
      expect(body).toContain(`<meta property="og:url" content="http://go.test/${code}">`);
      expect(body).toContain('<h1>&lt;Tết&gt;</h1><p>For &quot;you&quot;</p>');
      expect(body).not.toContain('example.com/landing');
    }
    expect((await redirect.visit(`/${open.code}`)).headers.location).toBe(open.original_url);
    expect((await redirect.visit(`/${locked.code}`)).body).toContain('name="password"');
    expect((await redirect.visit(`/${open.code}`, whatsapp)).status).toBe(410);
  });
  it('keeps people at its address and frames its destination alone, counted once', async () => {
    const link = await redirect.create({
      original_url: 'https://example.com:8443/a?b=%22c',
      is_cloaked: true,
      hide_referrer: true,
      countdown_seconds: 5,
      custom_preview: { title: '<Tết>' },
    });
    const { status, headers, body } = await redirect.visit(`/${link.code}`, { headers: { 'accept-language': 'en' } });
    expect([status, headers['referrer-policy'], headers['x-robots-tag']]).toEqual([200, 'no-referrer', 'noindex']);
    expect(body).toContain('<title>&lt;Tết&gt;</title>');
    expect(body).toMatch(/<iframe src="https:\/\/example.com:8443\/a\?b=%22c" [^>]*sandbox="(?!.*top-navigation)/);
    expect(body).toContain('<a href="https://example.com:8443/a?b=%22c" rel="nofollow">Open the page itself</a>');
    const style = /<style>([^]*?)<\/style>/.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; frame-src https://example.com:8443; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    );
    const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
    expect((await redirect.visit(`/${link.code}`, { headers: bot })).headers.location).toBe(link.original_url);
    await eventually(async () => {
      const { clicks } = await clicksOn(servers);
      expect(clicks.filter(({ link_id }) => link_id === link.link_id)).toHaveLength(2);
    });
  });
  it('opens the app on its system, counted once, and leads on where that is not there', async () => {
    const { code, link_id } = await redirect.create({ deep_links: { android: 'myapp://a?b=1&c="' } });
    const { status, headers, body } = await redirect.visit(`/${code}`, { headers: { 'user-agent': PHONE } });
    expect([status, headers.location]).toEqual([200, undefined]);
    expect(body).toContain('id="app" href="myapp://a?b=1&amp;c=&quot;"');
    expect(body).toContain('id="on" href="https://example.com/landing"');
    expect(body).toContain('<noscript><meta http-equiv="refresh" content="2;url=https://example.com/landing">');
    const script = /<script>([^]*?)<\/script>/.exec(body)?.[1] ?? '';
    const digest = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(
      `default-src 'none'; script-src 'sha256-${digest}'; style-src`,
    );
    expect((await redirect.visit(`/${code}`)).status).toBe(302);
    await eventually(async () => {
      const { clicks } = await clicksOn(servers);
      expect(clicks.filter((click) => click.link_id === link_id)).toHaveLength(2);
    });
  });
  it('lets trackers count people within a frame of no origin, unless they ask not to be tracked', async () => {
    const link = await redirect.create({
      trackers: { google_analytics: 'G-ABC1234567', google_ads: 'AW-12345678/abc', custom: 'https://p.example/a.gif' },
    });
    const { status, headers, body } = await redirect.visit(`/${link.code}`);
    expect(status).toBe(200);
    expect(body).toContain('content="1;url=https://example.com/landing"');
    expect(body).toContain('<iframe hidden sandbox="allow-scripts" srcdoc=');
    expect(body).toContain('https://www.googleadservices.com/pagead/conversion/12345678/?label=abc');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'sha256-[^']+' https:\/\/www\.googletagmanager\.com(;|$)/);
    expect(policy).toContain('https://p.example');
    expect(policy).not.toMatch(/facebook|tiktok|unsafe|\*(?!\.)/);
    for (const refusal of ['dnt', 'sec-gpc']) {
      expect((await redirect.visit(`/${link.code}`, { headers: { [refusal]: '1' } })).status).toBe(302);
    }
    const waits = await redirect.create({ countdown_seconds: 5, trackers: { facebook_pixel: '12345678' } });
    expect((await redirect.visit(`/${waits.code}`)).body).toContain('https://www.facebook.com/tr?id=12345678');
    const untold = await redirect.visit(`/${waits.code}`, { headers: { dnt: '1' } });
    expect(untold.body).toContain('content="5;url=');
    expect(untold.body).not.toContain('facebook');
    await eventually(async () => {
      const { clicks } = await clicksOn(servers);
      expect(clicks.filter(({ link_id }) => link_id === link.link_id)).toHaveLength(3);
    });
  });
  it('says where it leads to whoever asks first, which is no click and uses none up', async () => {
    const open = await redirect.create({
      max_clicks: 1,
      query_passing: 'append',
      device_targeting: { mobile: 'https://m.example.com/' },
    });
    for (const path of [`/${open.code}+`, `/${open.code}+/`, `/${open.code}%2B`, `/${open.code}+?a=1`]) {
      const { status, headers, body } = await redirect.visit(path, { headers: { 'accept-language': 'en' } });
      expect([status, headers['x-robots-tag'], headers.location]).toEqual([200, 'noindex', undefined]);
      expect(body).toContain('This link leads to example.com.');
      expect(body).toContain('depends on the visitor');
    }
    expect((await redirect.visit(`/${open.code}+?a=1`)).body).toContain(`<p>https://example.com/landing?a=1</p>`);
    const phone = await redirect.visit(`/${open.code}+`, { headers: { 'user-agent': PHONE } });
    expect(phone.body).toContain('m.example.com');
    expect((await redirect.visit(`/${open.code}`)).status).toBe(302);
    expect((await redirect.visit(`/${open.code}+`)).status).toBe(410);
    const locked = await redirect.create({ password_hash: await hash('secret') });
    const closed = await redirect.visit(`/${locked.code}+`, { form: 'password=secret' });
    expect(closed.status).toBe(200);
    expect(closed.body).not.toContain('example.com');
    const paused = await redirect.create({ is_active: false });
    expect((await redirect.visit(`/${paused.code}+`)).status).toBe(404);
    expect((await redirect.visit('/none-such+')).status).toBe(404);
    await eventually(async () => {
      const { clicks } = await clicksOn(servers);
      expect(clicks.filter(({ link_id }) => link_id === open.link_id)).toHaveLength(1);
    });
  });
  it('opens on any host when it has no domain', async () => {
    const route = await redirect.create({ host: '*', domain_name: null });
    expect((await redirect.visit(`/${route.code}`, { host: 'whatever.test:8081' })).status).toBe(302);
  });

  it('has a non-ASCII destination escaped', async () => {
    const route = await redirect.create({ original_url: 'https://ví-dụ.vn/đường?q=à' });
    const { location } = (await redirect.visit(`/${route.code}`)).headers;
    expect(location).toBe(new URL(route.original_url).href);
  });
});

describe('hosts', () => {
  it('are compared without port and case, and through aliases', async () => {
    const route = await redirect.create();
    for (const host of ['GO.test:8081', 'go.test.', 'alias.test']) {
      expect((await redirect.visit(`/${route.code}`, { host })).status).toBe(302);
    }
  });

  it('count as the request line has them, where it is a whole address', async () => {
    const password_hash = await hash('s3cret pass', { memoryCost: 4_096, timeCost: 1 });
    const [route, guarded] = [await redirect.create(), await redirect.create({ password_hash })];
    const elsewhere = { host: 'other.test' };
    const answer = await redirect.visit(`HTTP://Go.test:8081/${route.code}?whole=1`, elsewhere);
    expect(answer).toMatchObject({ status: 302, headers: { location: route.original_url } });
    await eventually(async () => {
      const click = (await clicksOn(servers)).clicks.find(({ query }) => query === 'whole=1');
      expect(click).toMatchObject({ link_id: route.link_id, host: 'go.test' });
    });
    expect((await redirect.visit(`http://other.test/${route.code}`)).status).toBe(403);
    const unlocked = { ...elsewhere, form: 'password=s3cret+pass' };
    expect((await redirect.visit(`http://go.test/${guarded.code}`, unlocked)).status).toBe(302);
    expect((await redirect.visit('http://go.test')).headers.location).toBe('http://web.test');
    expect((await redirect.visit('http://go.test/robots.txt')).body).toContain('User-agent: *');
    expect((await redirect.visit('ftp://go.test/abcdef')).status).toBe(404);
  });

  it('may be as long as a gateway lets them be, which repeats some of them', async () => {
    const route = await redirect.create();
    const answer = await redirect.visit(`/${route.code}`, {
      headers: { cookie: 'x'.repeat(16_000), 'x-more': 'y'.repeat(16_000) },
    });
    expect(answer.status).toBe(302);
  });

  it('come once', async () => {
    const route = await redirect.create();
    const asking = (...hosts: string[]) => firstLine(redirect.url, [`GET /${route.code} HTTP/1.1`, ...hosts]);
    expect(await asking('Host: go.test')).toContain(' 302 ');
    expect(await asking('Host: go.test', 'Host: other.test')).toContain(' 400 ');
    expect(await asking('Host: other.test', 'Host: go.test')).toContain(' 400 ');
  });

  it('are taken from a trusted proxy', async () => {
    const route = await redirect.create();
    const headers = { 'x-forwarded-host': 'go.test', 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
    expect((await redirect.visit(`/${route.code}?proxied`, { host: 'inner.test', headers })).status).toBe(302);
    await eventually(async () => {
      const click = (await clicksOn(servers)).clicks.find(({ query }) => query === 'proxied');
      expect(click).toMatchObject({ host: 'go.test', ip: '203.0.113.9' });
    });
  });

  it('answer as unknown once they are switched off', async () => {
    const route = await redirect.create({ host: 'off.test', domain_name: 'off.test' });
    expect((await redirect.visit(`/${route.code}`, { host: 'off.test' })).status).toBe(302);
    await redirect.publish(domainSaved, domain('off.test:8081', false));
    await eventually(async () => (await redirect.visit(`/${route.code}`, { host: 'off.test' })).status === 404);
    await redirect.publish(domainSaved, domain('off.test:8081', true, 2));
    await eventually(async () => (await redirect.visit(`/${route.code}`, { host: 'off.test' })).status === 302);
  });
});

describe("a domain's own addresses", () => {
  const addresses = {
    root_url: 'https://site.test/',
    not_found_url: 'https://site.test/không-có',
    expired_url: 'https://site.test/over',
  };
  const own = (version: number, more: object = {}) => ({
    ...domain('own.test', true, version),
    domain_id: '0197a000-0000-7000-8000-0000000000bb',
    ...more,
  });
  const at = async (path: string, host = 'own.test', more = {}) => {
    const { status, headers, body } = await redirect.visit(path, { host, ...more });
    return { status, location: headers.location, cache: headers['cache-control'], body };
  };

  it('take visits of the domain itself, of unknown codes and of links that are over, from the next moment on', async () => {
    const route = await redirect.create({ host: 'own.test', domain_name: 'own.test' });
    const over = { host: 'own.test', domain_name: 'own.test', expires_at: '2020-01-01T00:00:00.000Z' };
    const expired = await redirect.create(over);
    const ledOn = await redirect.create({ ...over, fallback_url: 'https://own.link.test/' });
    const paused = await redirect.create({ host: 'own.test', domain_name: 'own.test', is_active: false });
    expect([(await at('/')).location, (await at('/nobody-has')).status]).toEqual(['http://web.test', 404]);

    await redirect.publish(domainSaved, own(1, { addresses }));
    await eventually(async () => expect((await at('/')).location).toBe(addresses.root_url));
    const unknown = {
      status: 302,
      location: 'https://site.test/kh%C3%B4ng-c%C3%B3',
      cache: 'private, no-store',
      body: '',
    };
    expect(await at('/nobody-has')).toEqual(unknown);
    expect(await at('/no/short/link')).toEqual(unknown);
    expect((await at('/nobody-has', 'own.test', { method: 'HEAD' })).location).toBe(unknown.location);
    expect(await at(`/${expired.code}`)).toMatchObject({ status: 302, location: addresses.expired_url });
    // What is the link's own goes before, and what is no answer of the domain stays.
    expect((await at(`/${route.code}`)).location).toBe(route.original_url);
    expect((await at(`/${ledOn.code}`)).location).toBe('https://own.link.test/');
    expect((await at(`/${paused.code}`)).status).toBe(404);
    // Whoever only wants to know where a link leads is told.
    expect((await at('/nobody-has+')).status).toBe(404);
    expect((await at('/nobody-has', 'other.test')).status).toBe(404);

    await redirect.publish(domainSaved, own(2, { addresses, is_active: false }));
    await eventually(async () => expect((await at('/nobody-has')).status).toBe(404));
    expect((await at('/')).location).toBe('http://web.test');
    // As a former release tells.
    await redirect.publish(domainSaved, own(3));
    await eventually(async () => expect((await at(`/${route.code}`)).status).toBe(302));
    expect([(await at('/')).location, (await at('/nobody-has')).status]).toEqual(['http://web.test', 404]);
  });

  it('lead nobody in circles, and are known to a process that starts later', async () => {
    const circles = { not_found_url: 'http://own.test/not-found', root_url: addresses.root_url };
    await redirect.publish(domainSaved, own(4, { addresses: circles }));
    await eventually(async () => expect((await at('/')).location).toBe(addresses.root_url));
    expect((await at('/nobody-has')).status).toBe(404);
    const other = await startRedirect(servers);
    try {
      expect((await other.visit('/', { host: 'own.test' })).headers.location).toBe(addresses.root_url);
    } finally {
      await other.running.stop();
    }
  });
});

/** Of the answer to a request that Node's client would not send. */
function firstLine(base: string, lines: string[]): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.once('data', (chunk) => {
      resolve(chunk.toString().split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

describe('a click cap', () => {
  it('is exact under concurrency, and machines do not use it up', async () => {
    const route = await redirect.create({ max_clicks: 25 });
    await redirect.visit(`/${route.code}`, { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } });
    await redirect.visit(`/${route.code}`, { headers: { 'sec-purpose': 'prefetch' } });
    const answers = await Promise.all(Array.from({ length: 80 }, () => redirect.visit(`/${route.code}`)));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(25);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(55);
    const bot = await redirect.visit(`/${route.code}`, { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } });
    expect(bot.status).toBe(410);
  });
});

describe('a password', () => {
  it('is asked for again where a form sends nothing, of whatever length', async () => {
    const { code } = await redirect.create({ password_hash: await hash('secret') });
    const type = 'Content-Type: application/x-www-form-urlencoded';
    for (const lines of [[type], [type, 'Content-Length: 0'], []]) {
      const asked = [`POST /${code} HTTP/1.1`, 'Host: go.test', ...lines];
      expect(await firstLine(redirect.url, asked)).toBe('HTTP/1.1 401 Unauthorized');
    }
  }, 15_000);

  it('is asked for, checked, and throttled', async () => {
    const password_hash = await hash('s3cret pass', { memoryCost: 4_096, timeCost: 1 });
    const route = await redirect.create({ password_hash });
    const form = await redirect.visit(`/${route.code}`, { headers: { 'accept-language': 'en' } });
    expect(form.status).toBe(200);
    expect(form.body).toContain('Protected Link');
    expect(form.headers['cache-control']).toBe('private, no-store');

    const wrong = await redirect.visit(`/${route.code}?lang=en`, { form: 'password=nope' });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toContain('Incorrect password');
    const right = await redirect.visit(`/${route.code}`, { form: 'password=s3cret+pass' });
    expect(right).toMatchObject({ status: 302, headers: { location: route.original_url } });

    const visitor = { 'x-forwarded-for': '198.51.100.7' };
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => redirect.visit(`/${route.code}`, { form: 'password=guess', headers: visitor })),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(3);
    const waiting = await redirect.visit(`/${route.code}`, { form: 'password=s3cret+pass', headers: visitor });
    expect(waiting.status).toBe(429);
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(800);
    const other = await redirect.visit(`/${route.code}`, {
      form: 'password=s3cret+pass',
      headers: { 'x-forwarded-for': '198.51.100.8' },
    });
    expect(other.status).toBe(302);
  });

  it('is counted when it is asked for, and otherwise when it is wrong', async () => {
    const counts = async () => {
      const text = await (await fetch(`${redirect.running.adminUrl}/metrics`)).text();
      return ['password', 'password_wrong'].map((outcome) =>
        Number(
          new RegExp(`^redirect_visits_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
        ),
      );
    };
    const password_hash = await hash('s3cret pass', { memoryCost: 4_096, timeCost: 1 });
    const { code } = await redirect.create({ password_hash });
    const [asked = 0, wrong = 0] = await counts();
    await redirect.visit(`/${code}`);
    for (let tries = 0; tries < 2; tries += 1) await redirect.visit(`/${code}`, { form: 'password=nope' });
    expect(await counts()).toEqual([asked + 1, wrong + 2]);
  });
});

describe('guesses at one link', () => {
  it('do not close the others', async () => {
    const password_hash = await hash('s3cret pass');
    const attacked = await redirect.create({ password_hash });
    const other = await redirect.create({ password_hash });
    const guessing = new AbortController();
    const seen = new Map<number, number>();
    const guesser = async () => {
      while (!guessing.signal.aborted) {
        const { status } = await redirect.visit(`/${attacked.code}`, {
          form: 'password=guess',
          headers: { 'x-forwarded-for': '203.0.113.50' },
        });
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
    };
    const guessers = Promise.all(Array.from({ length: 40 }, guesser));
    await eventually(() => (seen.get(429) ?? 0) > 40);
    const unlock = () =>
      redirect.visit(`/${other.code}`, {
        form: 'password=s3cret+pass',
        headers: { 'x-forwarded-for': '198.51.100.60' },
      });
    const statuses: number[] = [];
    for (let round = 0; round < 13; round += 1) statuses.push((await unlock()).status);
    guessing.abort();
    await guessers;
    expect(statuses).toEqual(Array(13).fill(302));
    expect(seen.get(401)).toBe(3);
  }, 60_000);
});

describe('what is no short link', () => {
  it.each([
    ['/ab', 404],
    ['/a%20b', 404],
    [`/${'x'.repeat(51)}`, 404],
    [`/${'x'.repeat(5_000)}`, 404],
    ['/a/b/c', 404],
    ['/%E0%A4%A', 400],
    ['/%00abc', 404],
    ['/%2e%2e', 404],
    ['/%2e%2e/abc', 404],
  ])('%s gives %d', async (path, status) => expect((await redirect.visit(path)).status).toBe(status));

  it.each(['/%', '/%zz', '/%E0%A4%A'])('%s has a page', async (path) => {
    const { status, headers, body } = await redirect.visit(path, { headers: { 'accept-language': 'en' } });
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(body).toContain('<html lang="en"');
  });

  it('looks at no query or fragment that cannot be read', async () => {
    const password_hash = await hash('s3cret pass', { memoryCost: 4_096, timeCost: 1 });
    const route = await redirect.create({ password_hash });
    for (const path of [`/${route.code}?off=50%`, `/${route.code}/?off=50%`]) {
      expect((await redirect.visit(path, { form: 'password=s3cret+pass' })).status).toBe(302);
    }
    for (const path of ['/?x=%E9', '/#%']) {
      expect((await redirect.visit(path)).headers.location).toBe('http://web.test');
    }
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE', 'QUERY'])('%s is refused', async (method) => {
    const { status } = await redirect.visit('/abcdef', { method });
    expect(status).toBe(405);
  });

  it.each([
    ['a large body', { form: `password=${'x'.repeat(10_000)}` }],
    ['JSON', { form: '{"password":', headers: { 'content-type': 'application/json' } }],
    ['no type at all', { form: 'password=x', headers: { 'content-type': 'text/plain' } }],
  ])('%s is a 4xx', async (_name, more) => {
    const { status } = await redirect.visit('/abcdef', more);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it('leads home from the bare address', async () => {
    expect((await redirect.visit('/')).headers.location).toBe('http://web.test');
  });

  it('is not for robots, in a text that says its charset', async () => {
    expect(await redirect.visit('/robots.txt')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'User-agent: *\nDisallow: /\n',
    });
  });
});
