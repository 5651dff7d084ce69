import { expect, it } from '@jest/globals';
import { originForm } from './request-target.js';

it.each([
  ['/code?x=1', '/code?x=1', 'own.example'],
  ['http://other.example:8080/code?x=1', '/code?x=1', 'other.example:8080'],
])('%s at own.example is %s at %s', (url, path, effective) => {
  const request = { url, headers: { host: 'own.example' } };
  expect([originForm(request), request.headers.host]).toEqual([path, effective]);
});
