import { expect, it } from '@jest/globals';
import { formerReleaseProblems, readFormerRelease, startService, useServers } from '@linkway/platform/testkit';
import service from '../src/main.js';
import { temporaryFolder } from './harness.js';

const servers = useServers({ postgres: true, nats: true });

it('migrates to a schema on which the former release still runs', async () => {
  const env = { PORT: '0', CLICK_LOG_DIR: temporaryFolder(), WEB_URL: 'http://web.test' };
  await startService(service, servers.env('former', env));
  const former = readFormerRelease(new URL('./former-release.json', import.meta.url));
  expect(former.statements.length).toBeGreaterThan(0);
  expect(await formerReleaseProblems(servers.databaseUrl('former'), former)).toEqual([]);
});
