import { describe, expect, it } from '@jest/globals';
import { getLinkRpc, getQuotaRpc } from '@linkway/contracts';
import { IdempotencyService } from '../src/idempotency/idempotency.service.js';
import { LinkCreation } from '../src/link/link.creation.js';
import { QuotaService } from '../src/quota/quota.service.js';
import { callerOf, countsOf, eventually, refusal, useLinks } from './harness.js';

const links = useLinks({ ALLOW_LOOPBACK_DESTINATIONS: 'true', PUBLIC_SCHEME: 'http' });

describe('the links service', () => {
  it('lets links lead to this machine where that is allowed, and shows the scheme that it is told', async () => {
    const link = await links.create(callerOf(), { url: 'http://localhost:3000/dev' });
    expect(link.short_url).toBe(`http://go.example:8443/${link.short_code}`);
    expect(await refusal(links.create(callerOf(), { url: 'http://127.0.0.1:3000/' }))).toBe('none');
    expect(await refusal(links.create(callerOf(), { url: 'http://192.168.1.1/' }))).toBe('links.url_private');
  });

  it('counts what it makes and what it refuses', async () => {
    await links.create(callerOf());
    await links.createGuest();
    await refusal(links.create(callerOf(), { custom_code: 'api' }));
    const text = await (await fetch(`${links.service.adminUrl}/metrics`)).text();
    expect(text).toMatch(/links_created_total\{[^}]*kind="user"[^}]*\} [1-9]/);
    expect(text).toMatch(/links_created_total\{[^}]*kind="guest"[^}]*\} [1-9]/);
    expect(text).toMatch(/links_refused_total\{[^}]*code="links.code_reserved"[^}]*\} [1-9]/);
  });

  it('keeps its limits exact in two processes, and a link made in one is there in the other', async () => {
    const second = await links.start();
    const caller = await links.workspace(9);
    // Of one workspace few are worked on at once: the others are told to come again, before anything is counted.
    const make = async (): Promise<string> => {
      const outcome = await refusal(links.create(caller));
      return outcome === 'service.busy' ? make() : outcome;
    };
    const made = await Promise.all(Array.from({ length: 40 }, make));
    expect(countsOf(made)).toEqual({ none: 9, 'links.monthly_limit': 31 });
    await second.stop();
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 9, monthly_links_used: 9 });
  });

  it('forgets what it no longer needs', async () => {
    await links.createGuest({}, { key: 'old' });
    await links.createGuest({}, { key: 'new' });
    await links.query("UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'old'");
    await links.query("INSERT INTO guest_usage (key, day, used) VALUES ('network:192.0.2.1', '2020-01-01', 3)");
    await links.service.get<IdempotencyService>(IdempotencyService).clean();
    await links.service.get<QuotaService>(QuotaService).clean();
    expect(await links.query("SELECT key FROM idempotency_keys WHERE key IN ('old', 'new')")).toEqual([{ key: 'new' }]);
    expect(await links.query("SELECT 1 FROM guest_usage WHERE day < '2021'")).toEqual([]);
    expect(await links.query('SELECT 1 FROM guest_usage')).not.toEqual([]);
  });

  it('sends the events of what it did without NATS once that is back', async () => {
    const caller = callerOf();
    const creation = links.service.get<LinkCreation>(LinkCreation);
    const isEmpty = async () => expect(await links.query('SELECT 1 FROM outbox')).toEqual([]);
    // What was done before is told.
    await eventually(isEmpty, { timeoutMs: 20_000 });
    await links.servers.nats.stop();
    const link = await creation.forUser({ url: 'https://example.com/offline' }, null, caller);
    expect(await links.query('SELECT 1 FROM outbox')).toHaveLength(1);
    await links.servers.nats.start();
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(1), { timeoutMs: 20_000 });
    await eventually(isEmpty);
    expect(await links.call(getLinkRpc, { id: link.id }, caller)).toEqual(link);
  });

  it('goes on by itself after PostgreSQL was away', async () => {
    const caller = callerOf();
    await links.servers.postgres.kill();
    expect(await refusal(links.create(caller))).not.toBe('none');
    expect(await links.service.ready()).toBe(false);
    await links.servers.postgres.start();
    await eventually(() => links.create(caller), { timeoutMs: 20_000 });
    await eventually(async () => expect(await links.service.ready()).toBe(true));
  });
});
