import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { serveDocs } from './docs.js';

interface Sent {
  url: string;
  method?: string;
  headers: Record<string, string>;
}
interface Settings {
  requestInterceptor: (request: Sent) => Promise<Sent>;
}

let instance: FastifyInstance;
let settings: Settings;
const asked: string[] = [];
let answer = { ok: true, json: async () => ({ csrf_token: 'token-1' }) };

// The script of the page in a context with what a browser has, of which the interceptor uses `fetch` only.
beforeAll(async () => {
  instance = fastify();
  await instance.register(serveDocs);
  const { body } = await instance.inject('/api/docs/static/swagger-initializer.js');
  const window: { onload?: () => void; location: { href: string } } = {
    location: { href: 'https://app.example/api/docs' },
  };
  const bundle = (given: Settings) => {
    settings = given;
    return { initOAuth: () => undefined };
  };
  const page = {
    window,
    document: { createElement: () => ({}) },
    SwaggerUIBundle: Object.assign(bundle, { presets: {}, plugins: {} }),
    SwaggerUIStandalonePreset: {},
    fetch: async (url: string) => {
      asked.push(url);
      return answer;
    },
  };
  runInContext(body, createContext(page));
  window.onload?.();
});
afterAll(() => instance.close());
beforeEach(() => {
  asked.length = 0;
  answer = { ok: true, json: async () => ({ csrf_token: 'token-1' }) };
});

const sent = (method: string | undefined, headers: Record<string, string> = {}) =>
  settings.requestInterceptor({ url: 'https://app.example/api/links', method, headers });

describe('what is tried out on the docs page', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'post'])('carries the CSRF token with %s', async (method) => {
    const { headers } = await sent(method, { accept: 'application/json' });
    expect(headers).toEqual({ accept: 'application/json', 'X-CSRF-Token': 'token-1' });
    expect(asked).toEqual(['/api/auth/csrf']);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', undefined])('asks for no token with %s', async (method) => {
    expect((await sent(method)).headers).toEqual({});
    expect(asked).toEqual([]);
  });

  it('carries the token that was filled in', async () => {
    expect((await sent('POST', { 'x-csrf-token': 'mine' })).headers).toEqual({ 'x-csrf-token': 'mine' });
    expect(asked).toEqual([]);
  });

  it('goes out without a token where none is to be had', async () => {
    answer = { ...answer, ok: false };
    expect((await sent('POST')).headers).toEqual({});
  });
});
