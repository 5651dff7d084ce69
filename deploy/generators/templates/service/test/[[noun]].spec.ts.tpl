import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { MemberCaller } from '@linkway/contracts';
import { startService, useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { [[Noun]]Service } from '../src/[[noun]]/[[noun]].service.js';
import service from '../src/main.js';

const servers = useServers({ postgres: true, nats: true });
const start = (database: string) => startService(service, servers.env(database));
const someone = (): MemberCaller => ({
  kind: 'session',
  user_id: randomUUID(),
  workspace_id: randomUUID(),
  session_id: randomUUID(),
  role: 'user',
});

describe('the [[service]] service', () => {
  it('keeps what is made, each workspace its own', async () => {
    const [[nounsCamel]] = (await start('[[service]]')).get<[[Noun]]Service>([[Noun]]Service);
    const [one, other] = [someone(), someone()];
    const id = await [[nounsCamel]].create(one, 'first');
    expect((await [[nounsCamel]].list(one)).map((found) => [found.id, found.name])).toEqual([[id, 'first']]);
    expect(await [[nounsCamel]].list(other)).toEqual([]);
  });

  it('migrates to what the entities say', async () => {
    const source = (await start('[[service]]_schema')).get(DataSource);
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query).filter((query) => query.includes('"[[table]]"'))).toEqual([]);
  });

  it('is ready', async () => {
    const running = await start('[[service]]_health');
    expect((await fetch(`${running.adminUrl}/readyz`)).status).toBe(200);
  });
});
