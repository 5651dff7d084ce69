import { describe, expect, it } from '@jest/globals';
import type { GoogleClaims } from '@linkway/contracts';
import { toldBy } from './google-claims.js';

const NOW = Date.parse('2026-11-27T08:00:00Z');
const expected = { issuer: 'https://accounts.google.com', clientId: 'linkway' };
const claims: GoogleClaims = {
  iss: expected.issuer,
  aud: expected.clientId,
  sub: '1234567890',
  exp: NOW / 1_000 + 3_600,
  nonce: 'a-nonce',
  email: 'Lan@Example.com',
  email_verified: true,
  name: 'Trần Lan',
};
const told = (over: Partial<GoogleClaims> = {}) => toldBy({ ...claims, ...over }, expected, NOW);

describe('toldBy', () => {
  it('takes what Google has said for this client', () => {
    const all = { issuer: claims.iss, subject: '1234567890', email: 'Lan@Example.com', full_name: 'Trần Lan' };
    expect(told()).toEqual(all);
    expect(told({ aud: ['linkway'] })).toEqual(all);
    expect(told({ exp: NOW / 1_000 - 59 })).toEqual(all);
  });

  it.each<[string, Partial<GoogleClaims>]>([
    ['another issuer', { iss: 'https://accounts.example.com' }],
    ['an issuer that begins alike', { iss: 'https://accounts.google.com.example' }],
    ['another client', { aud: 'somebody-else' }],
    ['several clients', { aud: ['linkway', 'somebody-else'] }],
    ['no client', { aud: [] }],
    ['a time that is over', { exp: NOW / 1_000 - 60 }],
  ])('refuses %s', (_what, over) => {
    expect(() => told(over)).toThrow(expect.objectContaining({ code: 'google.sign_in_invalid' }));
  });

  it.each<[string, Partial<GoogleClaims>]>([
    ['that is not verified', { email_verified: false }],
    ['of which nothing is said', { email_verified: undefined }],
    ['that is none', { email: 'lan' }],
    ['that is not there', { email: undefined }],
  ])('knows no address %s', (_what, over) => {
    expect(told(over).email).toBeNull();
  });

  it.each([undefined, '', '  ', '\u200b', 'a\nb', 'n'.repeat(121)])('has no name of %j', (name) => {
    expect(told({ name }).full_name).toBeNull();
  });
});
