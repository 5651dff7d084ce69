import { expect, it } from '@jest/globals';
import { isNear } from './near.js';

it.each([
  ['nats://127.0.0.1:4222', true],
  ['localhost:4222', true],
  ['nats://[::1]:4222', true],
  ['nats://127.0.0.1:4222, nats://127.0.0.1:4223', true],
  ['nats://127.0.0.1:4222,nats://10.0.0.7:4222', false],
  ['nats://nats:4222', false],
  ['nats://127.example.com:4222', false],
  ['tls://nats.example.com', false],
  ['nats://::1:4222', false],
  ['', false],
])('tells whether %s is on this machine: %s', (urls, near) => {
  expect(isNear(urls)).toBe(near);
});
