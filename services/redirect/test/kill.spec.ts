import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { linkCreated } from '@linkway/contracts';
import { eventually, useServers } from '@linkway/platform/testkit';
import { aRoute, clicksOn, startRedirect, temporaryFolder } from './harness.js';

const servers = useServers({ postgres: true, nats: true });
const project = fileURLToPath(new URL('..', import.meta.url));

/** The built service in a process of its own. */
async function startChild(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: project,
    env: { ...process.env, NODE_OPTIONS: '', ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  const url = await eventually(
    () => /"http_url":"([^"]+)"/.exec(output)?.[1] ?? Promise.reject(new Error(`not started: ${output}`)),
    { timeoutMs: 30_000 },
  );
  return { child, url };
}

/** Asks over and over until it breaks; notes what was answered and what was broken off. */
function load(url: string, code: string, answered: Set<string>, broken: Set<string>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let count = 0;
  return new Promise((done) => {
    const next = () => {
      count += 1;
      const name = `${url.split(':').pop()}-${Math.random().toString(36).slice(2)}-${count}`;
      const sent = request(`${url}/${code}?n=${name}`, { agent, headers: { host: 'go.test' } }, (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 302) answered.add(name);
          next();
        });
      });
      sent.on('error', () => {
        broken.add(name);
        agent.destroy();
        done();
      });
      sent.end();
    };
    next();
  });
}

it('kill -9 under load: every answer is one click, after a restart', async () => {
  const clickLog = temporaryFolder();
  const env = servers.env('redirect', { PORT: '0', CLICK_LOG_DIR: clickLog, CLICK_SEGMENT_BYTES: '65536' });
  const route = aRoute();
  const first = await startRedirect(servers, { CLICK_LOG_DIR: clickLog });
  await first.publish(linkCreated, { route });
  await eventually(async () => (await first.visit(`/${route.code}`, { method: 'HEAD' })).status === 302);

  const answered = new Set<string>();
  const broken = new Set<string>();
  for (let round = 1; round <= 3; round += 1) {
    const { child, url } = await startChild(env);
    const before = answered.size;
    const loads = Promise.all(Array.from({ length: 16 }, () => load(url, route.code, answered, broken)));
    await eventually(() => answered.size > before + 600, { intervalMs: 5 });
    child.kill('SIGKILL');
    await Promise.all([once(child, 'exit'), loads]);
  }
  expect(broken.size).toBeLessThanOrEqual(3 * 16);

  const last = await startRedirect(servers, { CLICK_LOG_DIR: clickLog });
  await eventually(
    async () => {
      const names = (await clicksOn(servers)).clicks.flatMap(({ query }) =>
        query.startsWith('n=') ? [query.slice(2)] : [],
      );
      const counted = new Set(names);
      expect(counted.size).toBe(names.length);
      expect([...answered].filter((name) => !counted.has(name))).toEqual([]);
      // A click may be written whose answer the kill broke off; nothing else may be there.
      expect([...counted].filter((name) => !answered.has(name) && !broken.has(name))).toEqual([]);
    },
    { timeoutMs: 20_000, intervalMs: 200 },
  );
  await first.running.stop();
  await last.running.stop();
  expect(readdirSync(join(clickLog, 'v2'))).toEqual([]);
}, 150_000);

it('a stop under load answers whoever is there, ends, and leaves no click behind', async () => {
  const clickLog = temporaryFolder();
  const redirect = await startRedirect(servers, { CLICK_LOG_DIR: clickLog });
  const route = await redirect.create();
  const answered = new Set<string>();
  const broken = new Set<string>();
  const loads = Promise.all(Array.from({ length: 8 }, () => load(redirect.url, route.code, answered, broken)));
  await eventually(() => answered.size > 300, { intervalMs: 5 });
  await redirect.running.stop();
  await loads;
  const names = (await clicksOn(servers)).clicks
    .filter(({ link_id }) => link_id === route.link_id)
    .flatMap(({ query }) => (query.startsWith('n=') ? [query.slice(2)] : []));
  expect([...answered].filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(readdirSync(join(clickLog, 'v2'))).toEqual([]);
}, 60_000);
