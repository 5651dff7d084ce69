import { describe, expect, it } from '@jest/globals';
import {
  allRpcs,
  createLinkRpc,
  getLinkRpc,
  getQuotaRpc,
  type LinkState,
  linkSchema,
  type RpcContract,
  updateLinkRpc,
} from '@linkway/contracts';
import { callerOf, eventually, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const guarded = allRpcs.filter(({ owner, permission }) => owner === 'links' && permission !== null);
/** Fits no request: whoever is let in is told so. */
const nothing = { id: 'none', ids: 'none', page: 'none', link: 'none', url: 0, events: 0 };
const raw = (contract: RpcContract, caller: ReturnType<typeof callerOf> | null) =>
  links.call(
    { ...contract, request: { safeParse: () => ({ success: true }) } } as unknown as RpcContract,
    nothing,
    caller,
  );

describe('every request that acts for a caller', () => {
  it.each(guarded)('$subject asks for its permission before anything else', async (contract) => {
    expect(await refusal(raw(contract, null))).toBe('auth.unauthenticated');
    const others = ['links:read', 'links:write', 'analytics:read'].filter((each) => each !== contract.permission);
    expect(await refusal(raw(contract, callerOf(uuidv7(), { permissions: others })))).toBe('auth.forbidden');
    const allowed = await refusal(raw(contract, callerOf(uuidv7(), { permissions: [contract.permission ?? ''] })));
    expect(['request.invalid', 'campaigns.dates_required', 'none']).toContain(allowed);
  });

  it('takes a session without a kind and without permissions, as the release before this one sends it', async () => {
    const { kind: _, ...former } = callerOf();
    const caller = former as ReturnType<typeof callerOf>;
    const input = { link: { url: 'https://example.com/' }, idempotency_key: null };
    expect(linkSchema.parse(await links.call(createLinkRpc, input, caller))).toMatchObject({
      user_id: caller.user_id,
    });
  });

  it('takes an API key for what it may do, and no service for what belongs to a workspace', async () => {
    const { session_id, ...member } = callerOf();
    const key = { ...member, kind: 'api_key' as const, api_key_id: session_id, permissions: ['links:read'] };
    const service = { kind: 'service', service: 'billing' } as const;
    expect(await links.call(getQuotaRpc, {}, key)).toMatchObject({ total_links: 0 });
    const change = { id: uuidv7(), changes: { title: 'x' } };
    expect(await refusal(links.call(updateLinkRpc, change, key))).toBe('auth.forbidden');
    expect(await refusal(links.call(getLinkRpc, { id: uuidv7() }, service))).toBe('auth.forbidden');
  });
});

describe('events of a link', () => {
  it('carry the link beside the route, and who made and changed it', async () => {
    const caller = callerOf();
    const link = await links.create(caller, {
      url: 'https://ví-dụ.vn/đường',
      title: 'Tết',
      description: 'two\nlines',
      tags: ['Tết'],
      password: 'secret',
      domain_id: links.second.id,
    });
    await links.call(updateLinkRpc, { id: link.id, changes: { title: 'Other', is_active: false } }, caller);
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(2));
    const [created, updated] = links.eventsOf(link.id);
    const state: LinkState = {
      id: link.id,
      workspace_id: caller.workspace_id,
      user_id: caller.user_id,
      short_code: link.short_code,
      domain_id: links.second.id,
      title: 'Tết',
      description: 'two\nlines',
      tags: ['Tết'],
      has_password: true,
      expires_at: null,
      max_clicks: null,
      starts_at: null,
      is_active: true,
      created_at: link.created_at,
      updated_at: link.updated_at,
    };
    const later = { title: 'Other', is_active: false, updated_at: expect.any(String) };
    expect(created?.data.link).toEqual(state);
    expect(updated?.data.link).toEqual({ ...state, ...later });
    const { user_id, workspace_id, session_id } = caller;
    for (const event of [created, updated]) {
      expect(event?.actor).toEqual({ kind: 'session', user_id, workspace_id, id: session_id });
    }
  });

  it('name a guest as one, without an address', async () => {
    const link = await links.createGuest({}, { ip: '203.0.113.9' });
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(1));
    const [event] = links.eventsOf(link.id);
    expect(event?.actor).toEqual({ kind: 'guest' });
    expect(event?.data.link).toMatchObject({
      id: link.id,
      user_id: null,
      workspace_id: null,
      domain_id: links.main.id,
    });
    expect(JSON.stringify(event)).not.toContain('203.0.113.9');
  });
});
