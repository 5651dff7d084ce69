import { expect, it } from '@jest/globals';
import { readableAddress, readableHost } from './readable-address';

const sent = (host: string): string => new URL(`http://${host}`).hostname;

it.each([
  'example.com',
  'ví-dụ.vn',
  'đà-nẵng.vn',
  'bücher.de',
  'straße.de',
  'łódź.pl',
  'почта.рф',
  'москва.ru',
  'ελλάδα.gr',
  '例え.jp',
  'ノーラン.jp',
  '한국.kr',
  'ไทย.th',
])('reads %s', (host) => {
  expect(readableHost(sent(host))).toBe(host);
  expect(readableHost(`${sent(host)}:8443`)).toBe(`${host}:8443`);
});

it.each([
  ['one letter of another script', 'p\u0430ypal.com'],
  ['letters of another script that all look Latin', '\u0430\u0440\u0440\u04cf\u0435.com'],
  ['the same in Greek', '\u03bf\u03bd\u03b1.com'],
  ['a letter that looks like another', 'paypa\u0131.com'],
  ['a small capital', '\u0262oogle.com'],
  ['a line through a letter', 'a\u0338b.com'],
  ['two scripts in one word', 'tokyo\u6771\u4eac.jp'],
  ['letters from right to left', '\u05e2\u05d1\u05e8\u05d9\u05ea.co'],
])('leaves a host as it is sent: %s', (_, host) => {
  expect(sent(host)).toMatch(/xn--/);
  expect(readableHost(sent(host))).toBe(sent(host));
});

it('reads each word by itself, and no word that is none', () => {
  expect(readableHost(`${sent('ví-dụ.vn')}.xn--80ak6aa92e.com`)).toBe('ví-dụ.vn.xn--80ak6aa92e.com');
  // No browser makes these of any letters.
  for (const host of ['xn--a', 'xn--99999999', 'xn--mgba3gch31f', 'xn--bcher-kva-.de'])
    expect(readableHost(host)).toBe(host);
});

it('reads the host of an address alone, whichever way that was typed', () => {
  expect(readableAddress('https://xn--v-d-rma6749a.vn/b%C3%A1nh?q=1#a')).toBe('https://ví-dụ.vn/b%C3%A1nh?q=1#a');
  expect(readableAddress('HTTPS://VÍ-DỤ.vn:8443/x')).toBe('HTTPS://ví-dụ.vn:8443/x');
  expect(readableAddress('https://p\u0430ypal.com/\u202e')).toBe('https://xn--pypal-4ve.com/%E2%80%AE');
  expect(readableAddress('https://ann@xn--v-d-rma6749a.vn/')).toBe('https://ann@xn--v-d-rma6749a.vn/');
  expect(readableAddress('no address')).toBe('no address');
});
