import AxeBuilder from '@axe-core/playwright';
import { chromium } from '@playwright/test';

const base = 'http://127.0.0.1:28080';
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  ),
});
const only = process.argv.slice(2);
const log = (...a) => console.log(...a);
async function context({ lang = 'en', theme = 'light', width = 1280, height = 900, extra = {} }) {
  const c = await browser.newContext({ viewport: { width, height }, locale: 'en-US', reducedMotion: 'reduce' });
  await c.addInitScript(
    ([l, t]) => {
      if (!localStorage.getItem('language')) {
        localStorage.setItem('language', l);
        localStorage.setItem('theme', t);
      }
    },
    [lang, theme],
  );
  await c.grantPermissions(['clipboard-read', 'clipboard-write']);
  const p = await c.newPage();
  p.on('console', (m) => {
    if (['error', 'warning'].includes(m.type())) log('CONSOLE', m.type(), p.url(), m.text().slice(0, 300));
  });
  p.on('pageerror', (e) => log('PAGEERROR', e.message.slice(0, 300)));
  return { c, p };
}
async function axe(p, name) {
  const r = await new AxeBuilder({ page: p }).analyze();
  for (const v of r.violations)
    log(
      'AXE',
      name,
      v.impact,
      v.id,
      v.nodes
        .slice(0, 3)
        .map((n) => n.target.join(' ') + ' :: ' + (n.any[0]?.message ?? n.failureSummary ?? '').slice(0, 160))
        .join(' | '),
    );
}
const overflow = async (p, name) => {
  const w = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (w > 0) log('OVERFLOW', name, w);
};
const shot = (p, name, full = true) => p.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: full });
const steps = {
  async landing() {
    for (const [lang, theme, width] of [
      ['en', 'light', 1280],
      ['vi', 'dark', 1280],
      ['vi', 'light', 390],
      ['en', 'dark', 390],
    ]) {
      const { c, p } = await context({ lang, theme, width, height: width === 390 ? 844 : 900 });
      const js = [];
      p.on('request', (r) => {
        if (r.resourceType() === 'script') js.push(r.url());
      });
      await p.goto(base, { waitUntil: 'networkidle' });
      log('js', js.length);
      const name = `landing-${lang}-${theme}-${width}`;
      await shot(p, name);
      await axe(p, name);
      await overflow(p, name);
      await c.close();
    }
  },
  async guest() {
    const { c, p } = await context({});
    await p.goto(base, { waitUntil: 'networkidle' });
    await p.keyboard.press('Tab');
    await p.getByLabel(/long link/i).press('Enter');
    log('required:', await p.getByRole('alert').first().textContent());
    await p.getByLabel(/long link/i).fill('example.com');
    await p.getByLabel(/custom code/i).fill('a b');
    await p.getByLabel(/custom code/i).press('Enter');
    await shot(p, 'guest-errors', false);
    await p.reload({ waitUntil: 'networkidle' });
    log('kept:', await p.getByLabel(/long link/i).inputValue(), '|', await p.getByLabel(/custom code/i).inputValue());
    await p.getByLabel(/long link/i).fill('http://127.0.0.1/x');
    await p.getByLabel(/custom code/i).fill('');
    await p.getByRole('button', { name: 'Shorten', exact: true }).click();
    await p.waitForTimeout(1500);
    log('private:', await p.getByRole('alert').allTextContents());
    for (let i = 0; i < 6; i += 1) {
      const url = p.getByLabel(/long link/i);
      await url.fill(
        'https://en.wikipedia.org/wiki/A/very/long/path/that/goes/on/and/on/and/never/seems/to/end?q=' + i,
      );
      const button = p.getByRole('button', { name: 'Shorten', exact: true });
      if (await button.isDisabled()) {
        log('disabled at', i);
        break;
      }
      await button.click();
      await p.waitForTimeout(1200);
      if (i === 0) {
        await p.getByRole('button', { name: /^Copy/ }).click();
        log('clip', await p.evaluate(() => navigator.clipboard.readText()));
        await shot(p, 'guest-result', false);
        await axe(p, 'guest-result');
      }
    }
    await shot(p, 'guest-limit', false);
    await axe(p, 'guest-limit');
    await p.setViewportSize({ width: 390, height: 844 });
    await p.waitForTimeout(300);
    await shot(p, 'guest-limit-390', false);
    await c.close();
  },
  async auth() {
    for (const [lang, theme, width] of [
      ['en', 'light', 1280],
      ['vi', 'dark', 390],
    ]) {
      const { c, p } = await context({ lang, theme, width, height: 900 });
      for (const page of ['login', 'register', 'terms', 'no/such']) {
        await p.goto(`${base}/${page}`, { waitUntil: 'networkidle' });
        if (page === 'register' || page === 'login') await p.locator('button[type=submit]').click();
        await p.waitForTimeout(400);
        const name = `${page.replace('/', '-')}-${lang}-${theme}-${width}`;
        log(name, 'title', await p.title(), 'focus', await p.evaluate(() => document.activeElement?.id));
        await shot(p, name);
        await axe(p, name);
        await overflow(p, name);
      }
      await c.close();
    }
  },
  async menu() {
    const { c, p } = await context({ width: 390, height: 844, lang: 'vi' });
    await p.goto(base, { waitUntil: 'networkidle' });
    await p.locator('header button[aria-haspopup=dialog]').click();
    await p.waitForTimeout(300);
    await shot(p, 'side-menu', false);
    await axe(p, 'side-menu');
    await p.keyboard.press('Escape');
    await p.getByRole('button', { name: 'Thao tác nhanh' }).click();
    await p.waitForTimeout(300);
    await shot(p, 'quick', false);
    await axe(p, 'quick');
    await c.close();
  },
  async dash() {
    const email = `ann${Date.now()}@example.com`;
    const { c, p } = await context({});
    await p.goto(`${base}/dashboard?tab=my-links`, { waitUntil: 'networkidle' });
    log('sent to', p.url());
    await p.getByRole('link', { name: 'Create one' }).click();
    await p.getByLabel('Full name').fill('Ann Example');
    await p.getByLabel('Email').fill(email);
    await p.getByLabel('Password', { exact: true }).fill('secret-1');
    await p.getByLabel('Confirm password').fill('secret-1');
    await p.getByRole('checkbox').check();
    await p.getByRole('button', { name: 'Create account' }).click();
    await p.waitForURL('**/dashboard**');
    log('arrived', p.url());
    await p.waitForLoadState('networkidle');
    await p.evaluate(async () => {
      const t = (await (await fetch('/api/auth/csrf')).json()).csrf_token;
      for (let i = 0; i < 3; i++)
        await fetch('/api/links', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-csrf-token': t },
          body: JSON.stringify({ url: 'https://example.com/' + i, title: 'Example ' + i }),
        });
    });
    for (const tab of ['overview', 'create', 'my-links', 'analytics']) {
      await p.goto(`${base}/dashboard?tab=${tab}`, { waitUntil: 'networkidle' });
      await p.waitForTimeout(500);
      await shot(p, `dash-${tab}`, false);
      await axe(p, `dash-${tab}`);
      log(await p.title());
    }
    await p.keyboard.press('Control+k');
    await p.waitForTimeout(900);
    await p.keyboard.type('exam');
    await p.waitForTimeout(900);
    await shot(p, 'palette', false);
    await axe(p, 'palette');
    await p.keyboard.press('Escape');
    await p.waitForTimeout(300);
    await p.keyboard.press('?');
    await p.waitForTimeout(800);
    await shot(p, 'keys', false);
    await axe(p, 'keys');
    await p.keyboard.press('Escape');
    await p.waitForTimeout(400);
    await p.evaluate(() => document.activeElement?.blur());
    await p.keyboard.press('c');
    await p.waitForTimeout(500);
    log('c ->', p.url());
    await p.goto(`${base}/dashboard?tab=my-links`, { waitUntil: 'networkidle' });
    await p.keyboard.press('/');
    log('/ ->', await p.evaluate(() => document.activeElement?.type));
    await p.goto(`${base}/dashboard?tab=nonsense`, { waitUntil: 'networkidle' });
    log('unknown ->', await p.locator('[aria-current=page]').first().textContent());
    await p.evaluate(() => window.dispatchEvent(new CustomEvent('dashboardTabChange', { detail: 'my-links' })));
    await p.waitForTimeout(300);
    log('event ->', p.url());
    await p.evaluate(() => window.dispatchEvent(new CustomEvent('quickCreateLink')));
    await p.waitForTimeout(300);
    log('quick ->', p.url());
    await p.getByRole('button', { name: 'Collapse menu' }).click();
    await p.waitForTimeout(300);
    await shot(p, 'dash-collapsed', false);
    log('cookie', (await c.cookies()).map((k) => k.name + '=' + k.value.slice(0, 12)).join(' '));
    await p.getByRole('button', { name: /^Account of/ }).click();
    await p.waitForTimeout(400);
    await shot(p, 'account-menu', false);
    await p.keyboard.press('Escape');
    await p.evaluate(() => {
      localStorage.setItem('theme', 'dark');
      localStorage.setItem('language', 'vi');
    });
    await p.setViewportSize({ width: 390, height: 844 });
    for (const tab of ['overview', 'my-links']) {
      await p.goto(`${base}/dashboard?tab=${tab}`, { waitUntil: 'networkidle' });
      await p.waitForTimeout(400);
      await shot(p, `dash-${tab}-vi-dark-390`, false);
      await axe(p, `dash-${tab}-vi-dark-390`);
      await overflow(p, `dash-${tab}-390`);
    }
    await p.locator('header button').first().click();
    await p.waitForTimeout(500);
    await shot(p, 'drawer', false);
    await axe(p, 'drawer');
    await p.goto(base, { waitUntil: 'networkidle' });
    await shot(p, 'landing-member-390', false);
    await p.setViewportSize({ width: 1280, height: 900 });
    await p.goto(base, { waitUntil: 'networkidle' });
    await p.getByLabel(/dài của bạn/).fill('https://example.com/member');
    await p.keyboard.press('Enter');
    await p.waitForTimeout(1500);
    await p.getByRole('button', { name: 'Bảng điều khiển' }).click();
    await p.waitForTimeout(200);
    await shot(p, 'landing-member', false);
    await axe(p, 'landing-member');
    await p.goto(`${base}/login`, { waitUntil: 'networkidle' });
    log('login when signed in ->', p.url());
    // remote down
    await p.route('**/remotes/dashboard/**', (r) => r.abort());
    await p.goto(`${base}/dashboard`, { waitUntil: 'networkidle' });
    await p.waitForTimeout(500);
    await shot(p, 'remote-down', false);
    await p.unroute('**/remotes/dashboard/**');
    await p.getByRole('button', { name: 'Thử lại' }).click();
    await p.waitForTimeout(1500);
    log('after retry', await p.locator('main h1').first().textContent());
    // session ends
    const cookies = await c.cookies();
    await c.clearCookies();
    await p.goto('about:blank');
    await c.addCookies(cookies);
    await p.goto(`${base}/dashboard?tab=my-links`, { waitUntil: 'networkidle' });
    await c.clearCookies();
    await p.evaluate(() => window.dispatchEvent(new CustomEvent('dashboardTabChange', { detail: 'analytics' })));
    await p.waitForTimeout(2500);
    log('expired ->', p.url());
    await shot(p, 'expired', false);
    await p.locator('input[type=email]').fill(email);
    await p.locator('input[type=password]').fill('secret-1');
    await p.locator('button[type=submit]').click();
    await p.waitForURL('**/dashboard**');
    log('back at', p.url());
    await p.waitForLoadState('networkidle');
    await p.locator('header button').last().click();
    await p.getByText('Đăng xuất').click();
    await p.waitForTimeout(1200);
    log('left ->', p.url());
    await c.close();
  },
};
for (const [name, step] of Object.entries(steps))
  if (only.length === 0 || only.includes(name)) {
    try {
      await step();
    } catch (e) {
      log('STEP FAILED', name, e.message.slice(0, 800));
    }
  }
await browser.close();
