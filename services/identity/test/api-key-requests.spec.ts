import { describe, expect, it } from '@jest/globals';
import { createApiKeyRpc } from '@linkway/contracts';
import type { AppError, RunningService } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { create, list, premium, remove, setPlan, use } from './api-keys.js';
import { outcomeOf, register, sql, start, tally } from './identity.js';
import { inSession } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });

const age = (running: RunningService, span: string) =>
  sql(running, `UPDATE api_key_requests SET created_at = now() - interval '${span}'`);

describe('the Idempotency-Key of an API key', () => {
  it('makes one key, which is told once: a second request is told which it was', async () => {
    const running = await start(servers.env('again'));
    const session = await premium(running);
    const first = await create(running, session, { key_name: 'Nightly' }, 'key');
    const refused = await create(running, session, { key_name: 'Nightly' }, 'key').catch((error: AppError) => error);
    expect(refused).toMatchObject({
      code: 'api_keys.made_already',
      status: 409,
      params: { id: first.id, name: 'Nightly' },
    });
    expect((await list(running, session)).map(({ id }) => id)).toEqual([first.id]);
    expect(await outcomeOf(use(running, first.api_key))).toBe('success');
    // Nor is another made once it was deleted, or the plan has ended.
    await remove(running, session, first.id);
    await setPlan(running, 'basic');
    expect(await outcomeOf(create(running, session, { key_name: 'Nightly' }, 'key'))).toBe('api_keys.made_already');
    expect(await list(running, session)).toEqual([]);
  });

  it('makes one of many requests at once, to two processes', async () => {
    const running = await start(servers.env('race'));
    const other = await start(servers.env('race'));
    const session = await premium(running);
    const asked = Array.from({ length: 12 }, (_, n) => outcomeOf(create(n % 2 ? running : other, session, {}, 'race')));
    expect(tally(await Promise.all(asked))).toEqual({ success: 1, 'api_keys.made_already': 11 });
    expect(await list(running, session)).toHaveLength(1);
  });

  it('is refused for another key', async () => {
    const running = await start(servers.env('mismatch'));
    const session = await premium(running);
    await create(running, session, {}, 'key');
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    for (const over of [{ key_name: 'Other' }, { permissions: ['read' as const] }, { expires_at }])
      expect(await outcomeOf(create(running, session, over, 'key'))).toBe('request.idempotency_mismatch');
    expect(await list(running, session)).toHaveLength(1);
  });

  it('is of one account, and not asked for', async () => {
    const running = await start(servers.env('whose'));
    const session = await premium(running);
    const other = await register(running, { email: 'other@example.com' });
    await setPlan(running, 'premium');
    const made = [
      await create(running, session, {}, 'key'),
      await create(running, other, {}, 'key'),
      await create(running, session),
      // As a gateway of the former release asks.
      await inSession(running, session, createApiKeyRpc, { key_name: 'CI' }),
    ];
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
    expect(await list(running, session)).toHaveLength(3);
  });

  it('is free again after a refusal, and after a day', async () => {
    const running = await start(servers.env('free'));
    const session = await register(running);
    expect(await outcomeOf(create(running, session, {}, 'key'))).toBe('api_keys.premium_required');
    await setPlan(running, 'premium');
    const made = await Promise.all(Array.from({ length: 20 }, () => create(running, session)));
    expect(await outcomeOf(create(running, session, {}, 'key'))).toBe('api_keys.limit_reached');
    for (const { id } of made.slice(0, 2)) await remove(running, session, id);
    await create(running, session, {}, 'key');
    await age(running, '23 hours');
    expect(await outcomeOf(create(running, session, {}, 'key'))).toBe('api_keys.made_already');
    await age(running, '25 hours');
    await create(running, session, { key_name: 'Next day' }, 'key');
    expect(await outcomeOf(create(running, session, { key_name: 'Next day' }, 'key'))).toBe('api_keys.made_already');
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect(await sql(running, 'SELECT key FROM api_key_requests')).toHaveLength(1);
    await age(running, '25 hours');
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect(await sql(running, 'SELECT key FROM api_key_requests')).toEqual([]);
  });
});
