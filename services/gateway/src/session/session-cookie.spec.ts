import cookie from '@fastify/cookie';
import { expect, it } from '@jest/globals';
import { usedHeap } from '@linkway/platform/testkit';
import { fastify } from 'fastify';
import type { GatewayConfig } from '../config.js';
import type { ApiRequest } from '../http/api-request.js';
import { SessionCookie } from './session-cookie.js';

it('keeps of many cookies no more than the token, wherever that is remembered', async () => {
  const instance = fastify();
  await instance.register(cookie);
  const session = new SessionCookie({
    COOKIE_SECURE: false,
    SESSION_SIGNING_SECRET: 'secret',
    SESSION_SIGNING_SECRET_PREVIOUS: '',
    SESSION_UNSIGNED: 'accept',
  } as GatewayConfig);
  const tokens = new Set<string>();
  const others = `x=${'y'.repeat(10_000)}; `;
  const before = usedHeap();
  for (let number = 0; number < 5_000; number += 1) {
    const token = String(number).padStart(43, 'a');
    // Its header is a text of its own, as one that comes over the network is.
    const header = Buffer.from(`${others}linkway_session=${token}`).toString();
    const request = { cookies: instance.parseCookie(header) } as unknown as ApiRequest;
    tokens.add(session.read(request) ?? '');
    expect(tokens.has(token)).toBe(true);
  }
  // 50 MB were sent.
  expect(usedHeap() - before).toBeLessThan(10_000_000);
  expect(tokens.size).toBe(5_000);
});
