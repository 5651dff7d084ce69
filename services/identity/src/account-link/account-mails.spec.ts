import { describe, expect, it } from '@jest/globals';
import { nameInMail, webAddress } from './account-mails.js';

describe('nameInMail', () => {
  const named = (full_name: string) => nameInMail({ email: 'an@example.com', full_name });

  it.each(['Nguyễn An', 'J.R.R. Tolkien', 'Dr. An', 'Nguyễn Thị Minh-Khai', 'An (ACME Inc.)'])('says %s', (name) => {
    expect(named(name)).toBe(name);
  });

  it.each([
    'Win at https://evil.example',
    'www.evil',
    'evil.com',
    'Visit evil.com/prize now',
    'evil.example:8080',
    'Visit evil.com, now',
    'evil.com!',
    'An (evil.com)',
    'evil.com\u2014win',
    'evil.xn--p1ai',
    'evil.рф',
    'evil。com',
  ])('does not say %s', (name) => {
    expect(named(name)).toBe('an@example.com');
  });
});

describe('webAddress', () => {
  it('is an address of the web app, with the token behind the #', () => {
    expect(webAddress('https://linkway.example', '/reset-password', 'a-token_1')).toBe(
      'https://linkway.example/reset-password#token=a-token_1',
    );
    expect(webAddress('http://127.0.0.1:8080/', '/forgot-password')).toBe('http://127.0.0.1:8080/forgot-password');
  });
});
