import { expect, it } from '@jest/globals';
import { addressed } from './public-address';

it.each([
  ['/', { page: 'landing', language: 'en' }],
  ['/vi', { page: 'landing', language: 'vi' }],
  ['/vi/', { page: 'landing', language: 'vi' }],
  ['/terms', { page: 'terms', language: 'en' }],
  ['/vi/terms', { page: 'terms', language: 'vi' }],
  ['/login', null],
  ['/vi/login', null],
  ['/dashboard', null],
])('%s says %j', (path, said) => expect(addressed(path)).toEqual(said));
