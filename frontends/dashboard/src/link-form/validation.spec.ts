import { describe, expect, it } from '@jest/globals';
import {
  checkCode,
  checkExpiry,
  checkLength,
  checkMaxClicks,
  checkOptionalUrl,
  checkPassword,
  checkSpan,
  checkUrl,
} from './validation';

describe('the address', () => {
  it.each([
    ['', 'links.url_required'],
    ['   ', 'links.url_required'],
    ['example.com', 'links.url_invalid'],
    ['ftp://example.com', 'links.url_invalid'],
    ['http:///path', 'links.url_invalid'],
    ['https://exa mple.com', 'links.url_invalid'],
    ['https://a\nb.com/', 'links.url_invalid'],
    ['https://example', 'links.url_incomplete'],
    ['http://localhost:3000/', null],
    ['http://[2606:4700::1111]/', null],
    ['http://134744072/', null],
    ['https://user:pw@example.com/', 'links.url_credentials'],
    ['https://user@example.com/', 'links.url_credentials'],
    ['https://example.com/@someone?to=a@b.co', null],
    ['https://ví-dụ.vn/đường dẫn?x=ă', null],
    [`https://example.com/${'x'.repeat(4096)}`, 'request.field_too_long'],
    ['https://example.com', null],
    [' HTTP://example.com/a?b#c ', null],
  ])('%j is %s', (value, code) => expect(checkUrl(value)).toBe(code));

  it('of a device may be left out', () => {
    expect(checkOptionalUrl('')).toBeNull();
    expect(checkOptionalUrl('nowhere')).toBe('links.url_invalid');
  });
});

it.each([
  ['', null],
  ['ab', 'links.code_invalid'],
  ['abc', null],
  ['Summer_sale-26', null],
  ['a b c', 'links.code_invalid'],
  ['đẹp', 'links.code_invalid'],
  ['x'.repeat(50), null],
  ['x'.repeat(51), 'links.code_invalid'],
])('the code %j is %s', (value, code) => expect(checkCode(value)).toBe(code));

it.each([
  ['', null],
  ['1', null],
  ['0', 'links.max_clicks_invalid'],
  ['1.5', 'links.max_clicks_invalid'],
  ['1,5', 'links.max_clicks_invalid'],
  ['abc', 'links.max_clicks_invalid'],
  [' ', null],
  ['1.000', null],
  ['1,000', null],
  ['1000000000', null],
  ['1000000001', 'links.max_clicks_invalid'],
])('the click limit %j is %s', (value, code) => expect(checkMaxClicks(value)).toBe(code));

it('a text and a password are too long as a whole', () => {
  expect(checkLength(200)(` ${'x'.repeat(200)} `)).toBeNull();
  expect(checkLength(200)('x'.repeat(201))).toBe('request.field_too_long');
  expect(checkPassword('x'.repeat(256))).toBeNull();
  expect(checkPassword(` ${'x'.repeat(256)}`)).toBe('request.field_too_long');
});

it('a time limit is a time and lies in the future', () => {
  expect(checkExpiry('tomorrow')).toBe('links.expires_invalid');
  expect(checkExpiry('')).toBeNull();
  expect(checkExpiry(new Date(Date.now() + 60_000).toISOString())).toBeNull();
  expect(checkExpiry(new Date(Date.now() - 1).toISOString())).toBe('links.expires_in_past');
});

it.each([
  ['2030-01-01T00:00:00Z', '2030-01-01T00:00:01Z', null],
  ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00Z', 'links.starts_after_end'],
  ['2030-01-01T00:00:00Z', null, null],
  ['', '2030-01-01T00:00:00Z', null],
  ['whenever', '2030-01-01T00:00:00Z', null],
])('a link that opens at %j and ends at %j is %s', (starts, ends, code) => expect(checkSpan(starts, ends)).toBe(code));
