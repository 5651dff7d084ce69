import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { AppLogger } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import fastify, { type FastifyInstance } from 'fastify';
import { Client } from 'undici';
import { acceptForms, connectRedirect } from './redirect-proxy.js';

/** More than a pool of any usual size. */
const REFUSED = 300;
/** Visits that the redirect service lets wait for their refusal (ADR 38). */
const MOST_WAITING = 4_096;

let redirect: Server;
let gateway: FastifyInstance;
const waiting: ServerResponse[] = [];

beforeEach(async () => {
  redirect = createServer((request, response) => {
    if (request.url === '/known') response.writeHead(302, { location: 'https://example.com/' }).end();
    else waiting.push(response);
  }).listen(0, '127.0.0.1');
  await once(redirect, 'listening');
  gateway = fastify();
  const REDIRECT_URL = `http://127.0.0.1:${(redirect.address() as AddressInfo).port}`;
  const logger = { warn: () => undefined } as unknown as AppLogger;
  const passOn = await connectRedirect(gateway, { REDIRECT_URL, PROXY_SECRET: '' }, logger);
  acceptForms(gateway);
  gateway.route({ method: ['GET', 'POST'], url: '/:code', handler: (request, reply) => passOn(request, reply) });
  await gateway.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  refuseAll();
  await gateway.close();
  redirect.closeAllConnections();
  redirect.close();
});

function refuseAll(): void {
  for (const response of waiting.splice(0)) response.writeHead(429).end();
}

const visit = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = gateway.server.address() as AddressInfo;
    get({ port, host: '127.0.0.1', path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

it('a link opens while the redirect service lets any number of others wait for their refusal', async () => {
  const refused = Array.from({ length: REFUSED }, (_, at) => visit(`/made-up-${at}`));
  await eventually(() => expect(waiting.length).toBe(REFUSED));
  expect(await visit('/known')).toBe(302);
  refuseAll();
  expect(new Set(await Promise.all(refused))).toEqual(new Set([429]));
});

it('the next visit has a connection where as many wait for their refusal as the redirect service lets', async () => {
  // Connections that are busy from their first visit on, and need no sockets.
  const dispatch = jest.spyOn(Client.prototype, 'dispatch').mockReturnValue(false);
  try {
    for (let at = 0; at <= MOST_WAITING; at += 1) void gateway.inject(`/made-up-${at}`);
    await eventually(() => expect(dispatch.mock.contexts).toHaveLength(MOST_WAITING + 1), { timeoutMs: 30_000 });
    expect(new Set(dispatch.mock.contexts).size).toBe(MOST_WAITING + 1);
  } finally {
    dispatch.mockRestore();
  }
}, 40_000);

it.each(['', '; charset=utf-8', ';charset="', ';', '; =;'])(
  'passes a form on whose type has %j behind it',
  async (more) => {
    const { statusCode } = await gateway.inject({
      method: 'POST',
      url: '/known',
      headers: { 'content-type': `application/x-www-form-urlencoded${more}` },
      payload: 'password=x',
    });
    expect(statusCode).toBe(302);
  },
);
