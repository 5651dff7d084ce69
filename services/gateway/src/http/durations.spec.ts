import { expect, it } from '@jest/globals';
import { Metrics } from '@linkway/platform';
import { fastify } from 'fastify';
import { measureRequests } from './durations.js';

it('counts requests by pattern, method and class of the status', async () => {
  const metrics = new Metrics('gateway');
  const instance = fastify();
  measureRequests(instance, metrics);
  instance.get('/api/links/:id', (_request, reply) => reply.code(204).send());
  const base = await instance.listen({ port: 0 });
  await fetch(`${base}/api/links/one`);
  await fetch(`${base}/api/links/two?page=1`);
  await fetch(`${base}/nowhere`, { method: 'POST' });
  await instance.close();
  const text = await metrics.registry.metrics();
  const count = (labels: string) =>
    new RegExp(`http_server_duration_seconds_count{service="gateway",${labels}} (\\d+)`);
  expect(count('method="GET",route="/api/links/:id",status_class="2xx"').exec(text)?.[1]).toBe('2');
  expect(count('method="POST",route="unknown",status_class="4xx"').exec(text)?.[1]).toBe('1');
  expect(text).not.toContain('links/one');
});
