import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@linkway/platform';
import { linksConfig } from './config.js';

const required = { NATS_URL: 'nats://localhost', DATABASE_URL: 'postgres://localhost/links' };
const load = (more: Record<string, string> = {}) => loadConfig(linksConfig, { ...required, ...more });

describe('linksConfig', () => {
  it('has safe defaults', () => {
    expect(load()).toMatchObject({
      PUBLIC_SCHEME: 'https',
      DEFAULT_MONTHLY_LIMIT: 50,
      GUEST_DAILY_LIMIT: 5,
      GUEST_LINK_DAYS: '',
      QUOTA_TIME_ZONE: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      ALLOW_LOOPBACK_DESTINATIONS: false,
    });
  });

  it.each([
    ['QUOTA_TIME_ZONE', 'Mars/Olympus'],
    ['PUBLIC_SCHEME', 'ftp'],
    ['GUEST_DAILY_LIMIT', '-1'],
    ['GUEST_LINK_DAYS', '0'],
    ['GUEST_LINK_DAYS', 'a month'],
  ])('refuses a wrong %s and names it', (name, value) => expect(() => load({ [name]: value })).toThrow(name));
});
