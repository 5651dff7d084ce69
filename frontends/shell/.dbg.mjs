import { chromium } from '@playwright/test';

const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const c = await b.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: process.argv[2] });
const p = await c.newPage();
await p.goto('http://127.0.0.1:28080/login', { waitUntil: 'networkidle' });
await p.locator('input[type=email]').fill('admin@example.com');
await p.locator('input[type=password]').fill('admin-secret-1');
await p.locator('button[type=submit]').click();
await p.waitForURL('**/dashboard**');
await p.waitForLoadState('networkidle');
await p.waitForTimeout(1000);
await p.getByRole('button', { name: /^Account of/ }).click();
await p.waitForTimeout(1500);
console.log(
  await p.evaluate(() => {
    const d = document.querySelector('.ant-dropdown');
    const s = getComputedStyle(d);
    return JSON.stringify({
      style: d.getAttribute('style'),
      cls: d.className,
      rect: d.getBoundingClientRect(),
      pos: s.position,
      parent: d.parentElement.outerHTML.slice(0, 200),
      docH: document.documentElement.scrollHeight,
      bodyRect: document.body.getBoundingClientRect(),
      htmlcss: getComputedStyle(document.body).position,
    });
  }),
);
await p.screenshot({ path: '/tmp/shots/dbg.png' });
await b.close();
