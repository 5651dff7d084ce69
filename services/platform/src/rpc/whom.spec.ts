import { expect, it } from '@jest/globals';
import { whomOf } from './whom.js';

it.each([
  ['the workspace of its caller', { caller: { workspace_id: 'w' }, data: { ip: '203.0.113.7' } }, 'w'],
  ['the network of a visitor', { caller: null, data: { ip: '2001:db8:1:2:3::4' } }, '2001:db8:1:2::/64'],
  ['the network of who signs in', { caller: null, data: { origin: { ip: '203.0.113.7' } } }, '203.0.113.7'],
  ['the API key that is asked about', { caller: null, data: { key_hash: 'ab12' } }, 'key:ab12'],
  ['nobody on this very machine', { caller: null, data: { ip: '127.0.0.1' } }, null],
  ['nobody for a service', { caller: { kind: 'service', service: 'billing' }, data: {} }, null],
  ['nobody without a word of it', { caller: null, data: null }, null],
  ['nobody for what is no request', 'hello', null],
])('a request counts for %s', (_, envelope, whom) => {
  expect(whomOf(envelope)).toBe(whom);
});
