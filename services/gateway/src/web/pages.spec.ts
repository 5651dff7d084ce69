import { expect, it } from '@jest/globals';
import { isPage, isShortCode } from './pages.js';

it.each(['/', '/login', '/register', '/terms', '/dashboard', '/dashboard/', '/dashboard/links/1'])(
  '%s is a page, no code',
  (path) => {
    expect(isPage(path)).toBe(true);
    expect(isShortCode(path)).toBe(false);
  },
);

it.each(['/abc', '/Ab_9-z', `/${'x'.repeat(50)}`, '/logins', '/dashboards'])('%s may be a short code', (path) => {
  expect(isShortCode(path)).toBe(true);
  expect(isPage(path)).toBe(false);
});

it.each([
  '/ab',
  `/${'x'.repeat(51)}`,
  '/a.b.c',
  '/abc/',
  '/abc/def',
  '/api',
  '/assets',
  '/healthz',
  '/a%20bc',
  '//abc',
])('%s is neither', (path) => {
  expect(isShortCode(path)).toBe(false);
  expect(isPage(path)).toBe(false);
});
