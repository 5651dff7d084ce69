import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { linkCreated, type Route } from '@linkway/contracts';
import { eventually, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { RouteRepository } from '../src/route/route.repository.js';
import { RouteDirectory } from '../src/route/route-directory.js';
import { versionOf } from '../src/route/route-version.js';
import { aRoute, type Redirect, startRedirect } from './harness.js';

const servers = useServers({ postgres: true, nats: true });

it('however many unknown codes are tried, links in memory are answered without PostgreSQL', async () => {
  const redirect = await startRedirect(servers, {
    CACHE_BYTES: '65536',
    UNKNOWN_CODES_PER_MINUTE: '100000',
    UNKNOWN_CODES_PER_SECOND: '100000',
  });
  const known = await Promise.all(Array.from({ length: 20 }, () => redirect.create()));
  for (const { code } of known) expect((await redirect.visit(`/${code}`)).status).toBe(302);

  const flood = async (name: string, expected: number) => {
    for (let from = 0; from < 1_500; from += 250) {
      const answers = await Promise.all(
        Array.from({ length: 250 }, (_, at) => redirect.visit(`/${name}-${from + at}`)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([expected]));
    }
  };
  await flood('tried', 404);
  // None of the pool's connections is still at work on them.
  await eventually(async () => redirect.running.get<DataSource>(DataSource).query('SELECT 1'), { timeoutMs: 2_000 });
  await servers.postgres.stop();
  try {
    await flood('tried-without', 503);
    const answers = await Promise.all(known.map(({ code }) => redirect.visit(`/${code}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(302));
    const text = await (await fetch(`${redirect.running.adminUrl}/metrics`)).text();
    expect(text).toMatch(/redirect_route_cache_entries\{[^}]*\} 20\b/);
  } finally {
    await servers.postgres.start();
  }
}, 180_000);

describe('beyond what may be looked up', () => {
  const scanner = { 'x-forwarded-for': '198.51.100.7' };
  const neighbour = { 'x-forwarded-for': '::ffff:198.51.100.99' };
  const person = { 'x-forwarded-for': '203.0.113.7' };
  let redirect: Redirect;
  let known: Route;
  beforeAll(async () => {
    redirect = await startRedirect(servers, {
      UNKNOWN_CODES_PER_MINUTE: '6',
      UNKNOWN_CODES_PER_SECOND: '1000',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    known = await redirect.create();
    await redirect.visit(`/${known.code}`);
    for (let number = 0; number < 6; number += 1) {
      await redirect.visit(`/scan-${number}`, { headers: scanner });
    }
  });

  it.each([
    ['', 'en', 'Your network has tried too many links that do not exist', 'en'],
    ['', 'vi', 'Mạng của bạn đã thử quá nhiều liên kết không tồn tại', 'vi'],
    ['?from=mail', 'vi', 'Mạng của bạn đã thử quá nhiều liên kết không tồn tại', 'vi'],
    ['?lang=en', 'vi', 'Your network has tried too many links that do not exist', 'en'],
  ])('a network is told to come again, %s in %s', async (query, accepted, text, language) => {
    const headers = { ...neighbour, 'accept-language': accepted };
    const answer = await redirect.visit(`/never-asked${query}`, { headers });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.body).toContain(text);
    expect(answer.body).toContain(`<html lang="${language}">`);
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)));
    const head = await redirect.visit('/never-asked', { headers: neighbour, method: 'HEAD' });
    expect([head.status, head.body]).toEqual([429, '']);
  });

  it('what is in memory, or was made a moment ago, opens for it all the same, and others are looked up', async () => {
    expect((await redirect.visit(`/${known.code}`, { headers: scanner })).status).toBe(302);
    const made = aRoute();
    await redirect.publish(linkCreated, { route: made });
    await eventually(async () =>
      expect((await redirect.visit(`/${made.code}`, { headers: scanner })).status).toBe(302),
    );
    const stored = aRoute();
    await redirect.running.get(RouteRepository).apply([versionOf(stored)]);
    expect((await redirect.visit(`/${stored.code}`, { headers: scanner })).status).toBe(429);
    expect((await redirect.visit(`/${stored.code}`, { headers: person })).status).toBe(302);
    expect((await redirect.visit(`/${stored.code}`, { headers: scanner })).status).toBe(302);
  });

  it('a link that is known when its visitor is about to be refused opens', async () => {
    const made = aRoute();
    const directory = redirect.running.get<RouteDirectory>(RouteDirectory);
    const found = jest.spyOn(directory, 'foundMeanwhile').mockReturnValueOnce(made);
    const answer = await redirect.visit(`/${made.code}`, { headers: scanner });
    expect(found.mock.calls).toEqual([[{ code: made.code, host: 'go.test' }, null]]);
    expect([answer.status, answer.headers.location]).toEqual([302, made.original_url]);
    expect((await redirect.visit(`/${made.code}`, { headers: scanner })).status).toBe(429);
  });

  it('of all networks together, 503 is told and never 404, and links still open', async () => {
    const few = await startRedirect(servers, { UNKNOWN_CODES_PER_SECOND: '1', TRUSTED_PROXIES: '127.0.0.1' });
    const stored = aRoute();
    await few.running.get(RouteRepository).apply([versionOf(stored)]);
    const flood = Array.from({ length: 8 }, (_, at) =>
      few.visit(`/flood-${at}`, { headers: { 'x-forwarded-for': `198.18.${at}.1`, 'accept-language': 'en' } }),
    );
    const answers = await Promise.all(flood);
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([404, 503]));
    const busy = answers.find(({ status }) => status === 503);
    expect(busy?.body).toContain('Too many links are being looked up at once');
    expect(Number(busy?.headers['retry-after'])).toBeGreaterThan(0);
    await eventually(async () => expect((await few.visit(`/${stored.code}`, { headers: person })).status).toBe(302), {
      timeoutMs: 10_000,
    });
  });
});
