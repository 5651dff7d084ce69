import { expect, it } from '@jest/globals';
import { MOST_SESSIONS, placesRpc } from '@linkway/contracts';
import { AppError, RpcClient } from '@linkway/platform';
import { startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { aCaller } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouse: true });

it('tells a caller where addresses are, and nobody without one', async () => {
  const analytics = await startService(service, servers.env('analytics', { VISITOR_SECRET: 'test' }));
  const rpc = analytics.get<RpcClient>(RpcClient);
  const addresses = ['113.160.0.1', '2402:800:6000::1', '127.0.0.1', 'unknown'];
  const caller = aCaller(uuidv7());
  const { data } = await rpc.call(placesRpc, { addresses }, { caller, timeoutMs: 20_000 });
  expect(data).toEqual([
    { address: '113.160.0.1', country: 'VN', city: expect.stringMatching(/./) },
    expect.objectContaining({ address: '2402:800:6000::1', country: 'VN' }),
    { address: '127.0.0.1', country: null, city: null },
    { address: 'unknown', country: null, city: null },
  ]);
  await expect(rpc.call(placesRpc, { addresses })).rejects.toMatchObject({ code: 'auth.unauthenticated' });
  const many = Array.from({ length: MOST_SESSIONS + 1 }, () => '127.0.0.1');
  await expect(rpc.call(placesRpc, { addresses: many }, { caller })).rejects.toBeInstanceOf(AppError);
});
