import { expect, it } from '@jest/globals';
import { APP_POLICY, appPage } from './app-page.js';
import { countdownPage } from './before-page.js';
import { cloakPage } from './cloak-page.js';
import type { PageContext } from './page.js';
import { cloakPolicy, PAGE_POLICY, trackingPolicy } from './style.js';
import { NO_TRACKING, trackingOf } from './tracker-frame.js';

const destination = 'https://example.com/landing';
const all = trackingOf(
  {
    trackers: {
      google_analytics: 'G-ABC1234567',
      facebook_pixel: '123456789012345',
      google_ads: 'AW-123456789/label',
      tiktok_pixel: 'C4ABCDEFGHIJKLMNOPQ0',
      custom: 'https://p.example/a.gif?b="c',
    },
  },
  'https://go.test/abc',
);

it('are small with all trackers, in both languages', () => {
  for (const locale of ['en', 'vi'] as const) {
    const context: PageContext = { locale, theme: null, webUrl: 'https://web.test/', query: '' };
    for (const html of [
      countdownPage(context, { destination, seconds: 1 }),
      appPage(context, { destination, app: 'myapp://a' }),
      cloakPage(context, { destination, title: 'A' }),
    ]) {
      expect(Buffer.byteLength(html + all.html)).toBeLessThan(10_000);
      expect(html).toContain('<meta name="robots" content="noindex">');
    }
  }
});

it('have trackers in a frame without an origin, which can lead nobody anywhere', () => {
  expect(all.html).toMatch(/^<iframe hidden sandbox="allow-scripts" srcdoc="[^"]+"><\/iframe>$/);
});

it('name what trackers load and nothing else in their policy, and nothing without trackers', () => {
  expect(trackingPolicy(PAGE_POLICY, NO_TRACKING)).toBe(PAGE_POLICY);
  const picture = trackingOf({ trackers: { custom: 'https://p.example/a.gif' } }, 'https://go.test/abc');
  const policy = trackingPolicy(cloakPolicy(destination), picture);
  expect(policy).toMatch(/script-src 'sha256-[^ ]+'$/);
  expect(policy).toContain('img-src data: https://p.example;');
  expect(policy).not.toContain('connect-src');
  const scripted = trackingPolicy(APP_POLICY, all);
  expect(scripted.match(/script-src/g)).toHaveLength(1);
  expect(scripted).not.toContain('unsafe');
});
