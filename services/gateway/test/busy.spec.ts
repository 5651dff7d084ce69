import { expect, it } from '@jest/globals';
import { useWorld } from './support/world.js';

const world = useWorld(() => ({ REQUESTS_AT_ONCE: '1', REQUESTS_QUEUED: '0' }));

it('refuses what is too much at once, tells when to come again, and has done nothing of it', async () => {
  const browser = await world.signedIn();
  const before = world.links.links.size;
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => browser.post('/api/links', { url: `https://example.com/${n}` })),
  );
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { json, headers } of refused) {
    expect([json.code, headers.get('retry-after')]).toEqual(['service.busy', '1']);
  }
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(40 - refused.length);
  expect(world.links.links.size - before).toBe(40 - refused.length);
  // Whoever is refused before, or asks for no work, needs no place.
  const probes = await Promise.all(Array.from({ length: 40 }, () => world.browser().get('/healthz')));
  expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await browser.get('/api/links')).status).toBe(200);
});
