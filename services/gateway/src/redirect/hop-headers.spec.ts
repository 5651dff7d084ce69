import { expect, it } from '@jest/globals';
import { endToEnd } from './hop-headers.js';

it('drops what concerns one connection, and what that connection names', () => {
  const headers = {
    connection: 'Close, X-Mine',
    'keep-alive': '300',
    upgrade: 'websocket',
    expect: '100-continue',
    te: 'trailers',
    trailer: 'Expires',
    'transfer-encoding': 'chunked',
    'proxy-authorization': 'Basic eA==',
    'proxy-connection': 'keep-alive',
    'x-mine': '1',
    'x-yours': '2',
    cookie: 'a=b',
  };
  expect(endToEnd(headers)).toEqual({ 'x-yours': '2', cookie: 'a=b' });
  expect(endToEnd({ 'X-Named': '1', Accept: '*/*' }, 'x-named')).toEqual({ Accept: '*/*' });
  expect(endToEnd({ connection: ['x-a', 'x-b'], 'x-a': '1', 'x-b': '2', 'x-c': '3' })).toEqual({ 'x-c': '3' });
});
