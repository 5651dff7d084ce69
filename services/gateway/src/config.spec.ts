import { expect, it } from '@jest/globals';
import { loadConfig } from '@linkway/platform';
import { gatewayConfig } from './config.js';

const secure = (COOKIE_SECURE?: string) =>
  loadConfig(gatewayConfig, {
    NATS_URL: 'nats://localhost',
    COOKIE_SECRET: 'secret',
    SESSION_SIGNING_SECRET: 'secret',
    COOKIE_SECURE,
  }).COOKIE_SECURE;

it.each([
  ['https', true],
  ['http', false],
  ['true', true],
  ['false', false],
  ['', false],
  [undefined, false],
] as const)('COOKIE_SECURE=%s: cookies over https alone are %s', (value, expected) => {
  expect(secure(value)).toBe(expected);
});

it('refuses what it does not know', () => {
  expect(() => secure('maybe')).toThrow(/COOKIE_SECURE: is not valid/);
});

it('does not start without the secret that sessions are signed with', () => {
  const without = { NATS_URL: 'nats://localhost', COOKIE_SECRET: 'secret' };
  expect(() => loadConfig(gatewayConfig, without)).toThrow(/SESSION_SIGNING_SECRET: is required/);
});
