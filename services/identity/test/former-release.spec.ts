import { expect, it } from '@jest/globals';
import { formerReleaseProblems, readFormerRelease, startService, useServers } from '@linkway/platform/testkit';
import service from '../src/main.js';
import { SETTINGS } from './identity.js';

const servers = useServers({ postgres: true, nats: true });

it('migrates to a schema on which the former release still runs', async () => {
  await startService(service, servers.env('former', SETTINGS));
  const former = readFormerRelease(new URL('./former-release.json', import.meta.url));
  expect(former.statements.length).toBeGreaterThan(0);
  expect(await formerReleaseProblems(servers.databaseUrl('former'), former)).toEqual([]);
});
