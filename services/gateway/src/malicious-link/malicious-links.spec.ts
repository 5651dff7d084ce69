import { expect, it } from '@jest/globals';
import { hasHarmfulScheme } from './malicious-links.js';

it.each([
  ['javascript:alert(1)', true],
  [' JavaScript:alert(1)', true],
  ['java\nscript:alert(1)', true],
  ['data:text/html,<b>', true],
  ['vbscript:x', true],
  ['file:///etc/passwd', true],
  ['view-source:https://example.com', true],
  ['blob:https://example.com/1', true],
  ['localhost:3000', false],
  ['example.com:8080/x', false],
  ['mailto:an@example.com', false],
  ['ftp://example.com/', false],
  ['htps://example.com', false],
  ['https://', false],
  ['', false],
  [7, false],
  [undefined, false],
])('%j has a scheme that means harm: %s', (value, expected) => expect(hasHarmfulScheme(value)).toBe(expected));
