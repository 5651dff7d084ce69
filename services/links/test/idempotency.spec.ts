import { describe, expect, it } from '@jest/globals';
import { deleteLinkRpc, getQuotaRpc } from '@linkway/contracts';
import { callerOf, refusal, useLinks } from './harness.js';

const links = useLinks();

describe('Idempotency-Key', () => {
  it('gives the first answer again: one link, counted once', async () => {
    const caller = callerOf();
    const request = { url: 'https://example.com/1', title: 'One', password: 'secret' };
    const first = await links.create(caller, request, 'key-1');
    expect(await links.create(caller, request, 'key-1')).toEqual(first);
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 1, monthly_links_used: 1 });
  });

  it('gives it even when the limit is used up or the link is deleted by now', async () => {
    const caller = await links.workspace(1);
    const first = await links.create(caller, {}, 'key-2');
    await links.call(deleteLinkRpc, { id: first.id }, caller);
    expect(await links.create(caller, {}, 'key-2')).toEqual(first);
    expect(await refusal(links.create(caller, {}, 'key-3'))).toBe('links.monthly_limit');
  });

  it.each([
    [{ url: 'https://example.com/other' }],
    [{ title: 'Other' }],
    [{ password: 'other' }],
    [{ password: undefined }],
    [{ device_targeting: { mobile: 'https://m.example/' } }],
  ])('refuses the same key for another request: %j', async (other) => {
    const caller = callerOf();
    const request = { url: 'https://example.com/1', title: 'One', password: 'secret' };
    await links.create(caller, request, 'key');
    expect(await refusal(links.create(caller, { ...request, ...other }, 'key'))).toBe('request.idempotency_mismatch');
  });

  it('makes one link of 20 simultaneous requests', async () => {
    const caller = callerOf();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => links.create(caller, { custom_code: `race-${caller.user_id}` }, 'race')),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 1, monthly_links_used: 1 });
  });

  it('belongs to a workspace', async () => {
    const one = await links.create(callerOf(), {}, 'shared');
    const two = await links.create(callerOf(), {}, 'shared');
    expect(two.id).not.toBe(one.id);
  });

  it('can be used again after a request that failed, and after a day', async () => {
    const caller = callerOf();
    expect(await refusal(links.create(caller, { custom_code: 'api' }, 'key'))).toBe('links.code_reserved');
    const first = await links.create(caller, {}, 'key');
    await links.query(
      "UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 second' WHERE scope = $1",
      [`workspace:${caller.workspace_id}`],
    );
    const second = await links.create(caller, { url: 'https://example.com/next-day' }, 'key');
    expect(second.id).not.toBe(first.id);
  });
});
