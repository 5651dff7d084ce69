import { expect, it } from '@jest/globals';
import { requestTarget } from './request-target.js';

it.each([
  ['/code?x=1', '/code?x=1', null],
  ['http://own.example:8080/code?x=1', '/code?x=1', 'own.example:8080'],
  ['HTTPS://Other.example', '/', 'Other.example'],
  ['http://own.example?x=1', '/?x=1', 'own.example'],
  ['http://own.example/code#part', '/code', 'own.example'],
  ['//own.example/code', '//own.example/code', null],
  ['ftp://own.example/code', 'ftp://own.example/code', null],
  ['*', '*', null],
])('%s is %s at %s', (url, path, host) => {
  expect(requestTarget(url)).toEqual({ path, host });
});
