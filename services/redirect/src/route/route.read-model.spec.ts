import { expect, it } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import type { Mend, ReadModels } from '@linkway/platform';
import { route } from './fake-route.js';
import { RouteReadModel } from './route.read-model.js';
import type { RouteRepository } from './route.repository.js';
import { RouteCache } from './route-cache.js';
import { versionOf } from './route-version.js';

it('what the comparison mended is answered with at once, also an older version; what it left alone stands', async () => {
  const cache = new RouteCache({ bytes: 1_000_000, ttlMs: 60_000 });
  for (const code of ['older', 'gone', 'left']) cache.put(versionOf(route({ code, version: 7 })), false);
  const mend = (code: string, content: Route | null): Mend<Route> => ({
    key: [code, 'go.test'],
    held: 7,
    version: content?.version ?? 0,
    content,
    reason: 'ahead',
  });
  const older = route({ code: 'older', version: 3 });
  const mends = [mend('older', older), mend('gone', null), mend('left', null)];
  const routes = { mend: async () => mends.slice(0, 2) } as unknown as RouteRepository;
  await new RouteReadModel(routes, cache, {} as ReadModels).mend(mends);
  const found = ['older', 'gone', 'left'].map((code) => cache.get(code, 'go.test')?.known.route?.version);
  expect(found).toEqual([3, undefined, 7]);
});
