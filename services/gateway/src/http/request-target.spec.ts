import { expect, it } from '@jest/globals';
import { originForm } from './request-target.js';

it.each([
  ['/code?x=1', 'own.example', '/code?x=1', 'own.example'],
  ['http://own.example:8080/code?x=1', 'own.example', '/code?x=1', 'own.example:8080'],
  ['HTTPS://Other.example', 'own.example', '/', 'Other.example'],
  ['http://own.example?x=1', 'own.example', '/?x=1', 'own.example'],
  ['//own.example/code', 'own.example', '//own.example/code', 'own.example'],
  ['ftp://own.example/code', 'own.example', 'ftp://own.example/code', 'own.example'],
  ['*', 'own.example', '*', 'own.example'],
])('%s at %s is %s', (url, host, path, effective) => {
  const request = { url, headers: { host } };
  expect([originForm(request), request.headers.host]).toEqual([path, effective]);
});
