import { expect, it } from '@jest/globals';
import { visibleAddress } from './visible';

it('an address shows what cannot be seen, or turns letters around', () => {
  expect(visibleAddress('https://example.com/\u202egnp.exe')).toBe('https://example.com/%E2%80%AEgnp.exe');
  expect(visibleAddress('https://example.com/a\u200bb\u2066c')).toBe('https://example.com/a%E2%80%8Bb%E2%81%A6c');
  expect(visibleAddress('https://ví-dụ.vn/bánh mì?q=👍')).toBe('https://ví-dụ.vn/bánh mì?q=👍');
});
