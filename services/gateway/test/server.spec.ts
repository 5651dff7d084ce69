import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually, leaveAtOnce } from '@linkway/platform/testkit';
import Fastify from 'fastify';
import type { GatewayConfig } from '../src/config.js';
import { serverOptions } from '../src/http/server.js';
import { useWorld } from './support/world.js';

const folder = mkdtempSync(join(tmpdir(), 'linkway-gateway-server-'));
const logFile = join(folder, 'gateway.log');
afterAll(() => rmSync(folder, { recursive: true }));
const world = useWorld(() => ({ LOG_LEVEL: 'warn', LOG_FILE: logFile }));

describe('slow requests', () => {
  it('have ten seconds for their headers and thirty in all', async () => {
    const { server } = Fastify(serverOptions({ TRUSTED_PROXIES: [] as string[] } as GatewayConfig));
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000]);
  });

  it('are over where nothing moves on their connection for two minutes', () => {
    const { server } = Fastify(serverOptions({ TRUSTED_PROXIES: [] as string[] } as GatewayConfig));
    expect(server.timeout).toBe(120_000);
  });

  it('are sent away when their headers do not come', async () => {
    const started = Date.now();
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    const answer = new Promise<string>((resolve, reject) => {
      socket.once('data', (chunk) => resolve(chunk.toString()));
      socket.once('error', reject);
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
    expect(Date.now() - started).toBeLessThan(25_000);
  }, 40_000);
});

describe('a client that is gone before it is seen', () => {
  it.each(['GET /api/domains', 'POST /api/auth/login', 'GET /', 'GET /somewhere'])(
    'ends nothing by %s',
    async (line) => {
      // Nobody would catch what is thrown where its answer closes.
      await leaveAtOnce(world.url, `${line} HTTP/1.1\r\nHost: ${new URL(world.url).host}\r\nContent-Length: 0\r\n\r\n`);
      expect((await world.browser().get('/api/domains')).status).toBe(200);
    },
  );
});

describe('a proxy that nobody told of', () => {
  it('is noticed once', async () => {
    for (let n = 0; n < 3; n += 1) await world.browser().get('/api/domains', { 'x-forwarded-for': '203.0.113.9' });
    const text = await eventually(() => {
      const log = readFileSync(logFile, 'utf8');
      expect(log).toContain('TRUSTED_PROXIES');
      return log;
    });
    expect(text.match(/TRUSTED_PROXIES/g)).toHaveLength(1);
    expect(text).not.toContain('203.0.113.9');
  });
});
