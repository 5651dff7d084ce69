import { describe, expect, it } from '@jest/globals';
import { localeOf } from './locale.js';

describe('localeOf', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['vi', 'vi'],
    ['vi-VN,vi;q=0.9,en-US;q=0.8', 'vi'],
    ['en-GB, vi;q=0.9', 'en'],
    ['en;q=0.2, VI ; q=0.9', 'vi'],
    ['fr, de;q=0.9', 'en'],
    ['fr, vi;q=0.1', 'vi'],
    ['vi;q=0, en;q=0.1', 'en'],
    ['vi;q=nonsense', 'vi'],
    [`${'x,'.repeat(5000)}vi`, 'en'],
  ])('%s', (header, locale) => expect(localeOf(header)).toBe(locale));
});
