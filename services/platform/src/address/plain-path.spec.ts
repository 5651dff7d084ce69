import { expect, it } from '@jest/globals';
import { plainPath } from './plain-path.js';

it.each([
  ['/abc', '/abc'],
  ['/abc/', '/abc'],
  ['/%61bc', '/abc'],
  ['/%61%62%63/', '/abc'],
  ['/%41%4F%4f%50%5A%5a%6F%70%7a', '/AOOPZZopz'],
  ['/a%2Db%2d%5F%5f%30%39', '/a-b-__09'],
  ['/login/', '/login'],
])('%s means %s', (path, plain) => expect(plainPath(path)).toBe(plain));

it.each([
  '/',
  '//',
  '/abc//',
  '//abc',
  '/a/b',
  '/abc%2f',
  '/abc%2F',
  '/%2fabc',
  '/%2e%2e',
  '/abc%00',
  '/abc%20',
  '/%2561bc',
  '/%40%5b%60%7b%2f%3a',
  '/%5e%7e',
  '/%c3%a9',
  '/%',
  '/%6',
  '/%zz',
])('%s stays what it is', (path) => expect(plainPath(path)).toBe(path));
