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

const google = (given: Record<string, string>) =>
  loadConfig(gatewayConfig, {
    NATS_URL: 'nats://localhost',
    COOKIE_SECRET: 'secret',
    SESSION_SIGNING_SECRET: 'secret',
    ...given,
  });

it('takes both, the client id and the secret of Google, or neither', () => {
  expect(google({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '', GOOGLE_ISSUER: '' })).toMatchObject({
    GOOGLE_CLIENT_ID: '',
    GOOGLE_ISSUER: 'https://accounts.google.com',
  });
  expect(google({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }).GOOGLE_CLIENT_ID).toBe('id');
  expect(() => google({ GOOGLE_CLIENT_ID: 'id' })).toThrow(/GOOGLE_CLIENT_SECRET: is required/);
  expect(() => google({ GOOGLE_CLIENT_SECRET: 'secret' })).toThrow(/GOOGLE_CLIENT_ID: is required/);
});

it.each(['http://accounts.example.com', 'ftp://localhost', 'http://localhost.example.com'])(
  'does not ask %s who somebody is',
  (issuer) => {
    expect(() => google({ GOOGLE_ISSUER: issuer })).toThrow(/GOOGLE_ISSUER: must begin with https/);
    expect(google({ GOOGLE_ISSUER: 'http://localhost:4000' }).GOOGLE_ISSUER).toBe('http://localhost:4000');
  },
);
