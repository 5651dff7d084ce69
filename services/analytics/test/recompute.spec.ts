import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { KindsRepository } from '../src/recompute/kinds.repository.js';
import { recomputeKinds } from '../src/recompute/recompute-kinds.js';
import { RollUpRepository } from '../src/roll-up/roll-up.repository.js';
import { RollUpService } from '../src/roll-up/roll-up.service.js';
import { ClickHouse } from '../src/store/clickhouse.js';
import { Asker, aClick, CHROME, ClickPublisher } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouse: true });
let publisher: ClickPublisher;

beforeAll(async () => {
  publisher = await ClickPublisher.open(servers.natsUrl);
});

afterAll(async () => {
  await publisher.close();
});

describe('recomputing kinds', () => {
  it('gives stored clicks the kind of today, and statistics follow', async () => {
    const analytics = await startService(
      service,
      servers.env('analytics', { VISITOR_SECRET: 'test', ROLL_UP_MIN_CLICKS: '2' }),
    );
    const clickhouse = analytics.get(ClickHouse);
    const link = { workspace_id: uuidv7(), link_id: uuidv7() };
    const kinds = async () => (await new Asker(analytics).link(link.workspace_id, link.link_id)).kinds;
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await eventually(() =>
      publisher.publish([
        aClick({ ...link, clicked_at: yesterday }),
        aClick({ ...link, clicked_at: yesterday, user_agent: 'Googlebot/2.1' }),
        aClick({ ...link, clicked_at: yesterday, purpose: 'prefetch' }),
      ]),
    );
    const right = [
      { value: 'bot', clicks: 1, unique: 1 },
      { value: 'human', clicks: 1, unique: 1 },
      { value: 'prefetch', clicks: 1, unique: 1 },
    ];
    const sorted = async () => (await kinds()).sort((a, b) => a.value.localeCompare(b.value));
    await eventually(async () => expect(await sorted()).toEqual(right));
    // As an older release judged them.
    await new KindsRepository(clickhouse).judge([
      { user_agent: CHROME, kind: 'scanner', kind_reason: 'old' },
      { user_agent: 'Googlebot/2.1', kind: 'human', kind_reason: 'old' },
    ]);
    await new RollUpRepository(clickhouse).forgetAll();
    await analytics.get(RollUpService).runOnce();
    expect(await sorted()).not.toEqual(right);
    await expect(recomputeKinds(new KindsRepository(clickhouse), new RollUpRepository(clickhouse))).resolves.toBe(2);
    expect(await sorted()).toEqual(right);
  });
});
