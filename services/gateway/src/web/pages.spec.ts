import { expect, it } from '@jest/globals';
import { isPage, isShortCode } from './pages.js';

it.each([
  '/',
  '/login',
  '/login/',
  '/%6cogin',
  '/register',
  '/terms/',
  '/dashboard',
  '/dashboard/',
  '/dashboard/links/1',
])('%s is a page, no code', (path) => {
  expect(isPage(path)).toBe(true);
  expect(isShortCode(path)).toBe(false);
});

it.each([
  '/abc',
  '/Ab_9-z',
  `/${'x'.repeat(50)}`,
  '/logins',
  '/dashboards',
  '/abc/',
  '/%61bc',
  '/abc+',
  '/abc+/',
  '/abc%2B',
  '/%61b%2d/',
])('%s may be a short code', (path) => {
  expect(isShortCode(path)).toBe(true);
  expect(isPage(path)).toBe(false);
});

it.each([
  '/ab',
  `/${'x'.repeat(51)}`,
  '/a.b.c',
  '/abc//',
  '/abc++',
  '/+',
  '/api+',
  '/dashboard+',
  '/abc%2f',
  '/abc%00',
  '/%2e%2e',
  '/%2e%2e%2e',
  '/%2561bc',
  '//',
  '/abc/def',
  '/api',
  '/api/',
  '/%61pi',
  '/%61pi/',
  '/healthz/',
  '/%72emotes/',
  '/assets',
  '/healthz',
  '/a%20bc',
  '//abc',
])('%s is neither', (path) => {
  expect(isShortCode(path)).toBe(false);
  expect(isPage(path)).toBe(false);
});
