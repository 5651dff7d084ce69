import { describe, expect, it, jest } from '@jest/globals';
import { deleteLinkRpc, type MemberCaller, type RpcRequest, updateLinkRpc } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { ChangeService } from '../src/quota/change.service.js';
import { callerOf, eventually, outcomes, refusal, refused, useLinks } from './harness.js';

const LIMIT = 12;
const links = useLinks({ CHANGES_PER_HOUR: String(LIMIT), GUEST_DAILY_LIMIT: '100', QUOTA_TIME_ZONE: 'UTC' });
type Changes = RpcRequest<typeof updateLinkRpc>['changes'];
const update = (caller: MemberCaller, id: string, changes: Changes) =>
  links.call(updateLinkRpc, { id, changes }, caller);
const remove = (caller: MemberCaller, id: string) => links.call(deleteLinkRpc, { id }, caller);
const used = (caller: MemberCaller) =>
  links.query<{ used: number }>('SELECT used FROM change_usage WHERE key = $1', [caller.workspace_id]);

/** Whatever a test takes, and the wait before it. */
jest.setTimeout(90_000);

// A window that closes in the middle of a test would let more through.
const safelyWithinTheHour = () =>
  eventually(() => expect(Date.now() % 3_600_000).toBeLessThan(3_570_000), { timeoutMs: 40_000 });

describe('the limit of changes an hour', () => {
  it('is exact when 40 edits come at the same time, in two processes', async () => {
    await safelyWithinTheHour();
    const second = await links.start();
    const caller = callerOf();
    const link = await links.create(caller);
    // Who is told that the service is busy comes again, as people and programs do.
    const edit = async (title: string): Promise<unknown> => {
      for (;;) {
        try {
          return await update(caller, link.id, { title });
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'service.busy') throw error;
        }
      }
    };
    const edits = Array.from({ length: 40 }, (_, i) => edit(`${i}`));
    expect(await outcomes(edits)).toEqual({ none: LIMIT - 1, 'links.changes_exceeded': 40 - LIMIT + 1 });
    await second.stop();
    expect(await used(caller)).toEqual([{ used: LIMIT }]);
    // What was refused is no event.
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(LIMIT));
  });

  it('counts creations, edits, pauses and deletions alike, and tells when it is over', async () => {
    await safelyWithinTheHour();
    const caller = callerOf();
    const [first, second] = [await links.create(caller), await links.create(caller)];
    await update(caller, first.id, { title: 'Edited' });
    await update(caller, first.id, { is_active: false });
    await remove(caller, second.id);
    expect(await used(caller)).toEqual([{ used: 5 }]);
    await links.query('UPDATE change_usage SET used = $2 WHERE key = $1', [caller.workspace_id, LIMIT]);
    const refusals = [
      links.create(caller),
      update(caller, first.id, { is_active: true }),
      remove(caller, first.id),
      links.create(caller, { password: 'secret' }),
      update(caller, first.id, { password: 'secret' }),
    ];
    expect(await outcomes(refusals)).toEqual({ 'links.changes_exceeded': 5 });
    const error = await refused(remove(caller, first.id));
    expect(error).toMatchObject({ code: 'links.changes_exceeded', status: 429, params: { limit: LIMIT } });
    expect(error?.retryAfterSeconds).toBeGreaterThan(0);
    expect(error?.retryAfterSeconds).toBeLessThanOrEqual(3_600);
    expect(await refusal(links.create(callerOf()))).toBe('none');
  });

  it('starts anew every hour, and counts nothing that failed or was answered before', async () => {
    await safelyWithinTheHour();
    const caller = callerOf();
    const link = await links.create(caller, { custom_code: 'not-twice' }, 'key');
    await links.create(caller, { custom_code: 'not-twice' }, 'key');
    expect(await refusal(links.create(caller, { custom_code: 'not-twice' }))).toBe('links.code_taken');
    expect(await refusal(update(caller, link.id, { url: 'http://10.0.0.1/' }))).toBe('links.url_private');
    expect(await used(caller)).toEqual([{ used: 1 }]);
    await links.query("UPDATE change_usage SET used = 99, hour = '2020-01-01T00' WHERE key = $1", [
      caller.workspace_id,
    ]);
    expect(await refusal(update(caller, link.id, { title: 'Next hour' }))).toBe('none');
    await links.service.get<ChangeService>(ChangeService).clean();
    expect(await used(caller)).toEqual([{ used: 1 }]);
  });

  it('holds for the guests of a network too, those of this machine together', async () => {
    await safelyWithinTheHour();
    const from = (ip: string) => outcomes(Array.from({ length: LIMIT + 5 }, () => links.createGuest({}, { ip })));
    expect(await from('198.51.100.77')).toEqual({ none: LIMIT, 'links.changes_exceeded': 5 });
    expect((await from('127.0.0.1'))['links.changes_exceeded']).toBeGreaterThanOrEqual(5);
    expect(await refusal(links.createGuest({}, { ip: '198.51.100.78' }))).toBe('none');
  });
});

describe('the size of a change', () => {
  const long = (length: number) => `https://a.example/${'a'.repeat(length - 18)}`;

  it('is bounded for all destinations together', async () => {
    const caller = callerOf();
    const targets = { mobile: long(4_000), tablet: long(4_000), desktop: long(4_000) };
    const error = await refused(links.create(caller, { url: long(4_000), device_targeting: targets }));
    expect(error).toMatchObject({ code: 'links.destinations_too_long', status: 400, params: { max: 8_192 } });
    const link = await links.create(caller, { url: long(4_000), device_targeting: { mobile: long(4_000) } });
    expect(await refusal(update(caller, link.id, { url: 'https://a.example/', device_targeting: targets }))).toBe(
      'links.destinations_too_long',
    );
    // One field alone is judged together with what is there.
    expect(await refusal(update(caller, link.id, { url: `https://a.example/${'ế'.repeat(600)}` }))).toBe(
      'links.destinations_too_long',
    );
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(1));
    expect(JSON.stringify(links.eventsOf(link.id)[0]).length).toBeLessThan(10_000);
  });

  it('does not keep a longer link of an earlier release from being paused', async () => {
    const caller = callerOf();
    const link = await links.create(caller);
    await links.query('UPDATE short_links SET device_targeting = $2 WHERE id = $1', [
      link.id,
      JSON.stringify({ mobile: long(4_000), tablet: long(4_000), desktop: long(4_000) }),
    ]);
    expect(await refusal(update(caller, link.id, { is_active: false }))).toBe('none');
    expect(await refusal(update(caller, link.id, { url: 'https://a.example/' }))).toBe('links.destinations_too_long');
    expect(await refusal(update(caller, link.id, { device_targeting: {} }))).toBe('none');
  });
});
