import { expect, it } from '@jest/globals';
import { isNear } from './unseen-proxy.js';

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '192.168.0.1', 'fd00::1'])(
  '%s may be a proxy',
  (address) => expect(isNear(address)).toBe(true),
);

it.each(['203.0.113.7', '2001:db8::1', '::ffff:203.0.113.7', '', 'unknown'])('%j is not one of ours', (address) =>
  expect(isNear(address)).toBe(false),
);
