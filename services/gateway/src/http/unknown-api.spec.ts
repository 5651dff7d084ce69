import { expect, it } from '@jest/globals';
import { allowedMethods } from './unknown-api.js';

it.each([
  ['/api/links', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ['/api/links/1', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PUT']],
  ['/api/links/1/analytics', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/auth/login', ['OPTIONS', 'POST']],
  ['/api/links/1/2/3', []],
  ['/api/links/', []],
  ['/api', []],
])('%s supports %j', (path, methods) => expect(allowedMethods(path)).toEqual(methods));
